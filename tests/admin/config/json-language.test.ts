import { describe, expect, it } from "vitest";
import { makeJsonLanguage } from "../../../src/admin/config/editor/json-language.ts";
import { publishSchemas } from "../../../src/model/publish-schemas.ts";
import { PLUGINS } from "../../model/library.ts";

const language = makeJsonLanguage(publishSchemas(PLUGINS).entity);

/** A text with `|` where the cursor stands. */
function at(marked: string): [text: string, cursor: number] {
  return [marked.replace("|", ""), marked.indexOf("|")];
}
const labels = async (marked: string) => (await language.proposals(...at(marked))).map(({ label }) => label);

describe("what is proposed", () => {
  it("keys of a field", async () => {
    const found = await labels('{ "schema": { "type": "object", "properties": { "a": { "| } } } }');
    expect(found).toContain("maxLength");
    expect(found).toContain("widget");
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

  it("names of the installed widgets that can edit such a value", async () => {
    const field =
      '{ "schema": { "type": "object", "properties": { "a": { "type": "string", "widget": | } } } }';
    expect((await labels(field)).sort()).toEqual(['"password"', '"text"', '"textarea"']);
  });
});

describe("what is explained", () => {
  it("a key, in plain words", async () => {
    const [text, cursor] = at('{ "endpoints": { "rec|ord": "/a/{id}" } }');
    const said = await language.explain(text, cursor);
    expect(said?.text).toBe("Path below /api of one record, with {id}.");
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
