import { expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { type JsonChange, libraryWith, PLUGINS } from "../../model/library.ts";
import { placesOf } from "./places.ts";

const BOOKS = "entities/books.json";
const P = "/schema/properties";
const text = { type: "string", title: "x" };
const books = (change: JsonChange) => placesOf({ [BOOKS]: change });

it.each([
  ["my-title", "mytitle"],
  ["2nd author", "ndauthor"],
  ["-title", undefined],
  ["書名", undefined],
])("in place of the name %j of a field, which is none, %s is proposed", async (name, usable) => {
  const files = await libraryWith({
    [BOOKS]: (json) => {
      json.schema.properties[name] = text;
    },
  });
  const { problems } = checkConfig(files, PLUGINS);
  expect(problems.map(({ code, path }) => [code, path])).toEqual([["FIELD_NAME", `${P}/${name}`]]);
  expect(problems[0]?.hint).toMatch(usable === undefined ? /^Choose a name of / : `Write "${usable}", for`);
});

it("a field inside another is not unique, as only one that has a column can be", async () => {
  const inside = (more: object) =>
    books((json) => {
      json.schema.properties.binding = {
        type: "object",
        title: "Binding",
        properties: { code: { ...text, messages: { unique: "x" }, ...more } },
      };
    });
  expect(await inside({ unique: true })).toEqual([
    `FIELD_SHAPE ${BOOKS}#${P}/binding/properties/code/unique`,
  ]);
});

it("a field does not equal itself", async () => {
  const found = await books((json) => {
    json.schema.properties.again = { ...text, equals: "again", messages: { equals: "x" } };
  });
  expect(found).toEqual([expect.stringContaining(`${BOOKS}#${P}/again/equals`)]);
});
