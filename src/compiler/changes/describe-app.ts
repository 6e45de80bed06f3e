import type { AppConfig } from "../../model/app-config.ts";
import type { Change } from "../../model/change.ts";
import type { Config } from "../../model/config.ts";
import { ownValue } from "../../record/json.ts";
import { about, type ComparedPart, changeAt } from "./change.ts";
import { describeFields } from "./describe-fields.ts";
import { type Describe, describeList, describeNothing, describeObject, shortText } from "./describe-value.ts";
import { mergeNames, movedNames, pairGroups } from "./order.ts";

/** `app.json`: roles and menu by their labels, everything else by its keys. */
export function describeApp(before: Config, after: Config): readonly Change[] {
  const compared = { file: "app.json", path: "", subject: [], what: "" };
  const registration: Describe = (at) =>
    describeObject(
      at,
      before.app.registration,
      after.app.registration,
      new Map([
        [
          "schema",
          (fields) =>
            describeFields(
              { ...fields, what: "" },
              before.app.registration.schema,
              after.app.registration.schema,
            ),
        ],
      ]),
    );
  return describeObject(
    compared,
    before.app,
    after.app,
    new Map<string, Describe>([
      ["$schema", describeNothing],
      ["roles", (at) => describeRoles(at, before.app, after.app)],
      ["registration", registration],
      ["menu", (at) => describeMenu(at, before, after)],
    ]),
  );
}

function describeRoles(compared: ComparedPart, before: AppConfig, after: AppConfig): Change[] {
  return mergeNames(Object.keys(before.roles), Object.keys(after.roles)).flatMap((name) => {
    const from = ownValue(before.roles, name);
    const to = ownValue(after.roles, name);
    const label = ownValue((from ?? to)?.label ?? {}, before.language) ?? name;
    const at = about(compared, label, name);
    const thing = { ...at, what: "role" };
    if (from === undefined) return [changeAt(thing, "added", { to: shortText(to?.permissions) })];
    if (to === undefined) return [changeAt(thing, "removed", { from: shortText(from.permissions) })];
    return describeObject(at, from, to);
  });
}

function describeMenu(compared: ComparedPart, before: Config, after: Config): Change[] {
  const old = before.app.menu;
  const fresh = after.app.menu;
  const groups = [old, fresh].map((menu) =>
    menu.map(({ label, entities }) => ({ label, members: entities })),
  );
  const pairs = pairGroups(groups[0] ?? [], groups[1] ?? []);
  const cameFrom = new Map([...pairs].map(([from, to]) => [to, from]));
  const name = (index: number, isOld: boolean) =>
    `${isOld ? index : (cameFrom.get(index) ?? `new ${index}`)}`;
  const names = [
    old.map((_, index) => name(index, true)),
    fresh.map((_, index) => name(index, false)),
  ] as const;
  const moved = movedNames(...names);
  const entityName = (id: unknown) =>
    (before.entities.get(String(id)) ?? after.entities.get(String(id)))?.menu.label ?? String(id);
  return mergeNames(...names).flatMap((one) => {
    const was = names[0].indexOf(one);
    const is = names[1].indexOf(one);
    const from = old[was];
    const to = fresh[is];
    const at = about(compared, (from ?? to)?.label ?? "", is === -1 ? was : is);
    const thing = { ...at, what: "menu" };
    if (from === undefined)
      return [changeAt(thing, "added", { to: to?.entities.map(entityName).join(", ") ?? "" })];
    if (to === undefined)
      return [changeAt(thing, "removed", { from: from.entities.map(entityName).join(", ") })];
    const places = { from: String(was + 1), to: String(is + 1) };
    return [
      ...(moved.has(one) ? [changeAt(thing, "moved", places)] : []),
      ...describeObject(
        at,
        from,
        to,
        new Map([["entities", (inner) => describeList(inner, from.entities, to.entities, entityName)]]),
      ),
    ];
  });
}
