import type { AppConfig } from "../../model/app-config.ts";
import type { EntityConfig } from "../../model/entity-config.ts";
import type { Filter } from "../../model/filter.ts";
import { RECORD_RIGHTS, type RightsConfig } from "../../model/rights.ts";
import { ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { nameHints, quoted } from "../report/nearest.ts";
import type { Report } from "../report/reported-faults.ts";
import { fieldNamed } from "../resolve/written-field.ts";
import type { Check, Written, WrittenConfig } from "../written-config.ts";
import { checkFilter } from "./check-filters.ts";

/** What the rights of an entity name exists: permissions, fields, and the parts of the records that they keep people to. */
export const checkRights: Check = (config) => {
  const permissions = config.app?.value.permissions;
  for (const { report, value: entity } of config.entities.values()) {
    const { rights } = entity;
    if (rights === undefined) continue;
    for (const { permission, at } of permissionsIn(rights)) {
      if (permissions === undefined || permissions.includes(permission)) continue;
      const message = `app.json has no permission "${permission}".`;
      report(at, "UNKNOWN_PERMISSION", { message, ...permissionHints(permission, config.app?.value) });
    }
    const { properties } = entity.schema;
    for (const name of Object.keys(rights.fields ?? {})) {
      if (fieldNamed(properties, name) !== undefined) continue;
      const message = `There is no field "${name}" to have rights to.`;
      const hints = nameHints(name, Object.keys(properties));
      report(below("/rights/fields", name), "UNKNOWN_FIELD", { message, ...hints }, "key");
    }
    rights.records?.forEach((part, index) => {
      const at = below("/rights/records", index);
      checkPart(config, entity, report, part.filter, below(at, "filter"));
      if (config.app !== undefined) checkKept(config.app.value.roles, part, report, below(at, "unless"));
    });
  }
};

/** The parts of a fault about an unknown permission. Many write a role where a permission of it goes. */
export function permissionHints(name: string, app: AppConfig | undefined): ReturnType<typeof nameHints> {
  const known = app?.permissions ?? [];
  const { permissions } = (app !== undefined && ownValue(app.roles, name)) || { permissions: [] };
  const held = permissions.filter((one) => known.includes(one));
  if (held.length === 0) return nameHints(name, known);
  const one = held.length === 1 ? "its permission" : "one of its permissions";
  const hint = `That is a role. Write ${one}: ${quoted(held)}.`;
  return { found: `"${name}"`, expected: `one of ${quoted(known)}`, hint };
}

/** Somebody is kept to each part: one with nothing but exceptions would read as a limit and be none. */
function checkKept(
  roles: AppConfig["roles"],
  { permission, unless = [] }: NonNullable<RightsConfig["records"]>[number],
  report: Report,
  at: string,
): void {
  const holders = Object.values(roles).filter(({ permissions }) => permissions.includes(permission));
  const isExcepted = ({ permissions }: (typeof holders)[number]) =>
    [unless].flat().some((one) => permissions.includes(one));
  if (holders.length === 0 || !holders.every(isExcepted)) return;
  const message = `Nobody is kept to this part: each role with "${permission}" has a permission of "unless".`;
  report(at, "NOT_ALLOWED", {
    message,
    hint: 'Take out of "unless" what they all have, or remove the part.',
  });
}

function checkPart(
  config: WrittenConfig,
  entity: EntityConfig,
  report: Report,
  filter: Filter,
  at: string,
): void {
  checkFilter(config, entity, filter, { report, at, mayAsk: true });
  const accounts = accountsOf(config)?.value.schema.properties ?? {};
  filter.forEach(({ value }, index) => {
    const name = typeof value === "object" && "account" in value ? value.account : undefined;
    if (name === undefined || fieldNamed(accounts, name)?.writeOnly !== true) return;
    const message = `"${name}" of an account is never shown: nothing can be compared with it.`;
    report(below(at, index, "value", "account"), "NOT_ALLOWED", message);
  });
}

function accountsOf({ app, entities }: WrittenConfig): Written<EntityConfig> | undefined {
  return app && entities.get(app.value.accounts.entity);
}

/** Every permission that rights name, and where. */
function* permissionsIn({
  fields = {},
  records = [],
  ...own
}: RightsConfig): Generator<{ readonly permission: string; readonly at: string }> {
  for (const right of RECORD_RIGHTS) yield* named(own[right], below("/rights", right));
  for (const [name, { view, edit }] of Object.entries(fields)) {
    yield* named(view, below("/rights/fields", name, "view"));
    yield* named(edit, below("/rights/fields", name, "edit"));
  }
  for (const [index, { permission, unless }] of records.entries()) {
    yield { permission, at: below("/rights/records", index, "permission") };
    yield* named(unless, below("/rights/records", index, "unless"));
  }
}

function* named(
  written: string | readonly string[] | undefined,
  at: string,
): ReturnType<typeof permissionsIn> {
  if (written === undefined) return;
  if (typeof written === "string") yield { permission: written, at };
  else for (const [index, permission] of written.entries()) yield { permission, at: below(at, index) };
}
