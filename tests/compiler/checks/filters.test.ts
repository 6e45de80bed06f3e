import { describe, expect, it } from "vitest";
import { checkFilter } from "../../../src/compiler/checks/check-filters.ts";
import { checkConfig } from "../../../src/compiler/compile.ts";
import type { EntityConfig } from "../../../src/model/entity-config.ts";
import type { Filter, FilterCondition } from "../../../src/model/filter.ts";
import { type Loose, libraryWith, PLUGINS } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";
import { told } from "./told.ts";

const BOOKS = "entities/books.json";

async function problemsWith(change: (list: Loose, fields: Loose, json: Loose) => void, file = BOOKS) {
  const files = await libraryWith({ [file]: (json) => change(json.list, json.schema.properties, json) });
  return { files, problems: checkConfig(files, PLUGINS).problems };
}

describe("filters of a list", () => {
  it.each([
    ["a field that is none", "colour", "UNKNOWN_FIELD", /"colour", which is no field/],
    ["a field with a typo", "genr", "UNKNOWN_FIELD", /Did you mean|no field/],
    ["a name of every object's", "constructor", "UNKNOWN_FIELD", /no field/],
    ["a field that lists leave out", "note", "NOT_LISTED", /answered without/],
    ["a field behind a reference", "subject.name", "UNKNOWN_FIELD", /does not look into "subject"/],
    ["an item of a list", "photos.0", "UNKNOWN_FIELD", /does not look into "photos"/],
    ["a part of a picture", "cover.fileName", "UNKNOWN_FIELD", /does not look into "cover"/],
    ["a part of an object that there is not", "scores.critics", "UNKNOWN_FIELD", /no field/],
    ["a field a second time", "genre", "FIELD_TWICE", /by "genre" already/],
    ["a field of the system's that is no filter", "isProtected", "UNKNOWN_FIELD", /no field/],
    ["a field of the system's without a label", "createdAt", "NO_LABEL", /has no label/],
  ])("%s is a problem", async (_, name, code, says) => {
    const { files, problems } = await problemsWith((list) => (list.filters = [...list.filters, name]));
    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]?.message).toMatch(says);
    expect(problems[0]?.file).toBe(BOOKS);
    expect(problems[0]?.path).toBe("/list/filters/8");
    expect(told(problems)).toMatchSnapshot();
    expectGone(files, PLUGINS);
  });

  it.each([
    ["a field that is never shown", "password", "UNKNOWN_FIELD"],
    ["a field of the form alone", "confirm", "UNKNOWN_FIELD"],
  ])("%s is a problem", async (_, name, code) => {
    const { problems } = await problemsWith((list) => (list.filters = [name]), "entities/members.json");
    expect(problems.map((problem) => problem.code)).toEqual([code]);
  });

  it("more than ten are a problem, and a label that is not in the screen's language", async () => {
    const eleven = await problemsWith(
      (list) => (list.filters = Array.from({ length: 11 }, (_, at) => `f${at}`)),
    );
    expect(eleven.problems.map(({ code, path }) => `${code} ${path}`)).toContain("BAD_VALUE /list/filters");
    const label = { field: "genre", label: { "zh-TW": "類型" } };
    const { problems } = await problemsWith((list) => (list.filters[0] = label));
    expect(problems.map(({ code, path, hint }) => [code, path, hint])).toEqual([
      ["NO_LABEL", "/list/filters/0/label", 'Add "en": "…".'],
    ]);
  });

  it("offer whether there is a value where people can leave it out: a yes/no with a default has one", async () => {
    const offered = async (fields: Readonly<Record<string, object>>, required: readonly string[] = []) => {
      const files = await libraryWith({
        // which lack what is required now
        "samples/subjects.json": undefined,
        "samples/books.json": undefined,
        "samples/loans.json": undefined,
        "samples/reading-lists.json": undefined,
        "entities/subjects.json": ({ schema, list }) => {
          schema.required.push(...required);
          for (const [name, field] of Object.entries(fields))
            schema.properties[name] = { type: "boolean", title: name, ...field };
          const inside = Object.keys(schema.properties.deep?.properties ?? {}).map((name) => `deep.${name}`);
          list.filters = [...Object.keys(fields).filter((name) => name !== "deep"), ...inside];
        },
      });
      const { config, problems } = checkConfig(files, PLUGINS);
      expect(problems).toEqual([]);
      const filters = config?.entities.get("subjects")?.list.filters ?? [];
      return filters.filter(({ mayBeEmpty }) => mayBeEmpty).map(({ field }) => field);
    };
    const conditions = [{ when: { field: "name", is: "x" }, show: false }];
    expect(
      await offered({
        yes: { default: true },
        no: { default: false },
        open: {},
        year: { type: "integer", default: 1 },
      }),
    ).toEqual(["open", "year"]);
    expect(await offered({ told: { messages: { required: "Say it" } } }, ["told"])).toEqual([]);
    expect(await offered({ hidden: { default: true, conditions } })).toEqual(["hidden"]);
    const yesNo = (more: object) => ({ type: "boolean", title: "x", ...more });
    const properties = { yes: yesNo({ default: true }), open: yesNo({}) };
    expect(await offered({ deep: { type: "object", properties } })).toEqual(["deep.open"]);
    expect(await offered({ deep: { type: "object", properties, conditions } })).toEqual([
      "deep.yes",
      "deep.open",
    ]);
  });

  it("that ask for what no record has are a problem: a required yes/no with a default, when it was made", async () => {
    const asking = async (field: string, change: (available: Loose) => void = () => {}) => {
      const { files, problems } = await problemsWith((list, { available }) => {
        change(available);
        list.views[0].filter = [{ field, op: "empty", value: true }];
      });
      expectGone(files, PLUGINS);
      return problems.map(({ code, path, message, hint }) => [code, path, message, hint]);
    };
    const at = "/list/views/0/filter/0/op";
    expect(await asking("available")).toEqual([
      ["NOT_ALLOWED", at, '"available" is never empty.', 'Write "op": "eq", with true or false.'],
    ]);
    expect(await asking("createdAt")).toEqual([
      ["NOT_ALLOWED", at, '"createdAt" is never empty.', "Remove this condition."],
    ]);
    // older records may be without it, and whoever made a record may be gone
    for (const field of ["year", "updatedBy"]) expect(await asking(field), field).toEqual([]);
    expect(await asking("available", (available) => delete available.default)).toEqual([]);
    const hidden = [{ when: { field: "year", above: 2000 }, show: false }];
    expect(await asking("available", (available) => (available.conditions = hidden))).toEqual([]);
  });

  it("that ask for what no record has are a problem inside an object too, if it and the yes/no in it are required", async () => {
    const messages = { required: "Say it" };
    const asking = async (outer: readonly string[], inner: readonly string[]) => {
      const { problems } = await problemsWith((list, fields, json) => {
        const sewn = { type: "boolean", title: "Sewn", default: true, messages };
        fields.binding = { type: "object", title: "x", required: inner, properties: { sewn }, messages };
        json.schema.required.push(...outer);
        list.views[0].filter = [{ field: "binding.sewn", op: "empty", value: true }];
      });
      return problems
        .filter(({ path }) => path.startsWith("/list"))
        .map(({ code, path }) => `${code} ${path}`);
    };
    expect(await asking(["binding"], ["sewn"])).toEqual(["NOT_ALLOWED /list/views/0/filter/0/op"]);
    expect(await asking(["binding"], [])).toEqual([]);
    expect(await asking([], ["sewn"])).toEqual([]);
  });

  it("are resolved with kind, label and values", async () => {
    const { config } = checkConfig(await libraryWith(), PLUGINS);
    const filters = config?.entities.get("books")?.list.filters ?? [];
    expect(filters.map(({ field, kind, label }) => [field, kind, label])).toEqual([
      ["genre", "choice", "Genre"],
      ["available", "boolean", "Available"],
      ["subject", "reference", "Subject"],
      ["year", "number", "Year"],
      ["photos", "filled", "Photos"],
      ["scores.readers", "number", "Readers' score"],
      ["updatedAt", "date", "Changed"],
      ["updatedBy", "text", "Changed by"],
    ]);
    expect(filters[0]?.values?.[0]).toEqual({ value: "novel", label: "Novel" });
    expect(filters[2]?.reference).toMatchObject({ entity: "subjects", label: "name" });
    expect(filters.map(({ mayBeEmpty }) => mayBeEmpty)).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      false,
      true,
    ]);
    expect(filters.map(({ isMoment }) => isMoment === true)).toEqual([...Array(6).fill(false), true, false]);
  });
});

describe("a filter of a config", () => {
  /** What is wrong with a filter on loans, or on books. */
  async function faults(filter: Filter, { entity = "loans", mayAsk = true } = {}) {
    const files = await libraryWith();
    const entities = new Map<string, { readonly value: EntityConfig }>();
    for (const [path, text] of files) {
      const [, id] = /^entities\/(.*)\.json$/.exec(path) ?? [];
      if (id !== undefined) entities.set(id, { value: JSON.parse(text) });
    }
    const value = entities.get(entity)?.value;
    const app = { value: JSON.parse(files.get("app.json") ?? "") };
    if (value === undefined) throw new Error(entity);
    const reported: string[] = [];
    const report = (path: string, code: string, fault: string | { readonly message: string }) =>
      reported.push(`${code} ${path} ${typeof fault === "string" ? fault : fault.message}`);
    const config = { app, entities, broken: new Set<object>() };
    checkFilter(config, value, filter, { report, at: "/f", mayAsk });
    return reported;
  }

  it("holds with each kind of field and value", async () => {
    expect(
      await faults([
        { field: "returned", op: "eq", value: false },
        { field: "member", op: "eq", value: { account: "_id" } },
        { field: "book", op: "in", value: ["a", "b"] },
        { field: "lentOn", op: "gte", value: { today: -7 } },
        { field: "lentOn", op: "lte", value: "2026-12-31" },
        { field: "returnedOn", op: "empty", value: true },
        { field: "renewals", op: "gte", value: 2 },
        { field: "updatedAt", op: "eq", value: { today: 0 } },
        { field: "updatedBy", op: "eq", value: { account: "username" } },
      ]),
    ).toEqual([]);
    expect(
      await faults([{ field: "genre", op: "in", value: ["novel", "poetry"] }], { entity: "books" }),
    ).toEqual([]);
  });

  const WRONG: readonly [condition: FilterCondition, says: string][] = [
    [{ field: "lent", op: "eq", value: 1 }, "UNKNOWN_FIELD /f/0/field"],
    [{ field: "returned", op: "gte", value: true }, "NOT_ALLOWED /f/0/op"],
    [{ field: "book", op: "lte", value: "a" }, "NOT_ALLOWED /f/0/op"],
    [{ field: "returned", op: "eq", value: "true" }, "WRONG_TYPE /f/0/value"],
    [{ field: "renewals", op: "eq", value: "2" }, "WRONG_TYPE /f/0/value"],
    [{ field: "renewals", op: "in", value: 2 }, "WRONG_TYPE /f/0/value"],
    [{ field: "renewals", op: "in", value: [2, "x"] }, "WRONG_TYPE /f/0/value/1"],
    [{ field: "renewals", op: "eq", value: [2] }, "WRONG_TYPE /f/0/value"],
    [{ field: "renewals", op: "gte", value: { today: 0 } }, "WRONG_TYPE /f/0/value"],
    [{ field: "lentOn", op: "gte", value: "yesterday" }, "BAD_VALUE /f/0/value"],
    [{ field: "lentOn", op: "gte", value: "2026-02-29" }, "BAD_VALUE /f/0/value"],
    [{ field: "lentOn", op: "empty", value: "yes" }, "WRONG_TYPE /f/0/value"],
    [{ field: "book", op: "eq", value: { account: "_id" } }, "WRONG_TYPE /f/0/value/account"],
    [{ field: "member", op: "eq", value: { account: "role" } }, "WRONG_TYPE /f/0/value/account"],
    [{ field: "member", op: "eq", value: { account: "club" } }, "UNKNOWN_FIELD /f/0/value/account"],
  ];
  it.each(WRONG)("%j is refused: %s", async (condition, says) => {
    expect(await faults([condition])).toEqual([expect.stringMatching(`^${says} `)]);
  });

  it("is refused for a choice that there is not, a condition twice, and an account where none looks", async () => {
    const books = { entity: "books" };
    expect(await faults([{ field: "genre", op: "in", value: ["novel", "novle"] }], books)).toEqual([
      expect.stringMatching(/^NOT_ALLOWED \/f\/0\/value\/1 /),
    ]);
    const twice = { field: "year", op: "gte", value: 2000 } as const;
    expect(await faults([twice, twice], books)).toEqual([expect.stringMatching(/^FIELD_TWICE \/f\/1 /)]);
    const own = { field: "member", op: "eq", value: { account: "_id" } } as const;
    expect(await faults([own], { mayAsk: false })).toEqual([expect.stringMatching(/^NOT_ALLOWED /)]);
  });
});

describe("a search in several fields", () => {
  const search = (value: object) => problemsWith((list) => (list.search = value), "entities/loans.json");
  it.each([
    [{ fields: ["number", "book.title", "email"] }, []],
    [{}, ["MISSING_KEY /list/search"]],
    [{ field: "number", fields: ["email"] }, ["NOT_ALLOWED /list/search/field"]],
    [{ fields: ["number", "number"] }, ["FIELD_TWICE /list/search/fields/1"]],
    [{ fields: ["number", "nunber"] }, ["UNKNOWN_FIELD /list/search/fields/1"]],
    [{ fields: ["number", "renewals"] }, ["NOT_SEARCHABLE /list/search/fields/1"]],
    [{ fields: ["number", "book"] }, ["NOT_SEARCHABLE /list/search/fields/1"]],
    [{ fields: ["number", "book.isbn"] }, ["UNKNOWN_FIELD /list/search/fields/1"]],
    [{ fields: ["number", "book.subject.name"] }, ["NOT_SHOWN /list/search/fields/1"]],
    [{ fields: ["number", "email.x"] }, ["UNKNOWN_FIELD /list/search/fields/1"]],
    [{ fields: [] }, ["BAD_VALUE /list/search/fields"]],
  ])("%j: %j", async (value, expected) => {
    const { problems } = await search(value);
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual(expected);
  });

  it("is enough for a picker if one of the fields is the label that it shows", async () => {
    const titles = await problemsWith((list) => (list.search = { fields: ["isbn", "title"] }));
    expect(titles.problems).toEqual([]);
    const { problems } = await problemsWith((list) => (list.search = { fields: ["isbn", "summary"] }));
    expect(new Set(problems.map(({ code }) => code))).toEqual(new Set(["LABEL_NOT_SEARCHED"]));
  });
});
