import { findNodeAtLocation, type Node, parse, parseTree } from "jsonc-parser";
import { isObject } from "../../record/json.ts";
import { fillMessage, findMessage, messageTables } from "../../record/messages.ts";
import type { AppView } from "../../wire/views.ts";

/** A group of the menu, as `app.json` has it. */
export interface MenuGroup {
  readonly label: string;
  readonly permission: string;
}

/** What an entity's id may be: it stands in a file name and in addresses. */
export const ENTITY_ID = /^[a-z][a-z0-9-]*$/;

/** An id made of a label in Latin letters; empty for another label. */
export function suggestedId(label: string): string {
  const plain = label.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  if (/[^\p{Script=Latin}\p{Script=Common}]/u.test(plain)) return "";
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
}

/** The menu's groups in a text of `app.json`, as far as it can be read. */
export function menuGroups(text: string): readonly MenuGroup[] {
  const app: unknown = parse(text);
  const menu = isObject(app) && Array.isArray(app.menu) ? app.menu : [];
  return menu.flatMap((group: unknown) =>
    isObject(group) && typeof group.label === "string" && typeof group.permission === "string"
      ? [{ label: group.label, permission: group.permission }]
      : [],
  );
}

/** The least that an entity needs. Its addresses are formed like those of the first other entity. */
export function newEntityText(
  { id, label, language }: { readonly id: string; readonly label: string; readonly language: string },
  permission: string,
  view: AppView,
): string {
  const [like] = view.entities.flatMap((one) => (one.access === "full" ? [one.entity] : []));
  const say = (key: string, values: Readonly<Record<string, string>> = {}) =>
    fillMessage(findMessage(messageTables(view.messages, view.language, { language }), key) ?? label, values);
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

/** A text of `app.json` with the entity at the end of a group of the menu; undefined where there is no such group. */
export function withMenuEntry(text: string, group: number, id: string): string | undefined {
  const list = entryLists(text)[group];
  if (list === undefined) return undefined;
  const last = list.children?.at(-1);
  if (last === undefined) return replaced(text, list.offset + 1, list.offset + 1, JSON.stringify(id));
  // On a line of its own where the last one is.
  const lead = /\r?\n[ \t]*$/.exec(text.slice(0, last.offset))?.[0] ?? " ";
  const end = last.offset + last.length;
  return replaced(text, end, end, `,${lead}${JSON.stringify(id)}`);
}

/** The text without the entity in the menu. */
export function withoutMenuEntry(text: string, id: string): string {
  for (const { children: items = [] } of entryLists(text).filter((list) => list !== undefined)) {
    const index = items.findIndex(({ value }) => value === id);
    const item = items[index];
    if (item === undefined) continue;
    const end = item.offset + item.length;
    const [before, after] = [items[index - 1], items[index + 1]];
    // With the comma on one side of it.
    const from = before === undefined ? item.offset : before.offset + before.length;
    const to = before === undefined && after !== undefined ? after.offset : end;
    return withoutMenuEntry(replaced(text, from, to, ""), id);
  }
  return text;
}

/** The list of entities of each group of the menu; undefined for a group that has none. */
function entryLists(text: string): readonly (Node | undefined)[] {
  const root = parseTree(text);
  const menu = root && findNodeAtLocation(root, ["menu"]);
  return (menu?.children ?? []).map((group) => {
    const list = findNodeAtLocation(group, ["entities"]);
    return list?.type === "array" ? list : undefined;
  });
}

function replaced(text: string, from: number, to: number, part: string): string {
  return text.slice(0, from) + part + text.slice(to);
}
