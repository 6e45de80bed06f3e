import { beforeAll, describe, expect, it } from "vitest";
import type { Config } from "../../../src/model/config.ts";
import {
  referringFields,
  shownFields,
  storedFields,
  tableShape,
} from "../../../src/server/records/table-shape.ts";
import { buildLibrary } from "../build-server.ts";

let runtime: Awaited<ReturnType<typeof buildLibrary>>;
let config: Config;
beforeAll(async () => {
  runtime = await buildLibrary({
    config: {
      "entities/books.json": (json) => {
        const text = (maxLength: number) => ({
          type: "string",
          title: "Text",
          maxLength,
          messages: { maxLength: "Too long" },
        });
        const list = (maxItems: number, items: object) => ({
          type: "array",
          title: "List",
          maxItems,
          messages: { maxItems: "Too many" },
          widget: "record-slots",
          items,
        });
        Object.assign(json.schema.properties, {
          short: text(20_000),
          long: text(20_001),
          object: { type: "object", title: "Object", properties: { a: text(10_000), b: text(10_001) } },
          few: list(20, text(1_000)),
          many: list(21, text(1_000)),
          chapters: list(2, { type: "object", properties: { text: { type: "string", format: "html" } } }),
        });
      },
    },
  });
  ({ config } = runtime);
});

const entity = (id: string) => {
  const found = config.entities.get(id);
  if (found === undefined) throw new Error(id);
  return found;
};
const shape = (id: string) => tableShape(config, entity(id), runtime.registry, undefined);
const names = (has: "mayBeLong" | "unlisted") =>
  shape("books")
    .columns.filter((column) => column[has] === true)
    .map(({ name }) => name);

describe("the table of an entity", () => {
  it("says which columns may be long, by all that is in them: few of their records are read at once", () => {
    expect(names("mayBeLong")).toEqual(["isbn", "summary", "note", "long", "object", "many", "chapters"]);
  });

  it("says which columns lists are answered without", () => {
    expect(names("unlisted")).toEqual(["note", "chapters"]);
  });

  it("has the filters of its list and of its views, the accounts' role, references that its search goes through, and what rights keep people to", () => {
    expect(shape("members").filters).toEqual(["role", "approved", "username"]);
    expect(shape("loans").filters).toEqual(["returned", "member", "lentOn", "returnedOn", "book"]);
    expect(shape("reading-lists").filters).toEqual(["updatedAt"]);
    expect(shape("books").filters).toContain("cover");
    expect(shape("books").filterKeys).toEqual({ cover: "filled", photos: "filled" });
    expect([shape("loans").mainSort, shape("loans").search]).toEqual(["lentOn", ["number"]]);
  });

  it("sorts once for each field", () => {
    const { sorts } = shape("books");
    expect(new Set(sorts).size).toBe(sorts.length);
  });
});

describe("what references show", () => {
  it("is the label and the named fields, that are there, never a secret", () => {
    const reference = {
      entity: "members",
      label: "username",
      fields: ["role", "password", "gone"],
      title: [],
    };
    expect(shownFields(reference, storedFields(entity("members")))).toEqual(["username", "role"]);
  });

  it("opens an entity to those who see a field that refers to it", () => {
    const referring = referringFields(config);
    expect(referring.get("books")?.map(({ from, top, reference }) => [from, top, reference.label])).toEqual([
      ["loans", "book", "title"],
      ["reading-lists", "books", "title"],
    ]);
    expect(referring.get("loans")).toEqual([]);
  });
});
