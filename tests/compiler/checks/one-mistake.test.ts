import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { libraryWith, PLUGINS } from "../../model/library.ts";

const BOOKS = "entities/books.json";

/** All that is reported of the library with changes, as it is read. */
async function reported(changes: Parameters<typeof libraryWith>[0]): Promise<string[]> {
  return checkConfig(await libraryWith(changes), PLUGINS).problems.map(formatProblem);
}

describe("one mistake is reported once", () => {
  it("a rule that several samples break: the first, and how many", async () => {
    const found = await reported({
      [BOOKS]: (json) => {
        json.schema.properties.year.minimum = 2000;
      },
    });
    expect(found).toEqual([
      'samples/books.json:7:13 book › A Field Guide to Gulls › Year: The value 1998 breaks the rule "minimum": 2000. So it is in 2 sample records; the first is here. Change the sample so that it keeps the rules. [BAD_SAMPLE]',
    ]);
  });

  it("each field and rule by itself", async () => {
    const found = await reported({
      [BOOKS]: (json) => {
        json.schema.properties.year.minimum = 2000;
        json.schema.properties.title.maxLength = 15;
        json.schema.properties.year.maximum = 2005;
      },
    });
    expect(found.map((one) => /samples\/books\.json:(\d+).*"(\w+)":/.exec(one)?.slice(1))).toEqual([
      ["4", "maxLength"],
      ["7", "minimum"],
      ["30", "maximum"],
    ]);
    expect(found[2]).not.toContain("sample records");
  });

  it("a renamed field: one problem for all samples, with no list of names", async () => {
    const found = await reported({
      [BOOKS]: (_, text) => text.replaceAll('"year"', '"printedIn"'),
    });
    expect(found).toEqual([
      'samples/books.json:7:5 book › A Field Guide to Gulls › year: "books" has no field "year". So it is in 3 sample records; the first is here. If the field was renamed, write its new name in the samples too; otherwise take it out of them. [UNKNOWN_FIELD]',
    ]);
  });

  it("an entity that is no entity: at the reference, not at the list of those that refer to it", async () => {
    const found = await reported({
      "entities/loans.json": (json) => {
        json.schema.properties.book.reference.entity = "boks";
      },
    });
    expect(found).toEqual([
      expect.stringMatching(/^entities\/loans\.json:.*Did you mean "books"\?.*\[UNKNOWN_ENTITY\]$/),
    ]);
  });

  it.each([
    ["entities/loans.json.txt", 'Rename it to "loans.json", or move it out of the folder.'],
    ["entities/Loans.json", "Rename the file: a small letter first, then letters, digits and -, then .json."],
    ["loans.json", 'Move it into the folder "entities".'],
  ])("an entity's file that is %s: what refers to it misses nothing", async (path, hint) => {
    const files = new Map(await libraryWith({}));
    files.set(path, files.get("entities/loans.json") ?? "");
    files.delete("entities/loans.json");
    expect(checkConfig(files, PLUGINS).problems).toMatchObject([{ code: "FILE_NAME", file: path, hint }]);
  });

  it("samples that are beside their folder: those that refer to them are no problem, nor is another file there", async () => {
    const files = new Map(await libraryWith({}));
    files.set("subjects.json", files.get("samples/subjects.json") ?? "");
    files.delete("samples/subjects.json");
    files.set("notes.json", "{}");
    const { problems } = checkConfig(files, PLUGINS);
    expect(problems).toMatchObject([
      { code: "FILE_NAME", file: "subjects.json", hint: 'Move it into the folder "samples".' },
    ]);
  });

  it("samples are not checked by a field that is wrong itself", async () => {
    const found = await reported({
      [BOOKS]: (json) => {
        Object.assign(json.schema.properties.year, { minimum: 2000, default: 5 });
        json.schema.required.push("isbn");
      },
    });
    expect(found.map((one) => /^[^:]+|\[[A-Z_]+\]/g[Symbol.match](one))).toEqual([
      [BOOKS, "[RULE_WITHOUT_MESSAGE]"],
      [BOOKS, "[BAD_DEFAULT]"],
    ]);
  });

  it("a field written twice: nothing that follows from that", async () => {
    const found = await reported({
      [BOOKS]: (_, text) =>
        text
          .replace('"year": {', '"year": { "type": "string", "maximum": "x" },\n      "year": {')
          .replace('"price": {', '"year": { "type": "txt" },\n      "price": {'),
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain("[DUPLICATE_KEY]");
  });

  it("a title that names no field: not also in what other entities show of it", async () => {
    const found = await reported({
      [BOOKS]: (json) => {
        json.labelField = undefined;
        json.display.title = "{titel}";
        json.list.search = undefined;
      },
      "entities/loans.json": (json) => {
        json.schema.properties.book.reference.label = undefined;
      },
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('The title shows "titel"');
  });

  it("a mistyped key that has to be there: not also that it is missing", async () => {
    const found = await reported({
      [BOOKS]: (json) => {
        const [column] = json.list.columns;
        json.list.columns[0] = { ...column, field: undefined, feild: column.field };
      },
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('"feild" means nothing here. Did you mean "field"?');
  });
});

describe("a text in the wrong file is reported as that, and nothing else", () => {
  const paste = async (from: string, to: string) => {
    const files = await libraryWith({ [to]: (await libraryWith()).get(from) ?? "" });
    // in the order in which a folder is read
    return checkConfig(new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), PLUGINS).problems.map(
      formatProblem,
    );
  };

  it.each([
    ["app.json", BOOKS, "app.json"],
    ["messages.json", BOOKS, "messages.json"],
    ["samples/books.json", BOOKS, "sample records"],
    [BOOKS, "messages.json", "the file of an entity"],
    [BOOKS, "samples/books.json", "the file of an entity"],
  ])("%s in %s", async (from, to, kind) => {
    const found = await paste(from, to);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`This is not the text of ${to}: it looks like ${kind}.`);
  });

  it("another entity's text, and a copy under a new name", async () => {
    for (const to of ["entities/loans.json", "entities/zines.json", "entities/atlases.json"]) {
      const found = await paste(BOOKS, to);
      expect(found, found.join("\n")).toHaveLength(1);
      expect(found[0]).toContain(`${to}:1:1`);
      expect(found[0]).toContain("This is a copy of books.json");
    }
  });
});

describe("what was meant is named", () => {
  it.each([
    ["text", "string"],
    ["int", "integer"],
    ["yes/no", "boolean"],
    ["List", "array"],
  ])('"type": "%s" is "%s"', async (written, meant) => {
    const found = await reported({
      [BOOKS]: (json) => {
        json.schema.properties.summary.type = written;
      },
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`Did you mean "${meant}"? Write "${meant}".`);
  });

  it("choices in one text are taken apart", async () => {
    const found = await reported({
      [BOOKS]: (json) => {
        json.schema.properties.genre.enum = "novel, poetry\uFF0Cscience";
      },
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('each text in quotes of its own: ["novel","poetry","science"].');
  });

  it("a placeholder that nothing fills in", async () => {
    const found = await reported({
      [BOOKS]: (json) => {
        json.schema.properties.title.messages.maxLength = "At most {limt}";
      },
      "messages.json": (json) => {
        json.en["login.failed"] = "No: {raeson}";
        json.en["login.submit"] = "Go {x}";
      },
    });
    expect(found.map((one) => one.replace(/^\S+ /, ""))).toEqual([
      'book › Title: Nothing is filled in for {limt} here. Did you mean "limit"? This sentence can have {limit}, {value}, {label}. [BAD_VALUE]',
      "en: Nothing is filled in for {x} here. Take {x} out of the sentence. [BAD_VALUE]",
      'en: Nothing is filled in for {raeson} here. Did you mean "reason"? This sentence can have {reason}. [BAD_VALUE]',
    ]);
  });

  it("nobody left to edit the config", async () => {
    const found = await reported({
      "app.json": (json) => {
        json.config.editors = [];
      },
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('"editors" must be a list of 1 or more; found a list of 0.');
  });
});

describe("a part of app.json of the wrong kind is reported, and nothing that follows from it", () => {
  it.each([
    "language",
    "format",
    "permissions",
    "roles",
    "accounts",
    "registration",
    "menu",
    "config",
    "title",
    "limits",
  ])("%s", async (key) => {
    const found = await reported({
      "app.json": (json) => {
        json[key] = 7;
      },
    });
    expect(found, found.join("\n")).toHaveLength(1);
    expect(found[0]).toMatch(/^app\.json:/);
  });
});

it.each(["app.json", "messages.json"])(
  "without %s that is said, and nothing that follows from it",
  async (path) => {
    const files = new Map(await libraryWith());
    files.delete(path);
    const { config, problems } = checkConfig(files, PLUGINS);
    expect(config).toBe(undefined);
    expect(problems.map(formatProblem)).toHaveLength(1);
    expect(problems[0]?.file).toBe(path);
  },
);
