import {
  type ArrayASTNode,
  getLanguageService,
  type PropertyASTNode,
  TextDocument,
} from "vscode-json-languageservice";
import { isObject } from "../../record/json.ts";
import { fillMessage, findMessage, messageTables } from "../../record/messages.ts";
import type { AppView } from "../../wire/views.ts";

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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text of `app.json` with the entity at the end of a group of the menu; undefined where there is no such place. */
export function withMenuEntry(text: string, group: number, id: string): string | undefined {
  const list = entryLists(text)[group];
  if (list === undefined) return undefined;
  const last = list.items.at(-1);
  if (last === undefined) return replaced(text, list.offset + 1, list.offset + 1, JSON.stringify(id));
  // As the last one stands: on a line of its own, or beside the others.
  const before = text.slice(0, last.offset);
  const lead = /\r?\n[ \t]*$/.exec(before)?.[0] ?? " ";
  const end = last.offset + last.length;
  return replaced(text, end, end, `,${lead}${JSON.stringify(id)}`);
}

/** The text with the entity in no group of the menu; nothing else changes. */
export function withoutMenuEntry(text: string, id: string): string {
  for (const list of entryLists(text)) {
    const index = list?.items.findIndex((item) => item.type === "string" && item.value === id) ?? -1;
    const item = list?.items[index];
    if (item === undefined) continue;
    const end = item.offset + item.length;
    const before = list?.items[index - 1];
    const after = list?.items[index + 1];
    // With the comma on one side of it.
    const from = before === undefined ? item.offset : before.offset + before.length;
    const to = before === undefined && after !== undefined ? after.offset : end;
    return withoutMenuEntry(replaced(text, from, to, ""), id);
  }
  return text;
}

/** The lists of entities by the menu's groups; undefined for a group that has none. */
function entryLists(text: string): readonly (ArrayASTNode | undefined)[] {
  const document = TextDocument.create("config:///app.json", "json", 1, text);
  const { root } = getLanguageService({}).parseJSONDocument(document);
  const menu = root?.type === "object" ? valueAt(root.properties, "menu") : undefined;
  if (menu?.type !== "array") return [];
  return menu.items.map((item) => {
    const list = item.type === "object" ? valueAt(item.properties, "entities") : undefined;
    return list?.type === "array" ? list : undefined;
  });
}

function replaced(text: string, from: number, to: number, part: string): string {
  return text.slice(0, from) + part + text.slice(to);
}

function valueAt(properties: readonly PropertyASTNode[], key: string) {
  return properties.find(({ keyNode }) => keyNode.value === key)?.valueNode;
}
