import type { AppConfig } from "../../model/app-config.ts";
import type { Change } from "../../model/change.ts";
import type { Config } from "../../model/config.ts";
import { ownValue } from "../../record/json.ts";
import { about, type ComparedPart } from "./change.ts";
import { describeFields } from "./describe-fields.ts";
import {
  type Describe,
  describeList,
  describeNamed,
  describeNothing,
  describeObject,
  shortText,
} from "./describe-value.ts";
import { pairGroups } from "./order.ts";

/** `app.json`: roles, menu and tiles by their labels, everything else by its keys. */
export function describeApp(before: Config, after: Config): readonly Change[] {
  const { app, entities } = before;
  const fields: Describe = (at) =>
    describeFields({ ...at, what: "" }, app.registration.schema, after.app.registration.schema);
  const registration: Describe = (at) =>
    describeObject(at, app.registration, after.app.registration, new Map([["schema", fields]]));
  const entityName = (id: unknown) =>
    (entities.get(String(id)) ?? after.entities.get(String(id)))?.menu.label ?? String(id);
  const own = new Map<string, Describe>([
    ["$schema", describeNothing],
    ["roles", (at) => describeRoles(at, app, after.app)],
    ["registration", registration],
    ["menu", (at) => describeMenu(at, before, after, entityName)],
    ["home", (at) => describeTiles({ ...at, path: `${at.path}/tiles`, what: "" }, before, after)],
  ]);
  return describeObject({ file: "app.json", path: "", subject: [], what: "" }, app, after.app, own);
}

function describeRoles(compared: ComparedPart, before: AppConfig, after: AppConfig): Change[] {
  return describeNamed(new Map(Object.entries(before.roles)), new Map(Object.entries(after.roles)), {
    what: "role",
    at: (name, { label }) => about(compared, ownValue(label, before.language) ?? name, name),
    say: ({ permissions }) => shortText(permissions),
    changesIn: (at, from, to) => describeObject(at, from, to),
  });
}

function describeMenu(
  compared: ComparedPart,
  before: Config,
  after: Config,
  entityName: (id: unknown) => string,
): Change[] {
  const [old = [], fresh = []] = [before, after].map(({ menu }) =>
    menu.map(({ label, entities }) => ({ label, members: entities })),
  );
  const cameFrom = new Map([...pairGroups(old, fresh)].map(([from, to]) => [to, from]));
  const named = new Map(groupsOf(before).map((group, index) => [String(index), group]));
  const renamed = new Map(
    groupsOf(after).map((group, index) => [String(cameFrom.get(index) ?? `new ${index}`), group]),
  );
  return describeNamed(named, renamed, {
    what: "menu",
    ordered: true,
    at: (_name, { label }, place) => about(compared, label, place),
    say: ({ written }) => written.entities.map(entityName).join(", "),
    changesIn(at, { written: from }, { written: to }) {
      const entities: Describe = (inner) => describeList(inner, from.entities, to.entities, entityName);
      return describeObject(at, from, to, new Map([["entities", entities]]));
    },
  });
}

function groupsOf({ app, menu }: Config) {
  return app.menu.map((written, index) => ({ label: menu[index]?.label ?? "", written }));
}

/** No two of them have one label. */
function describeTiles(compared: ComparedPart, before: Config, after: Config): Change[] {
  return describeNamed(tilesOf(before), tilesOf(after), {
    what: "tile",
    ordered: true,
    at: (label, _tile, place) => about(compared, label, place),
    changesIn: (at, from, to) => describeObject(at, from, to),
  });
}

function tilesOf({ app, home }: Config) {
  return new Map((app.home?.tiles ?? []).map((written, index) => [home[index]?.label ?? "", written]));
}
