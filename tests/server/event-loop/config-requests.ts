import { textVersion } from "../../../src/server/config/text-version.ts";
import type { ConfigFiles } from "../../../src/wire/config-editing.ts";
import type { Ask, Body, Surroundings } from "./heavy-request.ts";

const MB = 1024 * 1024;

/** The most that the page of the config takes of one text. */
const TEXT_LENGTH = 256 * 1024;
const TEXT_VALUES = 10_000;

/** Texts of files, as long and as full as they are taken: what holds, and what does not; and one of the whole body. */
export function heavyTexts({
  files,
}: Surroundings): readonly [what: string, files: Record<string, string>][] {
  const heavy: [string, Record<string, string>][] = [];
  const entity = [...files.keys()].find((path) => path.startsWith("entities/")) ?? "";
  const samples = entity.replace("entities/", "samples/");
  for (const path of ["app.json", "messages.json", entity, samples]) {
    const text = files.get(path) ?? "";
    heavy.push(
      [`${path} of brackets`, { [path]: "[".repeat(TEXT_VALUES - 1) }],
      [`${path} of quotes`, { [path]: '"'.repeat(TEXT_VALUES * 4) }],
      [`${path} of commas`, { [path]: `{"a":[${"1,".repeat(TEXT_VALUES - 5)}1]}` }],
      [`${path} of unknown keys`, { [path]: objectOf(TEXT_VALUES - 5) }],
      [`${path} of objects`, { [path]: `[${'{"a":1},'.repeat(TEXT_VALUES / 2 - 5)}1]` }],
      [`${path} with blanks`, { [path]: text + " ".repeat(TEXT_LENGTH - text.length) }],
    );
  }
  const fields = JSON.parse(files.get(entity) ?? "{}");
  const empty = JSON.stringify(fields).length;
  const room = TEXT_VALUES - JSON.stringify(fields).split(/[[{,]/).length - 10;
  for (let at = 0; at < Math.min(room / 3, (TEXT_LENGTH - empty) / 50); at += 1)
    fields.schema.properties[`more${at}`] = { type: "string", title: `More ${at}` };
  const named = JSON.parse(files.get(entity) ?? "{}");
  named.label = "x".repeat(TEXT_LENGTH - empty - 100);
  const [sample] = JSON.parse(files.get(samples) ?? "[{}]");
  const all = copiesOf(sample, most(sample));
  return [
    ...heavy,
    [`${entity} with thousands of fields`, { [entity]: JSON.stringify(fields) }],
    [`${entity} with a long label`, { [entity]: JSON.stringify(named) }],
    [`${samples} of ${all.length}`, { [samples]: JSON.stringify(all) }],
    ["brackets in the whole body", { "app.json": "[".repeat(4 * MB - 1_000) }],
  ];
}

/** As many samples as a text may hold. */
function most(sample: object): number {
  const one = JSON.stringify(sample);
  return Math.floor(Math.min(TEXT_VALUES / (one.split(/[[{,]/).length + 1), TEXT_LENGTH / (one.length + 30)));
}

function copiesOf(sample: object, count: number): readonly object[] {
  return Array.from({ length: count }, (_, at) => ({ ...sample, _id: at.toString(16).padStart(24, "0") }));
}

/** Over the versions that are there now, the first of these texts that are others; the last, where none are. */
export async function savedBody(several: readonly Texts[], ask: Ask): Promise<Body> {
  const listed = (await ask("/config/files")) as ConfigFiles;
  const versions = new Map(listed.files.map(({ path, version }) => [path, version]));
  const isOther = (texts: Texts) =>
    Object.entries(texts).some(([path, text]) => versions.get(path) !== textVersion(text));
  const files = Object.fromEntries(
    Object.entries(several.find(isOther) ?? several.at(-1) ?? {}).map(([path, text]) => [
      path,
      { text, version: versions.get(path) ?? null },
    ]),
  );
  return { type: "application/json", bytes: JSON.stringify({ files }) };
}

/**
 * Heavy texts that hold, two each to be saved in turn, so that each run changes something; all go back to what was there,
 * in the last one.
 */
export function heavySaves({ files }: Surroundings): readonly (readonly [what: string, Texts, Texts])[] {
  const textOf = (path: string) => files.get(path) ?? "";
  const entity = [...files.keys()].find((path) => path.startsWith("entities/")) ?? "";
  const samples = entity.replace("entities/", "samples/");
  const blank = (path: string, count: number) => textOf(path) + " ".repeat(count - textOf(path).length);
  const blanks = (path: string) => [{ [path]: blank(path, TEXT_LENGTH) }, { [path]: textOf(path) }] as const;
  const many = (count: number) => {
    const json = JSON.parse(textOf(entity));
    for (let at = 0; at < count; at += 1)
      json.schema.properties[`more${at}`] = { type: "string", title: `More ${at}` };
    return { [entity]: JSON.stringify(json) };
  };
  const named = (key: string) => {
    const json = JSON.parse(textOf(entity));
    json.label = key.repeat(MAX_LABEL);
    return { [entity]: JSON.stringify(json) };
  };
  const changed = (file: string, change: (json: ReturnType<typeof JSON.parse>) => void) => {
    const json = JSON.parse(textOf(file));
    change(json);
    return { [file]: JSON.stringify(json) };
  };
  const [sample] = JSON.parse(files.get(samples) ?? "[{}]");
  const schemas: Readonly<Record<string, { unique?: boolean }>> = JSON.parse(textOf(entity)).schema
    .properties;
  const unique = Object.keys(schemas).filter((name) => schemas[name]?.unique === true);
  const heavySamples = (count: number) => {
    const own = (at: number) => Object.fromEntries(unique.map((name) => [name, `${name} ${at}`]));
    const copies = copiesOf(sample, count).map((copy, at) => ({ ...copy, ...own(at) }));
    // Other samples refer to those that are there.
    return { [samples]: JSON.stringify([...JSON.parse(textOf(samples)), ...copies]) };
  };
  const hundreds = Math.floor(most(sample) * 0.8);
  const everyFile = (count: number) =>
    Object.fromEntries([...files].map(([path, text]) => [path, text + " ".repeat(count)]));
  return [
    ["app.json with blanks", ...blanks("app.json")],
    ["messages.json with blanks", ...blanks("messages.json")],
    [`${entity} with blanks`, ...blanks(entity)],
    [`${entity} with a hundred fields more or less`, many(100), many(0)],
    [`${entity} with a long label`, named("x"), named("y")],
    [`${entity} as it was`, many(0), { [entity]: textOf(entity) }],
    [
      "app.json, another title",
      changed("app.json", (json) => {
        json.title = `${json.title}!`;
      }),
      { "app.json": textOf("app.json") },
    ],
    [`${samples} of hundreds`, heavySamples(hundreds), heavySamples(hundreds - 1)],
    ["every file", everyFile(1), everyFile(0)],
  ];
}

const MAX_LABEL = 200;

type Texts = Readonly<Record<string, string>>;

function objectOf(keys: number): string {
  return `{${Array.from({ length: keys }, (_, at) => `"k${at}":1`).join(",")}}`;
}
