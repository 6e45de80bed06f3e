import type { ProblemCode } from "../../model/problem-codes.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import type { Check } from "../written-config.ts";
import { permissionHints } from "./check-rights.ts";

/** Roles, permissions and entities that `app.json` names exist. */
export const checkApp: Check = ({ app, entityIds }) => {
  if (app === undefined) return;
  const { report } = app;
  const { roles, permissions, accounts, config, history, registration, menu, language } = app.value;

  function named(
    known: readonly string[],
    name: string,
    path: string,
    code: ProblemCode,
    what: string,
    /** Those of them that can be meant. */
    meant = known,
  ) {
    if (known.includes(name)) return;
    report(path, code, { message: `There is no ${what} "${name}".`, ...nameHints(name, meant) });
  }
  const isPermission = (name: string, path: string, hints = permissionHints(name, app.value)) => {
    if (permissions.includes(name)) return;
    report(path, "UNKNOWN_PERMISSION", { message: `There is no permission "${name}".`, ...hints });
  };
  const isRole = (name: string, path: string) =>
    named(Object.keys(roles), name, path, "UNKNOWN_ROLE", "role");

  for (const [role, { permissions: allowed, label }] of Object.entries(roles)) {
    const at = below("/roles", role);
    allowed.forEach((permission, index) => {
      isPermission(permission, below(at, "permissions", index), nameHints(permission, permissions));
    });
    if (Object.hasOwn(label, language)) continue;
    const message = `The role "${role}" has no label in "${language}".`;
    report(below(at, "label"), "NO_LABEL", { message, hint: `Add "${language}": "…" to its "label".` });
  }
  const used = new Set(Object.values(roles).flatMap((role) => role.permissions));
  permissions.forEach((permission, index) => {
    if (used.has(permission)) return;
    const message = `No role holds the permission "${permission}", so nobody can do what it allows.`;
    report(below("/permissions", index), "UNUSED_PERMISSION", { message, found: `"${permission}"` });
  });
  isRole(accounts.first.role, "/accounts/first/role");
  config.editors.forEach((role, index) => {
    isRole(role, below("/config/editors", index));
  });
  isPermission(config.permission, "/config/permission");
  if (history?.permission !== undefined) isPermission(history.permission, "/history/permission");
  registration.roles.forEach((role, index) => {
    isRole(role, below("/registration/roles", index));
  });
  const { defaultRole } = registration;
  const offered = registration.roles.filter((role) => Object.hasOwn(roles, role));
  named(
    registration.roles,
    defaultRole,
    "/registration/defaultRole",
    "UNKNOWN_ROLE",
    "offered role",
    offered,
  );
  menu.forEach(({ permission, entities }, index) => {
    const at = below("/menu", index);
    if (typeof permission === "string") isPermission(permission, below(at, "permission"));
    else
      permission.forEach((one, place) => {
        isPermission(one, below(at, "permission", place));
      });
    entities.forEach((entity, place) => {
      named([...entityIds], entity, below(at, "entities", place), "UNKNOWN_ENTITY", "entity");
    });
  });
};
