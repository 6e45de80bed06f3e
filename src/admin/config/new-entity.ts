import { isObject } from "../../model/json-value.ts";
import { fillMessage } from "../../wire/message.ts";
import type { AppView } from "../../wire/views.ts";
import { findMessage } from "../messages/say.ts";

/** A group of the menu, as `app.json` has it. */
export interface MenuGroup {
  readonly label: string;
  readonly permission: string;
}

/** What an entity's id may be: a name that fits into a file name and an address. */
export const ENTITY_ID = /^[a-z][a-z0-9-]*$/;

/** A short name for what is written in Latin letters; empty for anything else. */
export function suggestedId(label: string): string {
  const plain = label.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(plain)) return "";
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
}

/** The menu's groups in a text of `app.json`; none where it cannot be read. */
export function menuGroups(text: string): readonly MenuGroup[] {
  const app = parsed(text);
  const menu = isObject(app) && Array.isArray(app.menu) ? app.menu : [];
  return menu.flatMap((group: unknown) =>
    isObject(group) && typeof group.label === "string" && typeof group.permission === "string"
      ? [{ label: group.label, permission: group.permission }]
      : [],
  );
}

/** The least that an entity needs, in the manner of those that there are: to be gone on with. */
export function newEntityText(
  { id, label, language }: { readonly id: string; readonly label: string; readonly language: string },
  permission: string,
  view: AppView,
): string {
  const [like] = view.entities.flatMap((one) => (one.access === "full" ? [one.entity] : []));
  const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
    fillMessage(findMessage(key, [view.messages[language], view.messages[view.language]]) ?? label, values);
  const base = like === undefined ? "" : like.endpoints.list.slice(0, like.endpoints.list.lastIndexOf("/"));
  const create = say("list.create", { label });
  const name = say("config.newName");
  const entity = {
    ...(like?.source.$schema === undefined ? {} : { $schema: like.source.$schema }),
    label,
    language,
    permission,
    endpoints: { list: `${base}/${id}`, record: `${base}/${id}/{id}` },
    listKey: id,
    labelField: "name",
    menu: { label, create, list: label },
    schema: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string", title: name, messages: { required: say("rule.required", { label: name }) } },
      },
    },
    form: { title: { create, edit: `${say("list.edit")} ${label}` } },
    list: {
      title: label,
      columns: [{ field: "name" }],
      search: { field: "name" },
      deleteConfirm: say("config.newDelete"),
    },
  };
  return `${JSON.stringify(entity, null, 2)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
