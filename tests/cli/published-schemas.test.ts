import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Ajv } from "ajv";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { schema, schemaFiles } from "../../src/cli/schema.ts";
import { publishSchemas } from "../../src/compiler/publish/publish-schemas.ts";
import { readFolder } from "../../src/compiler/source/read-folder.ts";
import { FIELD_TYPES, FORMATS } from "../../src/model/field-schema.ts";
import { valueType } from "../../src/model/value-type.ts";
import { installedPlugins } from "../../src/node/installed-plugins.ts";
import { runCommand } from "./terminal.ts";

const { registry } = installedPlugins();
const published = schemaFiles(registry);
const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new Map(
  [...published].map(([path, text]) => [path, ajv.compile(JSON.parse(text))] as const),
);

/** What a published schema has against a value. */
function complaints(kind: string, value: unknown): string[] {
  const validate = validators.get(`schema/${kind}.json`);
  if (validate === undefined) throw new Error(`No schema is published for ${kind}.`);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

function kindOf(path: string): string {
  if (path.startsWith("entities/")) return "entity";
  return path.startsWith("samples/") ? "samples" : path.replace(".json", "");
}

/** The library's books with one field changed. */
async function booksWith(
  change: (fields: Record<string, Record<string, unknown>>) => void,
): Promise<unknown> {
  const books = JSON.parse(await readFile("tests/fixtures/library/entities/books.json", "utf8"));
  change(books.schema.properties);
  return books;
}

describe("config/schema", () => {
  it("is what the model and the installed plugins say", async () => {
    for (const [path, text] of published) {
      const found = await readFile(`config/${path}`, "utf8").catch(() => "");
      expect(found === text, `config/${path} is not current: run "npm run schema"`).toBe(true);
    }
  });

  it("holds for every file of the config and of the library", async () => {
    for (const folder of ["config", "tests/fixtures/library"]) {
      for (const [path, text] of await readFolder(folder)) {
        expect(complaints(kindOf(path), JSON.parse(text)), `${folder}/${path}`).toEqual([]);
      }
    }
  });

  it("holds for every plugin's manifest", () => {
    for (const { manifest } of [...registry.widgets.values(), ...registry.cells.values()]) {
      expect(complaints("plugin", manifest), manifest.name).toEqual([]);
    }
  });

  it("is complete in itself: every reference leads to a definition, none of them is left over", () => {
    for (const [path, text] of published) {
      const { definitions = {} } = JSON.parse(text);
      const named = [...text.matchAll(/"\$ref": "([^"]*)"/g)].map(([, ref]) => ref);
      expect(new Set(named), path).toEqual(
        new Set(Object.keys(definitions).map((name) => `#/definitions/${name}`)),
      );
      expect(text, path).not.toContain('"$id"');
    }
  });

  it("explains every key", () => {
    const silent: string[] = [];
    for (const [path, text] of published) {
      const root = JSON.parse(text);
      visit(root, root, path, silent);
    }
    expect(silent).toEqual([]);
  });
});

/** Collects the keys without a description; those of a condition repeat what is explained elsewhere. */
function visit(value: unknown, root: unknown, at: string, silent: string[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "if" || key === "then" || key === "else") continue;
    if (key === "properties" && !at.endsWith("properties")) {
      for (const [name, one] of Object.entries<Record<string, unknown>>(inner)) {
        const ref = one.$ref;
        const target = typeof ref === "string" ? follow(root, ref) : one;
        if (typeof target !== "object" || !Object.hasOwn(target ?? {}, "description")) {
          silent.push(`${at}: ${name}`);
        }
      }
    }
    visit(inner, root, `${at}/${key}`, silent);
  }
}

function follow(root: unknown, ref: string): unknown {
  const steps = ref.slice("#/".length).split("/");
  return steps.reduce<unknown>((here, step) => Reflect.get(Object(here), step), root);
}

describe("npm run schema for another config folder", () => {
  let folder = "";
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "schema-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  const written = async () => {
    const names = await readdir(join(folder, "schema"));
    const texts = new Map<string, string>();
    for (const name of names)
      texts.set(`schema/${name}`, await readFile(join(folder, "schema", name), "utf8"));
    return texts;
  };

  it.each([
    ["that is named", () => [[folder], { CONFIG_DIR: "config" }] as const],
    ["of CONFIG_DIR", () => [[], { CONFIG_DIR: folder }] as const],
  ])("%s writes them beside its files, and nothing else", async (_which, given) => {
    const [args, env] = given();
    const { code, output } = await runCommand(schema, args, env);
    expect(code).toBe(0);
    expect(await written()).toEqual(new Map(published));
    expect(output.split("\n").sort()).toEqual(
      [...published.keys()].map((path) => `Written: ${join(folder, path)}`).sort(),
    );
    const again = await runCommand(schema, args, env);
    expect(again.output).toBe(`The schemas in ${join(folder, "schema")} and the plugins' types are current.`);
  });

  it("is told what it is, by a config whose files name them as the page says", async () => {
    const page = await readFile("config/README.md", "utf8");
    const named = [...page.matchAll(/`"\$schema": "([^"]+)"`/g)].map(([, path = ""]) => path);
    expect(named).toEqual(["../schema/entity.json", "./schema/app.json", "./schema/messages.json"]);
    for (const path of named) expect(published.has(path.replace(/^\.+\//, ""))).toBe(true);
  });

  it("that is not there is refused", async () => {
    const { code, errors } = await runCommand(schema, [join(folder, "clinic")]);
    expect([code, errors]).toEqual([2, expect.stringContaining("There is no folder")]);
  });
});

// biome-ignore format: one line for each mistake
describe("a published schema refuses", () => {
  const FIELDS = "/schema/properties";

  it.each([
    ["a typo in a key", "entity", (f) => Object.assign(f.title ?? {}, { maxLenght: 3 }), `${FIELDS}/title additionalProperties`],
    ["an unknown widget", "entity", (f) => Object.assign(f.title ?? {}, { widget: "texd" }), `${FIELDS}/title/widget enum`],
    ["a widget for another kind of value", "entity", (f) => Object.assign(f.title ?? {}, { widget: "switch" }), `${FIELDS}/title/widget enum`],
    ["a widget where none can be", "entity", (f) => Object.assign(f.scores ?? {}, { options: {} }), `${FIELDS}/scores/options false schema`],
    ["a widget's wrong option", "entity", (f) => Object.assign(f.summary ?? {}, { options: { rows: "many" } }), `${FIELDS}/summary/options/rows type`],
    ["an option of another widget", "entity", (f) => Object.assign(f.summary ?? {}, { options: { unit: "km" } }), `${FIELDS}/summary/options additionalProperties`],
    ["an option of none, the usual widget's", "entity", (f) => Object.assign(f.year ?? {}, { options: { unti: "km" } }), `${FIELDS}/year/options additionalProperties`],
    ["a message of no rule", "entity", (f) => Object.assign(f.title?.messages ?? {}, { requierd: "x" }), `${FIELDS}/title/messages additionalProperties`],
    ["a typo in a condition", "entity", (f) => Object.assign(f.title ?? {}, { conditions: [{ when: { feild: "year" } }] }), `${FIELDS}/title/conditions/0/when additionalProperties`],
    ["a typo deep inside", "entity", (f) => Object.assign(f.photos?.items ?? {}, { tpye: 1 }), `${FIELDS}/photos/items additionalProperties`],
  ] as [string, string, (fields: Record<string, Record<string, Record<string, unknown>>>) => void, string][])(
    "%s",
    async (_, kind, change, complaint) => {
      const value = await booksWith((fields) => change(fields as Parameters<typeof change>[0]));
      expect(complaints(kind, value)).toContain(complaint);
    },
  );

  it("an unknown cell, and a cell's wrong option", async () => {
    const books = JSON.parse(await readFile("tests/fixtures/library/entities/books.json", "utf8"));
    books.list.columns[0].cell = "texd";
    books.list.columns[1] = { field: "year", cell: "number", options: { decimals: "two" } };
    const said = complaints("entity", books);
    expect(said).toContain("/list/columns/0/cell enum");
    expect(said.some((one) => one.startsWith("/list/columns/1/options"))).toBe(true);
  });

  it("a sentence that nothing says, in messages.json and in an entity", async () => {
    const messages = JSON.parse(await readFile("config/messages.json", "utf8"));
    expect(complaints("messages", { ...messages, en: { ...messages.en, "form.sav": "x" } })).toEqual([
      "/en additionalProperties",
    ]);
    const books = JSON.parse(await readFile("tests/fixtures/library/entities/books.json", "utf8"));
    expect(complaints("entity", { ...books, messages: { "list.emtpy": "x" } })).toEqual([
      "/messages additionalProperties",
    ]);
  });

  it("a typo in app.json", async () => {
    const app = JSON.parse(await readFile("config/app.json", "utf8"));
    expect(complaints("app", { ...app, titel: "x" })).toEqual([" additionalProperties"]);
  });
});

it("published for the product's own plugins alone let through none of others, and no sentence of theirs", () => {
  const own = (plugins: typeof registry.widgets) =>
    new Map([...plugins].filter(([, { folder }]) => folder.startsWith("src/")));
  const { entity, messages } = publishSchemas({ widgets: own(registry.widgets), cells: own(registry.cells) });
  const refused = (definition: string, value: object) => {
    const validate = ajv.compile({ definitions: entity.definitions, $ref: `#/definitions/${definition}` });
    validate(value);
    return (validate.errors ?? []).map(({ instancePath }) => instancePath);
  };
  const text = { type: "string", title: "Title" };
  expect(refused("FieldSchema", { ...text, widget: "text", messages: { required: "Please" } })).toEqual([]);
  expect(refused("FieldSchema", { ...text, messages: { tooLarge: "Too large" } })).toEqual(["/messages"]);
  expect(refused("FieldSchema", { ...text, widget: "rich-text" })).toContain("/widget");
  expect(refused("Column", { field: "title", cell: "text" })).toEqual([]);
  expect(refused("Column", { field: "title", cell: "rich-text" })).toContain("/cell");
  const texts = ajv.compile(messages);
  const said = [texts({ en: { "form.save": "Save" } }), texts({ en: { "images.tooLarge": "x" } })];
  expect(said).toEqual([true, false]);
});

describe("the kind of value", () => {
  const { entity } = publishSchemas(registry);
  const field = ajv.compile({ ...entity, $ref: "#/definitions/FieldSchema" });

  it("is told apart as the runtime tells it: a widget is let through exactly where it serves the kind", () => {
    const schema = fc.record(
      {
        type: fc.constantFrom(...FIELD_TYPES),
        format: fc.constantFrom(...FORMATS),
        enum: fc.constant<string[]>(["a"]),
        reference: fc.constant({ entity: "e", label: "l" }),
        image: fc.boolean(),
        items: fc.oneof(
          fc.constant({ type: "object" as const, image: true }),
          fc.constant({ type: "string" as const }),
        ),
      },
      { requiredKeys: ["type"] },
    );
    const widget = fc.constantFrom(...registry.widgets.values());
    fc.assert(
      fc.property(schema, widget, (written, { manifest }) => {
        const options = manifest.options?.required === undefined ? {} : { options: { part: "city" } };
        const fits = manifest.values.includes(valueType(written));
        field({ ...written, widget: manifest.name, ...options });
        const refused = (field.errors ?? []).some(({ instancePath }) => instancePath === "/widget");
        expect(refused).toBe(!fits);
      }),
      { numRuns: 500 },
    );
  });
});
