import type { ProblemCode } from "../../model/problem-codes.ts";
import { below } from "../../record/path.ts";
import type { Check, Report } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Roles, permissions and entities that `app.json` names exist. */
export const checkApp: Check = (config, report) => {
  if (config.app === undefined) return;
  const { file, value: app } = config.app;
  const roles = Object.keys(app.roles);
  const named = nameCheck(file, report);

  for (const [role, { permissions, label }] of Object.entries(app.roles)) {
    const at = below("/roles", role);
    permissions.forEach((permission, index) => {
      named(app.permissions, permission, below(at, "permissions", index), "UNKNOWN_PERMISSION", "permission");
    });
    if (!Object.hasOwn(label, app.language)) {
      report(file, below(at, "label"), "NO_LABEL", {
        message: `The role "${role}" has no label in "${app.language}".`,
        hint: `Add "${app.language}": "…" to its "label".`,
      });
    }
  }
  const held = new Set(Object.values(app.roles).flatMap(({ permissions }) => permissions));
  app.permissions.forEach((permission, index) => {
    if (held.has(permission)) return;
    const message = `No role holds the permission "${permission}", so nobody can do what it allows.`;
    report(file, below("/permissions", index), "UNUSED_PERMISSION", { message, found: `"${permission}"` });
  });
  named(roles, app.accounts.first.role, "/accounts/first/role", "UNKNOWN_ROLE", "role");
  app.config.editors.forEach((role, index) => {
    named(roles, role, below("/config/editors", index), "UNKNOWN_ROLE", "role");
  });
  named(app.permissions, app.config.permission, "/config/permission", "UNKNOWN_PERMISSION", "permission");

  const offered = app.registration.roles;
  offered.forEach((role, index) => {
    named(roles, role, below("/registration/roles", index), "UNKNOWN_ROLE", "role");
  });
  named(offered, app.registration.defaultRole, "/registration/defaultRole", "UNKNOWN_ROLE", "offered role");

  app.menu.forEach((group, index) => {
    const at = below("/menu", index);
    named(app.permissions, group.permission, below(at, "permission"), "UNKNOWN_PERMISSION", "permission");
    group.entities.forEach((entity, place) => {
      named([...config.entityIds], entity, below(at, "entities", place), "UNKNOWN_ENTITY", "entity");
    });
  });
};

function nameCheck(file: JsonFile, report: Report) {
  return (known: readonly string[], name: string, path: string, code: ProblemCode, words: string) => {
    if (known.includes(name)) return;
    report(file, path, code, { message: `There is no ${words} "${name}".`, ...nameHints(name, known) });
  };
}
