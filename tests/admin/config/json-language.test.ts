import { describe, expect, it } from "vitest";
import { makeJsonLanguage } from "../../../src/admin/config/editor/json-language.ts";
import type { KnownNames } from "../../../src/admin/config/editor/names-at.ts";
import { publishSchemas } from "../../../src/compiler/publish/publish-schemas.ts";
import { PLUGINS } from "../../model/library.ts";
import { fillInMarked } from "./fill-in.ts";

const known: KnownNames = {
  entities: ["books", "shelves"],
  permissions: ["stock"],
  roles: ["keeper"],
  languages: ["en"],
  fieldsOf: (entity) => (entity === "shelves" ? ["code", "floor"] : []),
  columnsOf: (entity) => (entity === "shelves" ? ["code", "room.name"] : []),
};
const schemas = publishSchemas(PLUGINS);
const language = makeJsonLanguage(schemas.entity, () => known);
const app = makeJsonLanguage(schemas.app, () => known);

/** A text with `|` where the cursor stands. */
function at(marked: string): [text: string, cursor: number] {
  return [marked.replace("|", ""), marked.indexOf("|")];
}
const labels = async (marked: string, by = language) =>
  (await by.proposals(...at(marked))).map(({ label }) => label);
/** The text after a proposal was taken, the place to go on at in square brackets. */
async function taken(marked: string, label: string): Promise<string> {
  const [text, cursor] = at(marked);
  const one = (await language.proposals(text, cursor)).find((proposal) => proposal.label === label);
  if (one === undefined) throw new Error(`No ${label}`);
  return text.slice(0, one.from) + fillInMarked(one.insert) + text.slice(one.to);
}
const field = (inner: string) => `{ "schema": { "properties": { "a": { ${inner} } } } }`;

describe("what is proposed", () => {
  it("keys of a field", async () => {
    const found = await labels('{ "schema": { "type": "object", "properties": { "a": { "| } } } }');
    expect(found).toContain("maxLength");
    expect(found).toContain("widget");
  });

  it("names of fields, for what a webhook sends", async () => {
    const text = '{ "schema": { "properties": { "a": {}, "b": {} } }, "webhooks": [{ "fields": ["|"] }] }';
    expect(await labels(text)).toEqual(['"a"', '"b"']);
  });

  it("in the order in which people need them, those first that nearly every field has", async () => {
    const keys = await labels(field('"|"'));
    expect(keys.slice(0, 6)).toEqual(["type", "title", "format", "enum", "labels", "reference"]);
    expect(keys.indexOf("description")).toBeLessThan(keys.indexOf("minLength"));
    expect(await labels(field('"type": "string", "|"'))).not.toContain("type");
    const top = await labels('{ "|" }');
    expect([top[0], top.at(-1)]).toEqual(["label", "$schema"]);
    expect(await labels(field('"type": |'))).toEqual(
      ["string", "number", "integer", "boolean", "object", "array"].map((one) => `"${one}"`),
    );
  });

  it("keys that the field's type can have, and no others", async () => {
    const keys = await labels(field('"type": "boolean", "|"'));
    expect(keys).toEqual(expect.arrayContaining(["title", "default", "conditions"]));
    for (const other of ["maxLength", "minimum", "enum", "format", "reference", "items", "properties"])
      expect(keys).not.toContain(other);
    expect(await labels(field('"type": "number", "|"'))).toEqual(expect.arrayContaining(["minimum", "enum"]));
    expect(await labels(field('"type": "array", "items": { "type": "string", "|" }'))).toContain("maxLength");
  });

  it("is explained, and knows what it replaces", async () => {
    const [text, cursor] = at('{ "lab|" }');
    const label = (await language.proposals(text, cursor)).find((one) => one.label === "label");
    expect(label).toMatchObject({ kind: "key", explanation: "What one record is called." });
    expect(text.slice(label?.from, label?.to)).toBe('"lab"');
    expect(label?.insert.startsWith('"label"')).toBe(true);
  });

  it("values that a key can have", async () => {
    const found = await labels('{ "list": { "defaultSort": { "order": | } } }');
    expect(found).toEqual(expect.arrayContaining(['"asc"', '"desc"']));
  });

  it("in an inverse list the entities, the other's fields and its columns", async () => {
    const list = (inner: string) => `{ "referredBy": [{ "entity": "shelves", ${inner} }] }`;
    expect(await labels('{ "referredBy": [{ "entity": | }] }')).toEqual(['"books"', '"shelves"']);
    expect(await labels(list('"field": |'))).toEqual(['"code"', '"floor"']);
    expect(await labels(list('"columns": [|]'))).toEqual(['"code"', '"room.name"']);
    expect(await labels(list('"sort": { "field": | }'))).toEqual(['"code"', '"room.name"']);
  });

  it("names of the installed widgets that can edit such a value", async () => {
    const field =
      '{ "schema": { "type": "object", "properties": { "a": { "type": "string", "widget": | } } } }';
    expect((await labels(field)).sort()).toEqual(['"password"', '"text"', '"textarea"']);
  });
});

describe("a key that is taken", () => {
  it("comes with colon, a value to go on with, and a comma where something follows", async () => {
    expect(await taken(field('"ty|"'), "type")).toBe(field('"type": "⟦⟧"'));
    expect(await taken(field('"ty|" "title": "x"'), "type")).toBe(field('"type": "⟦⟧", "title": "x"'));
    expect(await taken(field('"|, "title": "x"'), "type")).toBe(field('"type": "⟦⟧", "title": "x"'));
    expect(await taken(field("ty|"), "type")).toBe(field('"type": "⟦⟧"'));
    expect(await taken(field('"un|"'), "unique")).toBe(field('"unique": ⟦true⟧'));
    expect(await taken(field('"ref|"'), "reference")).toBe(
      field('"reference": { "entity": "⟦⟧", "label": "" }'),
    );
    expect(await taken(field('"en|" "title": "x"'), "enum")).toBe(field('"enum": ["⟦⟧", ""], "title": "x"'));
    expect(await taken('{ "$s|" }', "$schema")).toBe('{ "$schema": "⟦⟧" }');
  });

  it("is the key alone where its colon is there", async () => {
    expect(await taken(field('"ty|": "string"'), "type")).toBe(field('"type"⟦⟧: "string"'));
    expect(await taken(field('"ty|": '), "type")).toBe(field('"type"⟦⟧: '));
  });

  it("a value never leaves half a quote", async () => {
    expect(await taken(field('"type": "|'), '"string"')).toBe(field('"type": "string"⟦⟧'));
    expect(await taken(field('"type": "str|"'), '"string"')).toBe(field('"type": "string"⟦⟧'));
    expect(await taken(field('"type": "|, "title": "x"'), '"string"')).toBe(
      field('"type": "string"⟦⟧, "title": "x"'),
    );
  });
});

describe("names", () => {
  const fields = `"schema": { "required": ["|"], "properties": {
    "name": {}, "place": { "reference": { "entity": "shelves" } }, "size": { "properties": { "wide": {} } } } }`;
  const entity = (place: string) => `{ ${place}, ${fields.replace("|", "")} }`;

  it("of the entity's fields are proposed wherever one is named", async () => {
    const own = ['"name"', '"place"', '"size"'];
    expect(await labels(`{ ${fields} }`)).toEqual(own);
    for (const place of [
      '"labelField": "|"',
      '"display": { "title": "|" }',
      '"display": { "subtitle": { "en": "|" } }',
      '"list": { "search": { "field": "|" } }',
      '"form": { "tabs": [{ "fields": ["|"] }] }',
      '"form": { "tabs": [{ "fields": ["x", ["y", "|"]] }] }',
    ])
      expect((await labels(entity(place))).slice(0, 3)).toEqual(own);
  });

  it("of columns reach into objects and through references", async () => {
    const found = await labels(entity('"list": { "columns": [{ "field": "|" }] }'));
    expect(found).toEqual(
      ["name", "place", "size", "place.code", "place.floor", "size.wide"].map((one) => `"${one}"`),
    );
  });

  it("of entities and of the fields behind them, of permissions, roles and languages", async () => {
    expect(await labels(field('"reference": { "entity": "|" }'))).toEqual(['"books"', '"shelves"']);
    expect(await labels(field('"reference": { "entity": "shelves", "label": "|" }'))).toEqual([
      '"code"',
      '"floor"',
    ]);
    expect(await labels('{ "permission": "|" }')).toEqual(['"stock"']);
    expect(await labels('{ "language": "|" }')).toEqual(['"en"']);
    expect(await labels('{ "menu": [{ "entities": ["|"] }] }', app)).toEqual(['"books"', '"shelves"']);
    expect(await labels('{ "config": { "editors": ["|"] } }', app)).toEqual(['"keeper"']);
    const chart = '{ "home": { "tiles": [{ "entity": "shelves", "chart": { "by": "|" } }] } }';
    expect(await labels(chart, app)).toEqual(['"code"', '"floor"', '"createdAt"']);
    expect(await labels(chart.replace("by", "sum"), app)).toEqual(['"code"', '"floor"']);
    expect(await labels('{ "menu": [{ "permission": "|" }] }', app)).toEqual(['"stock"', "[]"]);
  });
});

describe("what is explained", () => {
  it("a key, in plain words", async () => {
    const [text, cursor] = at('{ "endpoints": { "rec|ord": "/a/{id}" } }');
    const said = await language.explain(text, cursor);
    expect(said?.text).toBe("The address of one record, below /api. {id} stands for the record.");
    expect(text.slice(said?.from, said?.to)).toBe('"record"');
  });

  it("nothing where nothing is known", async () => {
    expect(await language.explain(...at("| "))).toBeUndefined();
  });
});

describe("what is underlined", () => {
  const underlined = async (text: string) =>
    (await language.remarks(text)).map(({ from, to, text: said }) => [text.slice(from, to), said]);

  it("an unknown key", async () => {
    expect(await underlined('{ "lable": "x" }')).toContainEqual([
      '"lable"',
      expect.stringContaining("lable"),
    ]);
  });

  it("what is no JSON, whatever schema the file names", async () => {
    const found = await underlined('{ "$schema": "../no/such.json", "label": "x" "language": "en" }');
    expect(found.map(([text]) => text)).toContain('"language"');
    expect(found.map(([, said]) => said).join()).not.toMatch(/load schema/i);
  });
});
