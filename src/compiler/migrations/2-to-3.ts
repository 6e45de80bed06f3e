import { type Edit, jsonText, type Migration, removeProperty, replaceValue, rootKeys } from "./edit-json.ts";

const KEY = "server.duplicate";

/** Removes `server.duplicate`: the field's rule `unique` says that a value exists already. */
export const from2to3: Migration = {
  from: 2,
  to: 3,
  migrate(texts) {
    const edits: Edit[] = [];
    for (const [file, written] of texts) {
      if (!hasMessages(file) || !written.includes(KEY)) continue;
      const before = jsonText(texts, file);
      const around = file === "messages.json" ? rootKeys(before) : ["messages"];
      const text = around.reduce((edited, key) => removeProperty(edited, [key, KEY]), before);
      if (text === before) continue;
      const words = `"${KEY}" goes: nothing said it. That a value is there already is said by "rule.unique".`;
      edits.push({ file, words, text });
    }
    const text = replaceValue(jsonText(texts, "app.json"), ["format"], "3");
    edits.push({ file: "app.json", words: '"format" becomes 3.', text });
    return edits;
  },
};

/** Whether a file has messages: by language in messages.json, under "messages" in an entity's. */
function hasMessages(file: string): boolean {
  return file === "messages.json" || file.startsWith("entities/");
}
