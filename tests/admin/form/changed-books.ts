import { library } from "./library.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests change written JSON
export type Books = any;
/** Without samples: those would have to change with their fields. */
const SAMPLES = Object.fromEntries(
  ["books", "loans", "members", "reading-lists", "subjects"].map((name) => [
    `samples/${name}.json`,
    undefined,
  ]),
);
export const books = (change: (json: Books) => void) =>
  library({ ...SAMPLES, "entities/books.json": change });
export const properties = (change: (all: Books) => void) => books((json) => change(json.schema.properties));
/** A field that is no more, wherever it was named. */
export const drop = (json: Books, name: string) => {
  delete json.schema.properties[name];
  json.schema.required = json.schema.required.filter((one: string) => one !== name);
  json.list.columns = json.list.columns.filter(({ field }: Books) => field.split(".")[0] !== name);
  json.list.filters = json.list.filters.filter((one: Books) => (one.field ?? one).split(".")[0] !== name);
  delete json.rights.fields[name];
  for (const tab of json.form.tabs) tab.fields = tab.fields.flat().filter((one: string) => one !== name);
};
