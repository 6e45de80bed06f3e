import { describe, expect, it } from "vitest";
import type { Loose } from "../../model/library.ts";
import { type Changes, differences, reported, said } from "./config-differences.ts";

const BOOKS = "entities/books.json";
const LOANS = "entities/loans.json";
const LISTS = "entities/reading-lists.json";

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
    const changed = await reported({
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
      "app.json": (json) => {
        json.home.tiles[2].filter.shift();
      },
    });
    expect(changed).toEqual([
      "Loved and lent out | filter removed: field: available, op: eq, value: false → ",
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

  it("conditions in short words; another order of them is reported, because the last one wins", async () => {
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
  it("tabs come, go, are renamed and move; fields are reported where they stand anew", async () => {
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

  it("of a row whose other fields come or leave only those are said to move", async () => {
    const joined = await reported({
      [BOOKS]: (json) => {
        const [basics, more] = json.form.tabs;
        basics.fields = [["genre", "year", "title"], ["subject", "isbn"], "cover", "photos", "available"];
        more.fields = ["price", "scores", "summary", "note"];
      },
    });
    expect(joined).toEqual(["book > Title | field moved: 1 → 3", "book > ISBN | field moved: More → Basics"]);
    const left = await reported({
      [BOOKS]: (json) => {
        const [basics, more] = json.form.tabs;
        basics.fields = basics.fields.map((row: Loose) => (Array.isArray(row) ? "year" : row));
        more.fields.push("genre");
      },
    });
    expect(left).toEqual(["book > Genre | field moved: Basics → More"]);
  });

  it("without tabs the order of the fields is that of the form", async () => {
    const changed = await reported({
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
      "book | list.defaultSort added:  → field: title, order: asc",
    ]);
  });

  it("one that keeps its number is not said to move to where it stands", async () => {
    const columns = async (order: (columns: Loose[]) => Loose[]) => {
      const { there } = await differences({
        [BOOKS]: (json) => {
          json.list.columns = order(json.list.columns);
        },
      });
      return there.changes.filter(({ kind }) => kind === "moved").map(said);
    };
    expect(await columns(([title, subject, genre, ...others]) => [genre, subject, title, ...others])).toEqual(
      ["book > Genre | column moved: 3 → 1"],
    );
    const price = { field: "price" };
    expect(await columns(([title, subject, ...others]) => [price, subject, title, ...others])).toEqual([
      "book > Subject | column moved: 2 → 1",
    ]);
  });

  it("views come, go, move and change, each by its label", async () => {
    const { there } = await differences({
      "entities/loans.json": (json) => {
        const [mine, away] = json.list.views;
        json.list.views = [
          { ...away, sort: { field: "lentOn", order: "desc" } },
          mine,
          { id: "late", label: "Late" },
        ];
      },
      "entities/members.json": (json) => {
        delete json.list.views;
      },
      "app.json": (json) => {
        json.home.tiles = json.home.tiles.filter(({ label }: Loose) => label !== "Members to approve");
      },
    });
    expect(there.changes.map(said)).toEqual([
      "Members to approve | tile removed:  → ",
      "loan > Long away | view moved: 2 → 1",
      "loan > Long away | sort.order changed: asc → desc",
      "loan > Late | view added:  → ",
      "member > Waiting | view removed:  → ",
    ]);
  });

  it("inverse lists come, go, move and change, each by its label", async () => {
    const { there } = await differences({
      "entities/books.json": (json) => {
        json.referredBy[0].columns = ["number", "lentOn"];
        json.referredBy[0].create = false;
      },
      "entities/members.json": (json) => {
        delete json.referredBy;
      },
      "entities/subjects.json": (json) => {
        json.referredBy = [{ entity: "books", field: "subject" }];
      },
    });
    expect(there.changes.map(said)).toEqual([
      "book > Loans of this book | create changed: true → false",
      "book > Loans of this book | columns removed: member.username → ",
      "book > Loans of this book | columns removed: renewals → ",
      "member > Has lent | inverse list removed:  → ",
      "subject > Books | inverse list added:  → ",
    ]);
  });

  it("inverse lists that stand in another order are moved", async () => {
    const lists = (...fields: readonly string[]): Changes => ({
      "entities/loans.json": (json) => {
        const { reference } = json.schema.properties.member;
        json.schema.properties.helper = { type: "string", title: "Helped by", reference };
      },
      "entities/members.json": (json) => {
        json.referredBy = fields.map((field) => ({ entity: "loans", field, label: `As ${field}` }));
      },
    });
    const { there } = await differences(lists("helper", "member"), lists("member", "helper"));
    expect(there.changes.map(said)).toEqual(["member > As helper | inverse list moved: 2 → 1"]);
  });

  it("what is searched changes", async () => {
    const { there } = await differences({
      "entities/loans.json": (json) => {
        json.list.search.fields = ["email"];
      },
    });
    expect(there.changes.map(said)).toEqual([
      "loan | list.search.fields removed: number → ",
      "loan | list.search.fields removed: book.title → ",
      "loan | list.search.fields added:  → email",
    ]);
  });
});
