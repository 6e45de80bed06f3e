import { describe, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import { recordTitle } from "../../../src/record/title.ts";
import type { OpenApiDocument } from "../../../src/server/openapi/document.ts";
import type { ChartAnswer } from "../../../src/wire/chart.ts";
import { type HistoryAnswer, JOURNAL_PATHS } from "../../../src/wire/journal.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import type { JsonChange } from "../../model/library.ts";
import type { TestServer } from "../build-server.ts";
import { makeAnswerCheck } from "../openapi/documented.ts";
import { serveLibrary } from "../serve-library.ts";
import { makeBook, makeLoan, next } from "./library-records.ts";

const { server, stocker } = await serveLibrary();

describe("what a display shows", () => {
  it("is in list answers, through references too: one answer names all rows", async () => {
    const book = await makeBook(server);
    const loan = await makeLoan(server, { book: book._id });
    const { body } = await server.call("GET", "/api/rest/loans?limit=100", {
      token: await server.as("lender"),
    });
    const { loans } = body as { loans: { _id: string; book: unknown }[] };
    expect(loans.find(({ _id }) => _id === loan._id)?.book).toEqual({ _id: book._id, title: book.title });
  });

  it("a single record has plain ids as before", async () => {
    const loan = await makeLoan(server);
    const got = await server.call("GET", `/api/rest/loans/${loan._id}`, { token: await server.as("lender") });
    expect(got.record.book).toBe(loan.book);
  });
});

describe("a refused delete names who refers by their titles", () => {
  it("through references, formatted", async () => {
    const book = await makeBook(server, { title: `The Refused ${next()}` });
    const loan = await makeLoan(server, { book: book._id });
    const refused = await server.call("DELETE", `/api/rest/books/${book._id}`, {
      token: await server.as("director"),
    });
    expect(refused.error.errorCode).toBe("REFERRED_TO");
    expect(refused.error.message).toContain(`${loan.number}: ${book.title}`);
  });

  it("who may not see them learns only that there are others", async () => {
    const book = await makeBook(server);
    const loan = await makeLoan(server, { book: book._id });
    const refused = await server.call("DELETE", `/api/rest/books/${book._id}`, { token: stocker });
    expect(refused.error.errorCode).toBe("REFERRED_TO");
    expect(refused.error.message).not.toContain(String(loan.number));
    expect(refused.error.message).toContain("others");
  });
});

/** Reading lists refer to loans, which are named through their book. The archivist sees neither loans nor books by themselves. */
const REFERRING: Readonly<Record<string, JsonChange>> = {
  "app.json": (app) => {
    app.permissions.push("archive");
    app.menu[0].permission = ["stock", "shelving", "archive"];
    app.roles.archivist = { label: { en: "Archivist" }, permissions: ["archive"] };
    app.home.tiles = [{ kind: "chart", label: "By loan", entity: "reading-lists", chart: { by: "loan" } }];
  },
  "entities/reading-lists.json": (lists) => {
    lists.rights = { view: ["stock", "archive"], fields: { books: { view: "stock" } } };
    lists.schema.properties.loan = { type: "string", title: "Loan", reference: { entity: "loans" } };
  },
};

async function makeList(on: TestServer, values: { readonly loan: string }): Promise<string> {
  const body = { name: `List ${next()}`, ...values };
  const made = await on.call("POST", "/api/rest/reading-lists", { token: await on.as("stocker"), body });
  expect(made.status).toBe(201);
  return made.record._id;
}

describe("a reference without a label, to records that are named through a reference of their own", async () => {
  const { server } = await serveLibrary({ config: REFERRING });
  const book = await makeBook(server, { title: `Gulls ${next()}` });
  const loan = await makeLoan(server, { book: book._id });
  const list = await makeList(server, { loan: loan._id });
  const { config } = server.holder.current;
  const field = config.entities.get("reading-lists")?.fields.find(({ name }) => name === "loan");
  const display = { title: field?.reference?.title ?? [] };
  const ask = async (role: string, url: string) => server.call("GET", url, { token: await server.as(role) });
  const one = (query = "") => `/api/rest/loans/${loan._id}${query}`;

  it("names what is chosen, and each choice, to who sees the other entity", async () => {
    const chosen = await ask("lender", one("?expand=title"));
    expect(recordTitle({ display }, chosen.record, config.app)).toBe(`${loan.number}: ${book.title}`);
    expect(chosen.record).toEqual({ ...(await ask("lender", one())).record, book: named(book) });
    const [choice] = (await ask("lender", `/api/rest/loans?nameQuery=${loan.number}`)).rows("loans");
    expect(recordTitle({ display }, choice ?? {}, config.app)).toBe(`${loan.number}: ${book.title}`);
  });

  it("and to who reads it through the reference alone, if the further record is seen", async () => {
    const shown = { _id: loan._id, number: loan.number, book: named(book) };
    expect((await ask("stocker", one("?expand=title"))).record).toEqual(shown);
    expect((await ask("stocker", one())).record).toEqual({ ...shown, book: book._id });
    const search = `/api/rest/loans?nameQuery=${encodeURIComponent(String(book.title))}`;
    expect((await ask("stocker", search)).rows("loans")).toEqual([shown]);
  });

  it("leaves out what is not seen, and finds nothing by it", async () => {
    const shown = { _id: loan._id, number: loan.number, book: { _id: book._id } };
    const chosen = await ask("archivist", one("?expand=title"));
    expect(chosen.record).toEqual(shown);
    expect(recordTitle({ display }, chosen.record, config.app)).toBe(`${loan.number}: –`);
    expect((await ask("archivist", `/api/rest/loans?nameQuery=${loan.number}`)).rows("loans")).toEqual([
      shown,
    ]);
    const search = `/api/rest/loans?nameQuery=${encodeURIComponent(String(book.title))}`;
    expect((await ask("archivist", search)).total).toBe(0);
    const view = await ask("archivist", PATHS.config);
    expect(view.status).toBe(200);
    expect(view.text).not.toContain("book.title");
    expect((await ask("stocker", PATHS.config)).text).toContain("book.title");
  });

  it.each([
    ["stocker", (name: string) => name],
    ["archivist", () => "–"],
  ])("names it the same way in the history and in charts: %s", async (role, said) => {
    const name = `${loan.number}: ${said(String(book.title))}`;
    const history = await ask(role, `${JOURNAL_PATHS.journal}?entity=reading-lists&id=${list}`);
    expect((history.body as HistoryAnswer).entries[0]).toMatchObject({ names: { [loan._id]: name } });
    const chart = await ask(role, `${PATHS.chart}?tile=By+loan`);
    expect((chart.body as ChartAnswer).groups).toContainEqual({ value: loan._id, amount: 1, name });
  });

  it("names it the same way in a refused deletion", async () => {
    const token = await server.as("stocker");
    const refused = await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
    expect(refused.error.message).toContain(`${loan.number}: ${book.title}`);
  });

  it("knows no other way to expand a record", async () => {
    expect((await ask("lender", one("?expand=all"))).status).toBe(400);
    expect((await ask("lender", one("?expand="))).status).toBe(200);
  });
});

describe("a column that is a reference itself", async () => {
  const { server } = await serveLibrary({
    config: {
      ...REFERRING,
      "entities/reading-lists.json": (lists) => {
        REFERRING["entities/reading-lists.json"]?.(lists);
        lists.list.columns.push({ field: "loan" });
      },
    },
  });
  const book = await makeBook(server, { title: `Terns ${next()}` });
  const loan = await makeLoan(server, { book: book._id });
  const list = await makeList(server, { loan: loan._id });
  const column = server.holder.current.config.entities.get("reading-lists")?.list.columns.at(-1);

  it.each([
    ["stocker", { _id: book._id, title: book.title }],
    ["archivist", { _id: book._id }],
  ])("has what its record is named by, as far as it is seen: %s", async (role, through) => {
    const token = await server.as(role);
    const answer = await server.call("GET", "/api/rest/reading-lists?limit=100", { token });
    const { body } = await server.call<OpenApiDocument>("GET", PATHS.openapi, { token });
    expect(makeAnswerCheck(body).misfit("GET", "/rest/reading-lists", answer)).toBeUndefined();
    const rows = answer.rows("readingLists");
    const value = rows.find(({ _id }) => _id === list)?.loan;
    expect(value).toEqual({ _id: loan._id, number: loan.number, book: through });
    const title = column?.reference?.title ?? [];
    const said = role === "stocker" ? String(book.title) : "–";
    expect(recordTitle({ display: { title } }, value as RecordData, server.holder.current.config.app)).toBe(
      `${loan.number}: ${said}`,
    );
    expect((await server.call("GET", PATHS.config, { token })).text.includes("book.title")).toBe(
      role === "stocker",
    );
  });
});

it("titles that lead to each other end at the first reference", async () => {
  const { server } = await serveLibrary({
    config: {
      ...REFERRING,
      "entities/loans.json": (loans) => {
        delete loans.schema.properties.book.reference.label;
        loans.display.title = "{number}: {book.title}";
      },
      "entities/books.json": (books) => {
        delete books.labelField;
        books.schema.properties.last = { type: "string", title: "Last", reference: { entity: "loans" } };
        books.display.title = "{title} ({last.number})";
      },
    },
  });
  const book = await makeBook(server);
  const loan = await makeLoan(server, { book: book._id });
  const token = await server.as("director");
  const changed = { token, body: { last: loan._id, updatedAt: book.updatedAt } };
  expect((await server.call("PUT", `/api/rest/books/${book._id}`, changed)).status).toBe(200);
  await makeList(server, { loan: loan._id });
  const asked = await server.call("GET", `/api/rest/loans/${loan._id}?expand=title`, { token });
  expect(asked.record.book).toEqual({ ...named(book), last: loan._id });
  const chart = await server.call("GET", `${PATHS.chart}?tile=By+loan`, { token });
  expect((chart.body as ChartAnswer).groups[0]?.name).toBe(`${loan.number}: ${book.title}`);
});

function named({ _id, title }: { readonly _id: string; readonly title?: unknown }) {
  return { _id, title };
}
