import type { AppConfig } from "../../model/app-config.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { resolveRights } from "../../model/rights.ts";
import { below } from "../../record/path.ts";
import { nameHints } from "../report/nearest.ts";
import { labelFieldOf } from "../resolve/written-display.ts";
import { ENTITY_FIELDS, fieldNamed, isSearchable } from "../resolve/written-field.ts";
import type { Check, WrittenConfig } from "../written-config.ts";

/** What each part of an account must be. */
const PARTS: readonly {
  readonly part: "username" | "password" | "role" | "approved";
  readonly purpose: string;
  readonly words: string;
  isMet(schema: FieldSchema): boolean;
}[] = [
  {
    part: "username",
    purpose: "to be what an account logs in by",
    words: 'a text ("type": "string") with "unique": true',
    isMet: (field) => field.type === "string" && field.unique === true,
  },
  {
    part: "password",
    purpose: "to be an account's password",
    words: 'a text ("type": "string") with "writeOnly": true',
    isMet: (field) => field.type === "string" && field.writeOnly === true,
  },
  {
    part: "role",
    purpose: "to say which role an account has",
    words: 'a text ("type": "string") with an "enum" of roles',
    isMet: (field) => field.type === "string" && field.enum !== undefined,
  },
  {
    part: "approved",
    purpose: "to say who is approved",
    words: 'a yes/no field ("type": "boolean")',
    isMet: (field) => field.type === "boolean",
  },
];

/** The entity of the accounts exists and has the fields that an account needs, and the first account can do something. */
export const checkAccounts: Check = ({ app, entities, entityIds, broken }) => {
  if (app === undefined) return;
  const { accounts, registration } = app.value;
  if (opensNothing(app.value, entities)) {
    app.report("/accounts/first/role", "OPENS_NOTHING", {
      message: `The first account has the role "${accounts.first.role}", for which the menu is empty.`,
      hint: "Name a role with the permission of a group of the menu and of an entity in it, or give it to this role.",
    });
  }
  if (!entityIds.has(accounts.entity)) {
    const message = `There is no entity "${accounts.entity}".`;
    app.report("/accounts/entity", "UNKNOWN_ENTITY", { message, ...nameHints(accounts.entity, entityIds) });
    return;
  }
  if (registration.approval && accounts.approved === undefined) {
    app.report("/accounts", "BAD_ACCOUNTS", {
      message: "Registration waits for approval, but no field says who is approved.",
      hint: 'Add "approved": "…", the name of a yes/no field, or set "approval" of "registration" to false.',
    });
  }
  const entity = entities.get(accounts.entity);
  if (entity === undefined) return;
  const { properties } = entity.value.schema;
  const names = Object.keys(properties);
  const labelField = labelFieldOf(entity.value);
  const [label, username] = [labelField, accounts.username].map((name) => fieldNamed(properties, name));
  const rule = label && username && label !== username ? narrowRule(label) : undefined;
  if (label !== undefined && rule !== undefined && !broken.has(label) && isSearchable(label)) {
    entity.report("/labelField", "BAD_ACCOUNTS", {
      message: `A new account is named by its user name until "${labelField}" is filled in, but the rule "${rule}" of that field may refuse it.`,
      hint: `Remove the rule, or write "labelField": "${accounts.username}".`,
    });
  }
  for (const { part, purpose, words, isMet } of PARTS) {
    const name = accounts[part];
    if (name === undefined) continue;
    const field = fieldNamed(properties, name);
    if (field === undefined) {
      const message = `"${accounts.entity}" has no field "${name}".`;
      app.report(below("/accounts", part), "UNKNOWN_FIELD", { message, ...nameHints(name, names) });
    } else if (!broken.has(field) && !isMet(field)) {
      const message = `The field "${name}" of "${accounts.entity}" must be ${words} ${purpose}.`;
      app.report(below("/accounts", part), "BAD_ACCOUNTS", { message, expected: words });
    }
  }

  const roles = Object.keys(app.value.roles);
  fieldNamed(properties, accounts.role)?.enum?.forEach((role, index) => {
    if (roles.includes(String(role))) return;
    const path = below(ENTITY_FIELDS, accounts.role, "enum", index);
    const message = `app.json has no role "${role}".`;
    entity.report(path, "UNKNOWN_ROLE", { message, ...nameHints(String(role), roles) });
  });

  fieldNamed(registration.schema.properties, accounts.role)?.enum?.forEach((role, index) => {
    if (registration.roles.includes(String(role))) return;
    const path = below("/registration/schema/properties", accounts.role, "enum", index);
    const message = `The "roles" of the registration do not offer "${role}".`;
    const offered = registration.roles.filter((one) => roles.includes(one));
    app.report(path, "UNKNOWN_ROLE", { message, ...nameHints(String(role), offered) });
  });

  for (const [name, field] of Object.entries(registration.schema.properties)) {
    if (field.formOnly === true || Object.hasOwn(properties, name)) continue;
    const message = `"${accounts.entity}" has no field "${name}", so nothing could keep it.`;
    const hint = `Add the field to the entity, or write "formOnly": true here where the page alone needs it.`;
    const at = below("/registration/schema/properties", name);
    app.report(at, "UNKNOWN_FIELD", { message, ...nameHints(name, names), hint }, "key");
  }
};

/** A rule that a user name may break; its length is cut. */
function narrowRule(field: FieldSchema): string | undefined {
  return (["unique", "enum", "pattern", "format"] as const).find(
    (rule) => field[rule] !== undefined && field[rule] !== false,
  );
}

/** Whether the first account is sure to see an empty menu, and may not edit the config either. */
function opensNothing(
  { accounts: { first }, roles, permissions, menu, config }: AppConfig,
  entities: WrittenConfig["entities"],
): boolean {
  if (!Object.hasOwn(roles, first.role)) return false;
  const held = roles[first.role]?.permissions ?? [];
  if (held.length > 0 && config.editors.includes(first.role)) return false;
  // A wrong name is reported where it stands; it may be meant as one that opens something.
  const mayOpen = (permission: string | undefined) =>
    permission === undefined || held.includes(permission) || !permissions.includes(permission);
  if (!held.every((permission) => permissions.includes(permission))) return false;
  const opens = (entity: EntityConfig | undefined) =>
    entity === undefined || resolveRights(entity).view.some(mayOpen);
  return !menu.some(
    (group) =>
      [group.permission].flat().some(mayOpen) && group.entities.some((id) => opens(entities.get(id)?.value)),
  );
}
