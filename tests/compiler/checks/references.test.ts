import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { type JsonChange, libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";

const LOANS = "entities/loans.json";
const AT = "/schema/properties/again/reference";

/** The problems where a loan refers to the loan before it. */
async function problemsOf(reference: object, change: JsonChange) {
  const files = await libraryWith({
    [LOANS]: (json) => {
      json.schema.properties.again = {
        type: "string",
        title: "Again",
        reference: { entity: "loans", ...reference },
      };
      change(json);
    },
  });
  expectGone(files, PLUGINS, PICTURES);
  return checkConfig(files, PLUGINS, PICTURES).problems.map((problem) => [
    `${problem.file}#${problem.path}`,
    formatProblem(problem),
  ]);
}

const titled =
  (title: string, more: JsonChange = () => {}): JsonChange =>
  (json) => {
    json.display.title = title;
    more(json);
  };

describe("whoever chooses a record finds it by what she reads", () => {
  const stored = "is stored otherwise than it reads: a search for what people see would find nothing.";
  const untitled = "by their title, which has no text of their own that a search could find.";

  it("not by a date, whatever the other list searches", async () => {
    const named = await problemsOf({ label: "lentOn" }, () => {});
    expect(named).toEqual([
      [
        `${LOANS}#${AT}/label`,
        expect.stringContaining(`chosen by "lentOn", which ${stored} Name "number". [LABEL_NOT_SEARCHED]`),
      ],
    ]);
    const searched = await problemsOf({ label: "lentOn" }, (json) => {
      json.list.search = { field: "lentOn" };
    });
    expect(searched.map(([, says]) => says)).toEqual([
      expect.stringContaining(`${stored} Name a text of "loans", and let its list search that.`),
    ]);
    const field = await problemsOf(
      {},
      titled("{lentOn}", (json) => {
        json.labelField = "lentOn";
      }),
    );
    expect(field).toEqual([[`${LOANS}#${AT}`, expect.stringContaining(`"lentOn", which ${stored} Add a`)]]);
  });

  it("not by a choice that reads otherwise than it is stored", async () => {
    const choice = (labels: object) =>
      problemsOf({ label: "mood" }, (json) => {
        json.schema.properties.mood = { type: "string", title: "Mood", enum: ["calm"], ...labels };
        json.list.search = { field: "mood" };
      });
    expect(await choice({})).toEqual([]);
    expect((await choice({ labels: { calm: "Quiet" } })).map(([at]) => at)).toEqual([`${LOANS}#${AT}/label`]);
  });

  it("not by a title of dates and numbers alone", async () => {
    for (const title of ["{lentOn}", "{renewals}", "{lentOn}, {renewals}"])
      expect(await problemsOf({}, titled(title)), title).toEqual([
        [`${LOANS}#${AT}`, expect.stringContaining(`${untitled} Add a "label" with "number".`)],
      ]);
    const unsearched = await problemsOf(
      {},
      titled("{lentOn}", (json) => {
        delete json.list.search;
      }),
    );
    expect(unsearched[0]?.[1]).toContain(
      'Add a "label" with a text of "loans", and let its list search that.',
    );
  });

  it("but by a title that leads through a further reference, if a part of it is searched", async () => {
    const loans = (title: string, search?: object) =>
      problemsOf(
        {},
        titled(title, (json) => {
          json.list.search = search;
        }),
      );
    for (const title of ["{book.title}", "{lentOn}: {book}", "{number}: {book.title}"])
      expect(await loans(title), title).toEqual([]);
    expect(await loans("{number}: {book}", { fields: ["book.title"] })).toEqual([]);
    expect(await loans("{book}, {lentOn}", { field: "number" })).toEqual([
      [
        `${LOANS}#${AT}`,
        expect.stringContaining(
          'by their title, but their list searches none of its texts: nobody would find what they see. Add a "label" with "number".',
        ),
      ],
    ]);
    expect((await loans("{number}, {again}")).map(([, says]) => says)).toEqual([
      expect.stringContaining("that record's name leads back here: loans → loans"),
    ]);
  });

  it("and each role by a part that it sees", async () => {
    const lists = (loansTitle: string, fields: object, label?: string) =>
      libraryWith({
        "app.json": (app) => {
          app.permissions.push("archive");
          app.menu[0].permission = ["stock", "shelving", "archive"];
          app.roles.archivist = { label: { en: "Archivist" }, permissions: ["archive"] };
        },
        [LOANS]: titled(loansTitle, (json) => {
          delete json.list.search;
        }),
        "entities/reading-lists.json": (json) => {
          json.rights = { view: ["stock", "archive"], fields };
          json.schema.properties.loan = { type: "string", title: "Loan", reference: { entity: "loans" } };
          if (label !== undefined) {
            delete json.schema.properties.books.options;
            json.schema.properties.books.items.properties.book.reference = { entity: "books", label };
          }
        },
      });
    const says = async (...given: Parameters<typeof lists>) => {
      const files = await lists(...given);
      expectGone(files, PLUGINS, PICTURES);
      return checkConfig(files, PLUGINS, PICTURES).problems.map(formatProblem);
    };
    const unread = expect.stringContaining(
      'The role "archivist" chooses "loans" here by a title of which it sees no text that a search finds. Add "label": "…" with a text of "loans". [RIGHTS]',
    );
    const noBooks = { books: { view: "stock" } };
    expect(await says("{book}, {lentOn}", noBooks)).toEqual([unread]);
    expect(await says("{book}, {lentOn}", {})).toEqual([]);
    // They refer to books too, but are shown another text of those.
    expect(await says("{book}, {lentOn}", {}, "isbn")).toContainEqual(unread);
    expect(await says("{book}, {lentOn}", {}, "title")).toEqual([]);
    expect(await says("{number}: {book}", noBooks)).toEqual([]);
  });

  it("but by a title with a text beside the date", async () => {
    const unsearched: JsonChange = (json) => {
      delete json.list.search;
    };
    expect(await problemsOf({}, titled("{lentOn}: {number}", unsearched))).toEqual([]);
    expect(await problemsOf({}, titled("{lentOn}: {number}"))).toEqual([]);
    expect(await problemsOf({ label: "number" }, titled("{lentOn}"))).toEqual([]);
  });
});

it("a cell's option may name what is behind a reference of which one of the columns shows something", async () => {
  const files = await libraryWith({
    "entities/books.json": (json) => {
      json.list.columns[2].options = { beside: "subject.name" };
    },
  });
  expect(checkConfig(files, PLUGINS, PICTURES).problems).toEqual([]);
});
