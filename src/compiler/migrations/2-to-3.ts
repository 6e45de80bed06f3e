import { type Edit, type Migration, readTree, removeProperty, replaceValue } from "./edit-json.ts";

const KEY = "server.duplicate";

/** `server.duplicate` goes: what exists already is said by the field's rule `unique`. */
export const from2to3: Migration = {
  from: 2,
  to: 3,
  migrate(texts) {
    const edits: Edit[] = [];
    for (const [file, text] of texts) {
      if (!isSpeaking(file) || !text.includes(KEY)) continue;
      const edited = withoutKey(file, text);
      if (edited === text) continue;
      const words = `"${KEY}" goes: nothing said it. That a value is there already is said by "rule.unique".`;
      edits.push({ file, words, text: edited });
    }
    const app = readTree(texts, "app.json");
    const words = '"format" becomes 3.';
    edits.push({ file: "app.json", words, text: replaceValue(app.text, app.root, ["format"], "3") });
    return edits;
  },
};

/** Whether messages stand in a file: by language in messages.json, under "messages" in an entity's. */
function isSpeaking(file: string): boolean {
  return file === "messages.json" || file.startsWith("entities/");
}

function withoutKey(file: string, text: string): string {
  const { root } = readTree(new Map([[file, text]]), file);
  const languages = (root.children ?? []).map(({ children }) => String(children?.[0]?.value));
  const all = file === "messages.json" ? languages : ["messages"];
  return all.reduce((edited, around) => {
    const tree = readTree(new Map([[file, edited]]), file);
    return removeProperty(edited, tree.root, [around, KEY]);
  }, text);
}
