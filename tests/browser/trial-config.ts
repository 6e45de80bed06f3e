import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { examplesOf } from "../../src/compiler/manifest/plugin-examples.ts";
import { parseJsonFile } from "../../src/compiler/source/json-file.ts";
import { RULES } from "../../src/model/keywords.ts";
import type { PluginExample, PluginManifest } from "../../src/model/plugin-manifest.ts";
import { isObject } from "../../src/record/json.ts";
import { type ExampleField, fieldsWithin } from "./example-value.ts";

const LIBRARY = "tests/fixtures/library";
const TEXT = { type: "string", title: "Text" } as const;

/** Fields by name. */
export type Properties = Readonly<Record<string, ExampleField>>;

/** A plugin that a story tries, in a form of its own: a text, `note`, and beside it `tried`, as its first example has it. */
export interface Trial {
  readonly plugin: string;
  readonly entity: string;
  readonly example: PluginExample;
  /** An option that the config gives, "" for a plugin without any, and where it stands: `entities/try-stars.json:20`. */
  readonly option: { readonly name: string; readonly place: string };
}

/**
 * Writes the library's config with a trial of each plugin, and with an entity for each that their examples refer to.
 * @param more properties of further entities, by id
 */
export async function writeTrials(
  folder: string,
  manifests: readonly PluginManifest[],
  more: Readonly<Record<string, Properties>> = {},
): Promise<readonly Trial[]> {
  await cp(LIBRARY, folder, { recursive: true });
  const entities = new Map(Object.entries(more));
  const trials = manifests.map((manifest): Omit<Trial, "option"> => {
    const [example] = examplesOf(manifest);
    if (example === undefined) throw new Error(`"${manifest.name}" has no example.`);
    const entity = `try-${manifest.name}`;
    const options = example.options ?? anyOption(manifest);
    const tried = { ...example.field, title: "Tried", widget: manifest.name, options };
    entities.set(entity, { note: { ...TEXT, title: "Note" }, tried, ...fieldsOf(example.record ?? {}) });
    for (const { reference } of fieldsWithin(example.field)) {
      if (reference === undefined) continue;
      const { entity: other, label, fields = [] } = reference;
      const texts = [label, ...fields].map((name) => [name, { ...TEXT, title: name }] as const);
      entities.set(other, { ...entities.get(other), ...Object.fromEntries(texts) });
    }
    return { plugin: manifest.name, entity, example };
  });
  const files = new Map(
    [...entities].map(([id, properties]) => [`entities/${id}.json`, entityText(id, properties)]),
  );
  for (const [file, text] of files) await writeFile(join(folder, file), text);
  const app = JSON.parse(await readFile(join(folder, "app.json"), "utf8"));
  app.menu.push({ label: "Trials", permission: "stock", entities: [...entities.keys()] });
  await writeFile(join(folder, "app.json"), JSON.stringify(app));
  return trials.map((trial) => ({ ...trial, option: optionOf(trial, files) }));
}

/** The sentences that the checks ask of a config for rules that people can break. */
function messagesOf(properties: Properties): Record<string, string> {
  const parts = Object.values(properties).flatMap(fieldsWithin);
  const rules = parts.flatMap((part) => Object.keys(part));
  const said = RULES.filter((rule) => rules.includes(rule) && rule !== "type");
  return Object.fromEntries(said.map((rule) => [`rule.${rule}`, `Breaks ${rule}`]));
}

/** So that there is a line to name. */
function anyOption({ options }: PluginManifest): Record<string, unknown> {
  const given = Object.entries(options?.properties ?? {}).flatMap(([name, { default: value, examples }]) => {
    const [example] = Array.isArray(examples) ? examples : [];
    return value === undefined && example === undefined ? [] : [[name, value ?? example]];
  });
  return Object.fromEntries(given.slice(0, 1));
}

function optionOf({ entity }: Omit<Trial, "option">, files: ReadonlyMap<string, string>): Trial["option"] {
  const file = `entities/${entity}.json`;
  const text = files.get(file) ?? "";
  const [name = ""] = Object.keys(JSON.parse(text).schema.properties.tried.options);
  const pointer = `/schema/properties/tried${name === "" ? "" : `/options/${name}`}`;
  const place = parseJsonFile(file, text).file?.place(pointer);
  return { name, place: `${file}:${place?.line}` };
}

/** Fields for the values of others that an example needs. */
function fieldsOf(record: Readonly<Record<string, unknown>>): Properties {
  const fields = Object.entries(record).map(([name, value]): readonly [string, ExampleField] => [
    name,
    isObject(value) ? { type: "object", title: name, properties: fieldsOf(value) } : { ...TEXT, title: name },
  ]);
  return Object.fromEntries(fields);
}

function entityText(id: string, properties: Properties): string {
  const [labelField = ""] = Object.keys(properties);
  const config = {
    label: id,
    language: "en",
    permission: "stock",
    endpoints: { list: `/rest/${id}`, record: `/rest/${id}/{id}` },
    listKey: id,
    labelField,
    messages: messagesOf(properties),
    menu: { label: id, create: `Create ${id}`, list: `All ${id}` },
    schema: { type: "object", properties },
    form: { title: { create: `New ${id}`, edit: `Edit ${id}` } },
    list: {
      title: `List of ${id}`,
      columns: [{ field: labelField }],
      search: { field: labelField },
      deleteConfirm: "Delete?",
    },
  };
  return JSON.stringify(config, null, 2);
}
