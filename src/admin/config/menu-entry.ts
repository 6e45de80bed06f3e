import {
  type ArrayASTNode,
  getLanguageService,
  type PropertyASTNode,
  TextDocument,
} from "vscode-json-languageservice";

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
