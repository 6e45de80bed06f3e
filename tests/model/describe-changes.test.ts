import { describe, expect, it } from "vitest";
import type { Change } from "../../src/model/changes/change.ts";
import type { Config } from "../../src/model/config.ts";
import { describeChanges } from "../../src/model/describe-changes.ts";
import { segmentsOf } from "../../src/model/pointer.ts";
import { checkConfig } from "../../src/model/read-config.ts";
import { libraryWith, PLUGINS } from "./library.ts";

type Changes = Parameters<typeof libraryWith>[0];

const BOOKS = "entities/books.json";
const LOANS = "entities/loans.json";
const LISTS = "entities/reading-lists.json";

async function configOf(changes: Changes = {}): Promise<Config> {
  const { config, problems } = checkConfig(await libraryWith(changes), PLUGINS);
  if (config === undefined) throw new Error(problems.map(({ message }) => message).join("\n"));
  return config;
}

/** What the changes to the library's files come to, and back again. */
async function differences(changes: Changes) {
  const [before, after] = [await configOf(), await configOf(changes)];
  return { there: describeChanges(before, after), back: describeChanges(after, before) };
}

const said = ({ subject, what, kind, from = "", to = "" }: Change) =>
  `${subject.join(" > ")} | ${what} ${kind}: ${from} → ${to}`;

async function told(changes: Changes): Promise<string[]> {
  const { there } = await differences(changes);
  for (const { file } of there.changes) expect(Object.keys(changes ?? {})).toContain(file);
  return there.changes.map(said);
}

describe("what is not told", () => {
  it("nothing of a config that is the same", async () => {
    expect((await differences({})).there).toEqual({ changes: [], more: 0 });
  });

  it("nothing of another layout of the text, another order of keys, a default that is written out", async () => {
    const turned = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(turned);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .map(([key, inner]) => [key, key === "properties" ? inner : turned(inner)] as const)
          .reverse(),
      );
    };
    const files = await libraryWith();
    const changes = Object.fromEntries(
      [...files].map(([path, text]) => {
        const json: unknown = JSON.parse(text);
        return [path, `\n${JSON.stringify(turned(json), null, 7)}\n\n`];
      }),
    );
    const books = JSON.parse(changes[BOOKS] ?? "");
    for (const column of books.list.columns) column.sortable ??= false;
    books.$schema = "../schema/entity.json";
    changes[BOOKS] = JSON.stringify(books);
    expect((await differences(changes)).there).toEqual({ changes: [], more: 0 });
  });

  it("nothing of fields in another order where the tabs say where each one stands", async () => {
    const changed = await told({
      [BOOKS]: (json) => {
        const { title, ...others } = json.schema.properties;
        json.form.tabs[1].fields.push("note");
        json.schema.properties = { ...others, title };
      },
    });
    expect(changed).toEqual([]);
  });
});

describe("fields", () => {
  it("a rule, from what to what: the example of the page", async () => {
    const { there } = await differences({
      [BOOKS]: (json) => {
        json.schema.properties.price.maximum = 200;
      },
    });
    expect(there.changes).toEqual([
      {
        file: BOOKS,
        path: "/schema/properties/price/maximum",
        subject: ["book", "Replacement price"],
        field: "price",
        kind: "changed",
        what: "maximum",
        from: "500",
        to: "200",
      },
    ]);
  });

  it("come, go and change, each rule and sentence for itself, in the order of the file", async () => {
    const { there, back } = await differences({
      [BOOKS]: (json) => {
        const { properties } = json.schema;
        delete properties.isbn;
        properties.title.maxLength = 80;
        properties.title.messages.maxLength = "Shorter, please";
        properties.genre.enum = ["novel", "poetry", "science", "comic"];
        properties.genre.labels = { novel: "Novel", poetry: "Verse", science: "Science", comic: "Comic" };
        properties.year.title = "Printed in";
        delete properties.year.maximum;
        delete properties.year.messages.maximum;
        properties.price.messages.required = "A price, please";
        delete properties.available.messages;
        properties.pages = {
          type: "integer",
          title: "Pages",
          minimum: 1,
          messages: { minimum: "One page at least" },
        };
        json.schema.required = ["title", "genre", "year", "subject", "price"];
        json.form.tabs[1].fields = ["price", "scores", "summary"];
      },
      "samples/books.json": (json) => {
        for (const record of json) delete record.isbn;
        json[1].genre = "novel";
      },
    });
    expect(there.changes.map(said)).toEqual([
      "book > Title | maxLength changed: 120 → 80",
      "book > Title | messages.maxLength changed: A title has at most {limit} characters → Shorter, please",
      "book > ISBN | field removed: string → ",
      "book > Genre | enum changed: history → comic",
      "book > Genre | labels.poetry changed: Poetry → Verse",
      "book > Genre | labels.history removed: History → ",
      "book > Genre | labels.comic added:  → Comic",
      "book > Year | title changed: Year → Printed in",
      "book > Year | maximum removed: 2100 → ",
      "book > Year | messages.maximum removed: A year up to {limit} → ",
      "book > Replacement price | required changed: false → true",
      "book > Replacement price | messages.required added:  → A price, please",
      "book > Available | required changed: true → false",
      "book > Available | messages removed: required: Say whether it is available → ",
      "book > Pages | field added:  → integer",
      "book | records changed:  → 2",
    ]);
    expect(back.changes.map(said)).toContain("book > Pages | field removed: integer → ");
    expect(back.changes.map(said)).toContain("book > Printed in | maximum added:  → 2100");
  });

  it("inside objects and lists, by their own labels, with the field's path", async () => {
    const { there } = await differences({
      [BOOKS]: (json) => {
        json.schema.properties.scores.properties.staff.maximum = 5;
        json.schema.properties.scores.required = ["staff"];
        json.schema.properties.scores.properties.staff.messages.required = "Staff have a say";
      },
      "samples/books.json": (json) => {
        json[0].scores.staff = 5;
      },
      [LISTS]: (json) => {
        const { books } = json.schema.properties;
        books.maxItems = 6;
        books.items.required = [];
        books.items.properties.book.messages = { reference: "It is gone" };
        books.items.properties.why = { type: "string", title: "Why" };
      },
    });
    expect(there.changes.map((change) => `${said(change)} @${change.field} ${change.path}`)).toEqual([
      "book > Scores > Staff | required changed: false → true @scores.staff /schema/properties/scores/required",
      "book > Scores > Staff | maximum changed: 9 → 5 @scores.staff /schema/properties/scores/properties/staff/maximum",
      "book > Scores > Staff | messages.required added:  → Staff have a say @scores.staff /schema/properties/scores/properties/staff/messages/required",
      "reading list > Books | maxItems changed: 4 → 6 @books /schema/properties/books/maxItems",
      "reading list > Books > Book | required changed: true → false @books.*.book /schema/properties/books/items/required",
      "reading list > Books > Book | messages.required removed: Choose a book →  @books.*.book /schema/properties/books/items/properties/book/messages/required",
      "reading list > Books > Book | messages.reference added:  → It is gone @books.*.book /schema/properties/books/items/properties/book/messages/reference",
      "reading list > Books > Why | field added:  → string @books.*.why /schema/properties/books/items/properties/why",
      "book | records changed:  → 1 @undefined ",
    ]);
  });

  it("another type, widget, option and reference", async () => {
    const changed = await told({
      [BOOKS]: (json) => {
        json.schema.properties.summary.widget = "text";
        json.schema.properties.isbn = {
          ...json.schema.properties.isbn,
          widget: "textarea",
          options: { rows: 8 },
        };
        json.schema.properties.available = { type: "string", title: "Available" };
        json.schema.required = ["title", "genre", "year", "subject"];
      },
      [LISTS]: (json) => {
        json.schema.properties.books.items.properties.book.reference.fields = ["cover", "title"];
      },
      "samples/books.json": (json) => {
        for (const record of json) delete record.available;
      },
    });
    expect(changed).toEqual([
      "book > ISBN | widget added:  → textarea",
      "book > ISBN | options added:  → rows: 8",
      "book > Available | required changed: true → false",
      "book > Available | type changed: boolean → string",
      "book > Available | default removed: true → ",
      "book > Available | messages removed: required: Say whether it is available → ",
      "book > Summary | widget changed: textarea → text",
      "reading list > Books > Book | reference.fields added:  → title",
      expect.stringMatching(/^book \| records changed: {2}→ \d+$/),
    ]);
  });

  it("conditions in short words; another order of them is told, because the last one wins", async () => {
    const { there } = await differences({
      [LOANS]: (json) => {
        const { returnedOn, reason } = json.schema.properties;
        returnedOn.conditions[0].when = {
          any: [
            { not: { field: "returned", is: true } },
            { all: [{ mode: "create" }, { field: "renewals", above: 1 }] },
          ],
        };
        reason.conditions.reverse();
      },
    });
    expect(there.changes.map(said)).toEqual([
      "loan > Returned on | conditions changed: show: false (not returned is true) → show: false (not returned is true | (mode create & renewals above 1))",
      "loan > Why so often | conditions moved: show: false (renewals below 2), require: true (renewals above 3), disable: true, require: false (returned is true) → disable: true, require: false (returned is true), require: true (renewals above 3), show: false (renewals below 2)",
    ]);
  });
});

describe("form and list", () => {
  it("tabs come, go, are renamed and move; fields are told where they stand anew", async () => {
    const { there } = await differences({
      [BOOKS]: (json) => {
        const [basics, more] = json.form.tabs;
        basics.fields = [["title", "genre"], "year", "subject", "available", "cover"];
        more.label = "Details";
        more.fields = ["price", "isbn", "scores", "summary", "photos"];
        json.form.tabs = [more, basics, { label: "Notes", fields: ["note"] }];
        json.form.title.edit = "Change book";
      },
    });
    expect(there.changes.map(said)).toEqual([
      "book | form.title.edit changed: Edit book → Change book",
      "book > More | tab changed: More → Details",
      "book > More | tab moved: 2 → 1",
      "book > Notes | tab added:  → Note",
      "book > Replacement price | field moved: 2 → 1",
      "book > Photos | field moved: Basics → Details",
      "book > Title | row changed: Title → Title, Genre",
      "book > Year | row changed: Genre, Year → Year",
      "book > Available | field moved: 6 → 5",
      "book > Note | field moved: More → Notes",
    ]);
  });

  it("without tabs the order of the fields is that of the form", async () => {
    const changed = await told({
      [LOANS]: (json) => {
        const { email, ...others } = json.schema.properties;
        json.schema.properties = { email, ...others };
      },
    });
    expect(changed).toEqual(["loan > Reader's e-mail | field moved: 5 → 1"]);
  });

  it("columns come, go, move and change", async () => {
    const { there } = await differences({
      [BOOKS]: (json) => {
        const [title, subject, genre, year, ...others] = json.list.columns;
        json.list.columns = [
          genre,
          title,
          { ...subject, label: "Shelf" },
          { ...year, sortable: false },
          { field: "price" },
          ...others.filter(({ field }: { field: string }) => field !== "available"),
        ];
        json.list.title = "Volumes";
        json.list.search.field = "isbn";
        json.list.defaultSort = { field: "title", order: "asc" };
      },
    });
    expect(there.changes.map(said)).toEqual([
      "book | list.title changed: Books → Volumes",
      "book > Genre | column moved: 3 → 1",
      "book > Subject | label changed: Subject → Shelf",
      "book > Year | sortable changed: true → false",
      "book > Replacement price | column added:  → ",
      "book > Available | column removed:  → ",
      "book | list.search.field changed: title → isbn",
      "book | list.defaultSort added:  → field: title, order: asc",
    ]);
  });
});

describe("entities, app, sentences, samples", () => {
  it("an entity comes and goes as a whole", async () => {
    const shelves = JSON.parse((await libraryWith()).get("entities/subjects.json") ?? "");
    Object.assign(shelves, {
      label: "shelf",
      endpoints: { list: "/rest/shelves", record: "/rest/shelves/{id}" },
      listKey: "shelves",
    });
    delete shelves.schema.properties.parent;
    shelves.list.columns = [{ field: "name" }];
    shelves.menu = { label: "Shelves", create: "Add a shelf", list: "All shelves" };
    const { there, back } = await differences({
      "entities/shelves.json": JSON.stringify(shelves),
      "app.json": (json) => {
        json.menu[0].entities.push("shelves");
      },
    });
    expect(there.changes.map(said)).toEqual([
      "Stock | entities added:  → Shelves",
      "shelf | entity added:  → ",
    ]);
    expect(back.changes.map(said)).toEqual([
      "Stock | entities removed: Shelves → ",
      "shelf | entity removed:  → ",
    ]);
  });

  it("an entity's own texts, permission, addresses", async () => {
    const changed = await told({
      "entities/subjects.json": (json) => {
        json.label = "topic";
        json.permission = "lending";
        json.endpoints.list = "/rest/topics";
        json.menu.create = "Add a topic";
        json.messages = { ...json.messages, "list.empty": "No topics" };
      },
    });
    expect(changed).toEqual([
      "subject | label changed: subject → topic",
      "subject | permission changed: stock → lending",
      "subject | endpoints.list changed: /rest/subjects → /rest/topics",
      expect.stringMatching(/^subject \| menu.create changed: .* → Add a topic$/),
      expect.stringMatching(/^subject \| messages.*(added|changed).*No topics$/),
    ]);
  });

  it("roles, menu, registration, limits", async () => {
    const changed = await told({
      "app.json": (json) => {
        json.title = "Town Library";
        json.roles.lender.permissions.push("stock");
        json.roles.stocker.label.en = "Keeper of the stock";
        json.roles.guest = { label: { en: "Guest" }, permissions: [] };
        json.menu = [json.menu[1], json.menu[0], json.menu[2]];
        json.menu[1].label = "Shelves";
        json.limits.pageSize = 20;
        json.registration.approval = false;
        json.registration.schema.properties.password.minLength = 8;
        json.config.editors.push("keeper");
      },
    });
    expect(changed).toEqual([
      " | title changed: Lending Library → Town Library",
      "Stock keeper | label.en changed: Stock keeper → Keeper of the stock",
      "Lending desk | permissions added:  → stock",
      "Guest | role added:  → []",
      " | registration.approval changed: true → false",
      "Password | minLength changed: 6 → 8",
      "Lending | menu moved: 2 → 1",
      "Stock | label changed: Stock → Shelves",
      " | limits.pageSize changed: 10 → 20",
      " | config.editors added:  → keeper",
    ]);
  });

  it("sentences by language and key", async () => {
    const changed = await told({
      "messages.json": (json) => {
        json.en["list.empty"] = "Nothing here";
      },
    });
    expect(changed).toEqual(["en | list.empty changed: There is no {label} yet → Nothing here"]);
  });

  it("samples as how many, known by their _id", async () => {
    const { there } = await differences({
      "samples/subjects.json": (json) => {
        json[0].name = "Outdoors";
        json.splice(2, 1);
        json.push({ name: "Cooking" }, { name: "Music" });
      },
      "samples/books.json": (json) => {
        json[1].subject = json[0].subject;
      },
    });
    expect(there.changes.map(said)).toEqual([
      "book | records changed:  → 1",
      "subject | records added:  → 2",
      "subject | records removed: 1 → ",
      "subject | records changed:  → 1",
    ]);
  });
});

describe("the whole", () => {
  it("never lists more than a hundred, says how many there are beyond, and cuts long texts", async () => {
    const { there } = await differences({
      "messages.json": (json) => {
        for (const key of Object.keys(json.en)) json.en[key] = `${json.en[key]} ${"!".repeat(500)}`;
      },
    });
    expect(there.changes).toHaveLength(100);
    const sentences = Object.keys((await configOf()).messages.en ?? {}).filter(
      (key) => !key.startsWith("images."),
    );
    expect(there.more).toBe(sentences.length - 100);
    expect(Math.max(...there.changes.map(({ to = "" }) => to.length))).toBe(200);
  });

  it("every change says a place that is in its file", async () => {
    const changes: Changes = {
      [BOOKS]: (json) => {
        json.schema.properties.price.maximum = 30;
        json.schema.properties.genre.enum.reverse();
        json.schema.required.push("price");
        json.schema.properties.price.messages.required = "A price, please";
        json.list.columns.reverse();
        json.form.tabs.reverse();
      },
      "app.json": (json) => {
        json.menu.reverse();
        json.roles.lender.hidden = true;
      },
    };
    const files = await libraryWith(changes);
    const { there } = await differences(changes);
    expect(there.changes.length).toBeGreaterThan(10);
    for (const { file, path } of there.changes) {
      const value = segmentsOf(path).reduce(
        (here, key) => here?.[key],
        JSON.parse(files.get(file) ?? "null"),
      );
      expect(value, `${file} ${path}`).not.toBe(undefined);
    }
  });
});
