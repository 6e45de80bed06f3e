import {
  CannotMigrate,
  type Migration,
  readTree,
  readValue,
  replaceProperty,
  replaceValue,
} from "./edit-json.ts";

/** `configEditors` becomes `config.editors`; `config.permission` says who is told of problems. */
export const from1to2: Migration = {
  from: 1,
  to: 2,
  migrate(texts) {
    const app = readTree(texts, "app.json");
    const entity = readValue(app.root, ["accounts", "entity"]);
    const file = `entities/${String(entity)}.json`;
    const permission = readValue(readTree(texts, file).root, ["permission"]);
    if (typeof permission !== "string") {
      throw new CannotMigrate(`${file}, which holds the accounts, needs a "permission".`);
    }
    const text = replaceProperty(
      app.text,
      app.root,
      ["configEditors"],
      (editors) => `"config": { "editors": ${editors}, "permission": ${JSON.stringify(permission)} }`,
    );
    if (text === app.text) throw new CannotMigrate('app.json of format 1 needs the key "configEditors".');
    const { root } = readTree(new Map([["app.json", text]]), "app.json");
    return [
      {
        file: "app.json",
        words: `"configEditors" becomes "config", with the same editors and the "permission" whose holders are told when something in the config is wrong: "${permission}", which opens ${file}. Choose another one there if others are to be told.`,
        text,
      },
      {
        file: "app.json",
        words: '"format" becomes 2.',
        text: replaceValue(text, root, ["format"], "2"),
      },
    ];
  },
};
