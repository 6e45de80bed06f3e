import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { type Loose, libraryWith, PLUGINS } from "../../model/library.ts";

const BOOKS = "entities/books.json";

/** What is reported of the library with changes: code and pointer. */
async function reported(changes: Parameters<typeof libraryWith>[0]): Promise<string[]> {
  const { config, problems } = checkConfig(await libraryWith(changes), PLUGINS);
  expect(config).toBeUndefined();
  return problems.map(({ code, file, path }) => `${code} ${file}#${path}`);
}

const books = (change: (json: Loose) => void) => reported({ [BOOKS]: change });

describe("a shape that is wrong hides nothing else, and nothing is made up", () => {
  it("a shape of one field, two mistakes elsewhere in the file: three are reported", async () => {
    expect(
      await books((json) => {
        json.schema.properties.price.maximum = "500";
        json.schema.properties.summary.widget = "texarea";
        json.list.columns[3].field = "yaer";
      }),
    ).toEqual([
      `WRONG_TYPE ${BOOKS}#/schema/properties/price/maximum`,
      `UNKNOWN_WIDGET ${BOOKS}#/schema/properties/summary/widget`,
      `UNKNOWN_FIELD ${BOOKS}#/list/columns/3/field`,
    ]);
  });

  it("a field of unknown kind is no reason to suspect what names it", async () => {
    const names = ["title", "genre", "subject", "cover", "photos", "available", "scores"];
    for (const name of names) {
      for (const break_ of [
        (field: Loose) => delete field.type,
        (field: Loose) => Object.assign(field, { type: "txet" }),
        (field: Loose) => Object.assign(field, { widgit: "text" }),
        (field: Loose) => Object.assign(field, { properties: 5 }),
        (field: Loose) => Object.assign(field, { items: { type: "nothing" } }),
        (field: Loose) => Object.assign(field, { messages: ["x"] }),
        (field: Loose) => Object.assign(field, { reference: { label: "name" } }),
      ]) {
        const found = await books((json) => break_(json.schema.properties[name]));
        expect(found.length, name).toBeGreaterThan(0);
        for (const one of found) expect(one).toMatch(`${BOOKS}#/schema/properties/${name}`);
      }
    }
  });

  it("a field that is no object is still there by its name", async () => {
    expect(
      await books((json) => {
        json.schema.properties.year = "integer";
      }),
    ).toEqual([`WRONG_TYPE ${BOOKS}#/schema/properties/year`]);
  });

  it("what stands alone is reported of a broken field too", async () => {
    expect(
      await books((json) => {
        Object.assign(json.schema.properties.isbn, { maxLength: "13", pattern: "[", widget: "texd" });
        Object.assign(json.schema.properties.subject, { width: 3 });
        json.schema.properties.subject.reference.entity = "subject";
      }),
    ).toEqual([
      `BAD_PATTERN ${BOOKS}#/schema/properties/isbn/pattern`,
      `WRONG_TYPE ${BOOKS}#/schema/properties/isbn/maxLength`,
      `UNKNOWN_WIDGET ${BOOKS}#/schema/properties/isbn/widget`,
      `UNKNOWN_ENTITY ${BOOKS}#/schema/properties/subject/reference/entity`,
      `NOT_ALLOWED ${BOOKS}#/schema/properties/subject/width`,
    ]);
  });

  it("columns behind a broken one keep their places", async () => {
    const { problems } = checkConfig(
      await libraryWith({
        [BOOKS]: (json) => {
          json.list.columns[1] = 7;
          delete json.list.columns[4].field;
          json.list.columns[5].field = "scores.reader";
          json.list.columns[2].cell = "lable";
        },
      }),
      PLUGINS,
    );
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "WRONG_TYPE /list/columns/1",
      "UNKNOWN_CELL /list/columns/2/cell",
      "MISSING_KEY /list/columns/4",
      "UNKNOWN_FIELD /list/columns/5/field",
    ]);
    const lines = (await libraryWith({ [BOOKS]: () => undefined })).get(BOOKS)?.split("\n") ?? [];
    expect(lines.length).toBeGreaterThan(problems[3]?.line ?? 0);
    expect(problems.map(({ line }) => line)).toEqual(problems.map(({ line }) => line).sort((a, b) => a - b));
  });

  it("what an entity lacks as a whole hides nothing inside it, nor in other files", async () => {
    expect(
      await reported({
        [BOOKS]: (json) => {
          delete json.label;
          delete json.listKey;
          json.lable = "book";
          json.list.defaultSort = { field: "titel", order: "up" };
        },
        "entities/loans.json": (json) => {
          json.permission = "lendin";
        },
      }),
    ).toEqual([
      `MISSING_KEY ${BOOKS}#`,
      `NOT_ALLOWED ${BOOKS}#/list/defaultSort/order`,
      `UNKNOWN_KEY ${BOOKS}#/lable`,
      "UNKNOWN_PERMISSION entities/loans.json#/permission",
    ]);
  });

  it("a limit of the app and a field of its registration", async () => {
    expect(
      await reported({
        "app.json": (json) => {
          json.limits.pageSize = 0;
          json.registration.schema.properties.role.title = 5;
          json.menu[0].permission = "stok";
        },
      }),
    ).toEqual([
      "WRONG_TYPE app.json#/registration/schema/properties/role/title",
      "UNKNOWN_PERMISSION app.json#/menu/0/permission",
      "BAD_VALUE app.json#/limits/pageSize",
    ]);
  });

  it("commas hide nothing either", async () => {
    expect(
      await reported({
        [BOOKS]: (_, text) =>
          text.replace('"label": "book",', '"label": "book"').replace('"stock"', '"stok"'),
      }),
    ).toEqual([`JSON_SYNTAX ${BOOKS}#`, `UNKNOWN_PERMISSION ${BOOKS}#/permission`]);
  });

  it("any value made wrong never stops the checks, and is reported in a whole sentence", async () => {
    const files = await libraryWith();
    const wrong: readonly unknown[] = [null, 7, "x", [], {}, ["x"], { x: 1 }, true];
    for (const path of [BOOKS, "entities/loans.json", "app.json"]) {
      const places = pointers(JSON.parse(files.get(path) ?? ""));
      for (const [index, place] of places.entries()) {
        if (index % 5 !== 0) continue;
        const json = JSON.parse(files.get(path) ?? "");
        set(json, place, wrong[index % wrong.length]);
        const changed = new Map(files).set(path, JSON.stringify(json));
        for (const problem of checkConfig(changed, PLUGINS).problems) {
          expect(formatProblem(problem)).toMatch(/^[\w-]+(\/[\w-]+)?\.json:\d+:\d+ .+ \[[A-Z_]+\]$/);
        }
      }
    }
  });
});

function pointers(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [[key], ...pointers(Reflect.get(value, key)).map((rest) => [key, ...rest])]);
}

function set(root: unknown, place: readonly (string | number)[], to: unknown): void {
  const around = place.slice(0, -1).reduce<Loose>((here, key) => here[key], root);
  around[place.at(-1) ?? ""] = to;
}
