import {
  CannotMigrate,
  jsonText,
  type Migration,
  readValue,
  replaceProperty,
  replaceValue,
} from "./edit-json.ts";

/** `configEditors` becomes `config.editors`; `config.permission` says who is notified of problems. */
export const from1to2: Migration = {
  from: 1,
  to: 2,
  migrate(texts) {
    const app = jsonText(texts, "app.json");
    const file = `entities/${String(readValue(app, ["accounts", "entity"]))}.json`;
    const permission = readValue(jsonText(texts, file), ["permission"]);
    if (typeof permission !== "string") {
      throw new CannotMigrate(`${file}, which holds the accounts, needs a "permission".`);
    }
    const text = replaceProperty(
      app,
      ["configEditors"],
      (editors) => `"config": { "editors": ${editors}, "permission": ${JSON.stringify(permission)} }`,
    );
    if (text === app) throw new CannotMigrate('app.json of format 1 needs the key "configEditors".');
    return [
      {
        file: "app.json",
        words: `"configEditors" becomes "config", with the same editors and the "permission" whose holders are told when something in the config is wrong: "${permission}", which opens ${file}. Choose another one there if others are to be told.`,
        text,
      },
      { file: "app.json", words: '"format" becomes 2.', text: replaceValue(text, ["format"], "2") },
    ];
  },
};
