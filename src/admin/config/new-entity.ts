import { findNodeAtLocation, type Node, parseTree } from "jsonc-parser";
import { fillMessage, findMessage, messageTables } from "../../record/messages.ts";
import type { AppView } from "../../wire/views.ts";

/** A group of the menu that can take an entity, as `app.json` has it: its label or permission may be missing while it is edited. */
export interface MenuGroup {
  /** Its place among all groups, those too that can take none. */
  readonly index: number;
  /** What it is called; without a name, the entities in it. */
  readonly label: string;
  readonly permission: string | undefined;
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
  return menuNodes(text).flatMap((group, index) => {
    const entities = entityList(group);
    if (entities === undefined) return [];
    const given = (key: string) => {
      const node = findNodeAtLocation(group, [key]);
      // Of several permissions, the first: a new entity has one.
      const value: unknown = node?.type === "array" ? node.children?.[0]?.value : ownText(text, node)?.value;
      return typeof value === "string" && value.trim() !== "" ? value : undefined;
    };
    const within = (entities.children ?? []).map(({ value }) => String(value)).join(", ");
    return [
      { index, label: given("label") ?? (within || String(index + 1)), permission: given("permission") },
    ];
  });
}

/** What people call a new kind of record, in the language of its screens. */
export interface EntityNames {
  readonly id: string;
  /** One record. */
  readonly label: string;
  /** Several. */
  readonly plural: string;
  readonly language: string;
}

/** Whether a language has one word for one thing and another for several. */
export function hasPlural(language: string): boolean {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.length > 1;
}

/** The least that an entity needs. Its addresses are formed like those of the first other entity. */
export function newEntityText(
  { id, label, plural, language }: EntityNames,
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
    menu: { label: plural, create, list: plural },
    schema: {
      type: "object",
      required: ["name"],
      properties: {
        name: { type: "string", title: name, messages: { required: say("rule.required", { label: name }) } },
      },
    },
    form: { title: { create, edit: `${say("list.edit")} ${label}` } },
    list: {
      title: plural,
      columns: [{ field: "name" }],
      search: { field: "name" },
      deleteConfirm: say("config.newDelete"),
    },
  };
  return `${JSON.stringify(entity, null, 2)}\n`;
}

/** A text of `app.json` with the entity at the end of a group of the menu; undefined where there is no such group. */
export function withMenuEntry(text: string, group: number, id: string): string | undefined {
  const node = menuNodes(text)[group];
  const list = node && entityList(node);
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
  for (const group of menuNodes(text)) {
    const items = entityList(group)?.children ?? [];
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

/** Of a text in several languages, that in the app's. */
function ownText(text: string, node: Node | undefined): Node | undefined {
  if (node?.type !== "object") return node;
  const root = parseTree(text);
  const language: unknown = root && findNodeAtLocation(root, ["language"])?.value;
  return typeof language === "string" ? findNodeAtLocation(node, [language]) : undefined;
}

function menuNodes(text: string): readonly Node[] {
  const root = parseTree(text);
  const menu = root && findNodeAtLocation(root, ["menu"]);
  return menu?.type === "array" ? (menu.children ?? []) : [];
}

function entityList(group: Node): Node | undefined {
  const list = findNodeAtLocation(group, ["entities"]);
  return list?.type === "array" ? list : undefined;
}

function replaced(text: string, from: number, to: number, part: string): string {
  return text.slice(0, from) + part + text.slice(to);
}
