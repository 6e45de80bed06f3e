import { describe, expect, it } from "vitest";
import { checkConfig } from "../../src/compiler/compile.ts";
import { formatProblem } from "../../src/model/problem.ts";
import { libraryWith, PLUGINS } from "../model/library.ts";

async function library() {
  const { config, problems } = checkConfig(await libraryWith(), PLUGINS);
  expect(problems.map(formatProblem)).toEqual([]);
  if (config === undefined) throw new Error("The library has no config.");
  return config;
}

async function entity(id: string) {
  const found = (await library()).entities.get(id);
  if (found === undefined) throw new Error(`The library has no ${id}.`);
  return found;
}

describe("checkConfig", () => {
  it("finds nothing wrong with the library and resolves its entities in the order of the files", async () => {
    const config = await library();
    expect([...config.entities.keys()]).toEqual(["books", "loans", "members", "reading-lists", "subjects"]);
    expect(config.samples.get("loans")?.length).toBe(2);
  });

  it("puts fields that no tab places at the end of the last tab, and makes one tab where there are none", async () => {
    const tabs = (await entity("books")).form.tabs;
    expect(tabs.map(({ label }) => label)).toEqual(["Basics", "More"]);
    expect(tabs[0]?.rows).toContainEqual(["genre", "year"]);
    expect(tabs[1]?.rows.at(-1)).toEqual(["note"]);
    const loans = (await entity("loans")).form.tabs;
    expect(loans).toHaveLength(1);
    expect(loans[0]?.label).toBe("");
    expect(loans[0]?.rows[0]).toEqual(["number"]);
  });

  it("gives every field its widget by name or by its kind of value, with the plugin's default options", async () => {
    const { fields } = await entity("books");
    const widgets = Object.fromEntries(fields.map((field) => [field.name, field.widget?.name]));
    expect(widgets).toMatchObject({
      title: "text",
      genre: "choice",
      year: "number",
      subject: "reference-select",
      cover: "images",
      photos: "images",
      available: "switch",
      scores: undefined,
      summary: "textarea",
      note: "rich-text",
    });
    expect(fields.find(({ name }) => name === "summary")?.widget?.options).toEqual({ rows: 4 });
  });

  it("edits the fields of an object one by one, and leaves what is inside a widget to that widget", async () => {
    const scores = (await entity("books")).fields.find(({ name }) => name === "scores");
    expect(scores?.fields?.map(({ widget }) => widget?.name)).toEqual(["number", "number"]);
    const slots = (await entity("reading-lists")).fields.find(({ name }) => name === "books");
    expect(slots?.widget?.name).toBe("record-slots");
    const item = slots?.items?.fields?.[0];
    expect(item).toMatchObject({ name: "book", valueType: "reference", required: true });
    expect(item?.widget).toBeUndefined();
  });

  it("gives fields of an object their own widgets in every check: their messages are known, their options checked", async () => {
    const files = await libraryWith({
      "entities/books.json": (json) => {
        const { properties } = json.schema.properties.scores;
        properties.picture = { type: "object", image: true, messages: { tooLarge: "Too large" } };
        const day = { type: "string", format: "date", messages: { format: "A day, please" } };
        properties.day = { ...day, options: { notBefore: "nothing" } };
      },
    });
    const { problems } = checkConfig(files, PLUGINS);
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "UNKNOWN_FIELD /schema/properties/scores/properties/day/options/notBefore",
    ]);
  });

  it("resolves columns through references, lists and objects, and those that the machine keeps", async () => {
    const { columns } = (await entity("books")).list;
    expect(columns.map(({ label, cell, sortable }) => [label, cell.name, sortable])).toEqual([
      ["Title", "text", true],
      ["Subject", "text", true],
      ["Genre", "label", true],
      ["Year", "number", true],
      ["Photo", "image", false],
      ["Readers", "number", true],
      ["Available", "text", false],
      ["Changed", "date", true],
    ]);
    expect(columns[2]?.labels).toMatchObject({ novel: "Novel" });
  });

  it.each([
    [{ field: "subject" }, "subjects"],
    [{ field: "subject", cell: "reference" }, undefined],
  ])("resolves a column of a reference to its title, unless it names a cell: %j", async (column, to) => {
    const files = await libraryWith({
      "entities/books.json": (json) => {
        json.list.columns[1] = column;
      },
    });
    const { config, problems } = checkConfig(files, PLUGINS);
    expect(problems).toEqual([]);
    expect(config?.entities.get("books")?.list.columns[1]?.reference?.entity).toBe(to);
  });

  it("fills in what is left out: order, placeholder, toast of an invalid save", async () => {
    const subjects = await entity("subjects");
    expect(subjects.list.search?.placeholder).toBe("Search");
    expect(subjects.form.invalid).toEqual({ severity: "error", message: "Some fields need another look" });
    expect((await entity("books")).list.defaultSort).toEqual({ field: "createdAt", order: "desc" });
    expect((await entity("loans")).form.invalid.severity).toBe("warning");
  });

  it("takes the title of `display` for what is left out: label field, search, label of references", async () => {
    const lists = await entity("reading-lists");
    expect([lists.labelField, lists.list.search?.fields]).toEqual(["name", [{ field: "name" }]]);
    const [, slots] = lists.fields;
    expect(slots?.items?.fields?.[0]?.reference).toEqual({
      entity: "books",
      label: "title",
      fields: ["cover"],
      title: [{ field: "title", valueType: "string" }],
    });
    const loans = await entity("loans");
    expect(loans.labelField).toBe("number");
    // {book} stands for the title of the book.
    expect(loans.display.title).toEqual([
      { field: "number", valueType: "string" },
      ": ",
      { field: "book.title", valueType: "string" },
    ]);
    expect(loans.display.badges.map(({ label, tone }) => [label, tone])).toEqual([
      ["Returned", "good"],
      ["Lent out", "warning"],
    ]);
    expect((await entity("books")).display.title).toEqual([{ field: "title", valueType: "string" }]);
    expect([(await entity("books")).display.image, loans.display.image]).toEqual(["cover", undefined]);
  });

  it("a title of many texts is searched by the first five of them", async () => {
    const names = ["name", "a", "b", "c", "d", "e"];
    const files = await libraryWith({
      "entities/subjects.json": (json) => {
        for (const name of names.slice(1)) json.schema.properties[name] = { type: "string", title: name };
        json.display = { title: names.map((name) => `{${name}}`).join(" ") };
        delete json.list.search;
      },
    });
    const { config, problems } = checkConfig(files, PLUGINS);
    expect(problems).toEqual([]);
    expect(config?.entities.get("subjects")?.list.search?.fields.map(({ field }) => field)).toEqual(
      names.slice(0, 5),
    );
  });

  it("a badge of a choice says its label", async () => {
    const files = await libraryWith({
      "entities/members.json": (json) => {
        json.display = { badges: [{ field: "role", is: "director" }] };
      },
    });
    expect(checkConfig(files, PLUGINS).config?.entities.get("members")?.display.badges).toEqual([
      { field: "role", is: "director", label: "Director", tone: "neutral" },
    ]);
  });

  it("a badge of a field inside another one says the label of that field alone", async () => {
    const files = await libraryWith({
      "entities/books.json": (json) => {
        json.schema.properties.scores.properties.checked = { type: "boolean", title: "Checked" };
        json.display.badges = [{ field: "scores.checked", is: true }];
      },
    });
    expect(checkConfig(files, PLUGINS).config?.entities.get("books")?.display.badges).toEqual([
      { field: "scores.checked", is: true, label: "Checked", tone: "neutral" },
    ]);
  });

  it("a reference without a label shows all that the title of the other entity names", async () => {
    const files = await libraryWith({
      "entities/books.json": (json) => {
        json.display.title = "{title} ({year}, {genre})";
      },
      "entities/loans.json": (json) => {
        delete json.schema.properties.book.reference.label;
        json.list.filters = ["book"];
      },
    });
    const { config, problems } = checkConfig(files, PLUGINS);
    expect(problems.map(formatProblem)).toEqual([]);
    const [, slots] = config?.entities.get("reading-lists")?.fields ?? [];
    const reference = slots?.items?.fields?.[0]?.reference;
    expect([reference?.label, reference?.fields]).toEqual(["title", ["year", "genre", "cover"]]);
    const genre = { field: "genre", labels: expect.objectContaining({ novel: "Novel" }) };
    expect(reference?.title).toContainEqual(expect.objectContaining(genre));
    // A filter names what it offers as the form does.
    expect(config?.entities.get("loans")?.list.filters).toContainEqual(
      expect.objectContaining({
        field: "book",
        reference: { entity: "books", label: "title", title: reference?.title },
      }),
    );
  });

  it("puts the fields of the rail into no tab", async () => {
    const { rail, tabs } = (await entity("loans")).form;
    expect(rail).toEqual(["returned", "returnedOn", "renewals"]);
    expect(tabs.flatMap(({ rows }) => rows.flat())).toEqual([
      "number",
      "book",
      "member",
      "lentOn",
      "email",
      "reason",
    ]);
  });

  it("adds the sentences of plugins, unless messages.json says them otherwise", async () => {
    expect((await library()).messages.en?.["images.tooLarge"]).toBe("That picture is too large");
    const files = await libraryWith({
      "messages.json": (json) => {
        json.en["images.tooLarge"] = "Smaller, please";
      },
    });
    expect(checkConfig(files, PLUGINS).config?.messages.en?.["images.tooLarge"]).toBe("Smaller, please");
  });

  it("is frozen through and through", async () => {
    const config = await library();
    const books = await entity("books");
    for (const value of [config, config.app.limits, config.messages.en, books, books.fields[0]?.schema]) {
      expect(Object.isFrozen(value)).toBe(true);
    }
  });

  it("has a hash that changes with every file and with nothing else", async () => {
    const hash = (files: Map<string, string>) => checkConfig(files, PLUGINS).config?.hash;
    const before = hash(await libraryWith());
    expect(hash(await libraryWith())).toBe(before);
    // A database has another order than a folder.
    expect(hash(new Map([...(await libraryWith())].reverse()))).toBe(before);
    const after = hash(await libraryWith({ "samples/reading-lists.json": "[]" }));
    expect(after).toBeDefined();
    expect(after).not.toBe(before);
  });

  it("R5 reports every problem of every file, in the order of files and lines", async () => {
    const files = await libraryWith({
      "app.json": "{",
      "entities/books.json": (json) => {
        json.labelField = "titel";
        json.list.columns[0].field = "titel";
      },
      "entities/loans.json": (json) => {
        json.lable = json.label;
      },
    });
    const { config, problems } = checkConfig(files, PLUGINS);
    expect(config).toBeUndefined();
    expect(problems.map(({ file, code }) => `${file} ${code}`)).toEqual([
      "app.json JSON_SYNTAX",
      "entities/books.json UNKNOWN_FIELD",
      "entities/books.json UNKNOWN_FIELD",
      "entities/loans.json UNKNOWN_KEY",
    ]);
  });

  it("does not blame others for a file that cannot be read", async () => {
    const { problems } = checkConfig(await libraryWith({ "entities/subjects.json": "{ nonsense" }), PLUGINS);
    expect(problems.map(({ file }) => file)).toEqual(["entities/subjects.json"]);
  });

  it("says file, line and column of what is wrong", async () => {
    const files = await libraryWith();
    const text = files.get("entities/books.json") ?? "";
    files.set("entities/books.json", text.replace('"widget": "textarea"', '"widget": "texarea"'));
    const line = text.slice(0, text.indexOf('"widget": "textarea"')).split("\n").length;
    const [problem] = checkConfig(files, PLUGINS).problems;
    expect(problem).toMatchObject({
      code: "UNKNOWN_WIDGET",
      file: "entities/books.json",
      line,
      path: "/schema/properties/summary/widget",
    });
    const column = (text.split("\n")[line - 1] ?? "").indexOf('"textarea"') + 1;
    expect(problem?.column).toBe(column);
    expect(problem && formatProblem(problem)).toBe(
      `entities/books.json:${line}:${column} book › Summary: There is no widget "texarea". Did you mean "textarea"? Write the name of a widget, or remove "widget": the field then gets the usual one for its kind. [UNKNOWN_WIDGET]`,
    );
  });
});
