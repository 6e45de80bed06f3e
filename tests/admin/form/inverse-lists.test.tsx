import { cleanup, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Json, StoredRecord } from "../../../src/model/record.ts";
import type { JsonChange } from "../../model/library.ts";
import { book, refusal } from "../fake-server.ts";
import { type AppOptions, openApp } from "../open-app.tsx";

const LOANS = "GET /api/rest/loans";
const BOOK = book(1)._id;

function loan(number: number, values: Readonly<Record<string, Json>> = {}): StoredRecord {
  return {
    ...book(number),
    _id: `c${String(number).padStart(23, "0")}`,
    number: `L-000${number}`,
    book: BOOK,
    member: null,
    lentOn: "2026-03-01",
    returned: false,
    ...values,
  };
}

/** The lending desk makes loans, but does not fill in their book. */
const bookNotFilledIn: JsonChange = (json) => {
  json.schema.required = json.schema.required.filter((name: string) => name !== "book");
  delete json.schema.properties.book.messages;
  json.rights.fields.book = { edit: ["staffing"] };
};

async function openBook(count: number, options: AppOptions = {}) {
  const app = await openApp(`/books/edit/${BOOK}`, {
    ...options,
    prepare(server) {
      server.records.set("books", [book(1), book(2)]);
      const loans = Array.from({ length: count }, (_, index) => loan(index + 1));
      server.records.set("loans", [...loans, loan(9, { book: book(2)._id })]);
      options.prepare?.(server);
    },
  });
  await app.heading("Edit book");
  const section = () => screen.findByRole("region", { name: "Loans of this book" });
  const rows = async () =>
    within(await section())
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.querySelector(".record-link")?.textContent ?? "");
  return { ...app, section, rows };
}

describe("who refers to a record, below its form", () => {
  it("the records with the columns of the config, their number, a page at a time", async () => {
    const app = await openBook(7);
    await waitFor(async () => expect(await app.rows()).toHaveLength(5));
    const section = within(await app.section());
    expect(section.getByRole("heading").textContent).toBe("Loans of this book7");
    const headings = section.getAllByRole("columnheader").map(({ textContent }) => textContent);
    expect(headings).toEqual(["Number", "Lent by", "Lent on", "Renewals", "Actions"]);
    await app.person.click(section.getByRole("button", { name: "Next page" }));
    await waitFor(async () => expect(await app.rows()).toHaveLength(2));
    const query = app.server.asked(LOANS).at(-1)?.query;
    expect(query).toMatchObject({
      "filter[book]": BOOK,
      page: "2",
      limit: "5",
      sortField: "lentOn",
      sortOrder: "desc",
    });
    // The form's address is the form's alone.
    expect(app.address()).toBe(`/books/edit/${BOOK}`);
  });

  it("a new one has the reference filled in, is not unsaved by that, and leads back", async () => {
    const app = await openBook(0);
    const section = within(await app.section());
    await section.findByText("No loan here yet");
    await app.person.click(section.getByRole("link", { name: /loan/ }));
    await app.heading("Lend a book");
    expect(app.address()).toBe(`/loans/create?preset[book]=${BOOK}`);
    // The widgets of the tests show values as they are.
    await screen.findByDisplayValue(BOOK);
    await app.person.click(await screen.findByRole("button", { name: "Cancel" }));
    await app.at(`/books/edit/${BOOK}`);
  });

  it("whoever opens one of them comes back here", async () => {
    const app = await openBook(1);
    await waitFor(async () => expect(await app.rows()).toHaveLength(1));
    await app.person.click(within(await app.section()).getByRole("link", { name: /^L-0001/ }));
    await app.heading("Edit loan");
    await screen.findByDisplayValue("L-0001");
    await app.person.click(await screen.findByRole("button", { name: "Cancel" }));
    await app.at(`/books/edit/${BOOK}`);
  });

  it("offers no new one whose reference the person may not fill in", async () => {
    const app = await openBook(1, {
      role: "lender",
      config: {
        "entities/books.json": (json) => json.rights.view.push("lending"),
        "entities/loans.json": bookNotFilledIn,
      },
    });
    await waitFor(async () => expect(await app.rows()).toHaveLength(1));
    expect(within(await app.section()).queryByRole("link", { name: "New loan" })).toBeNull();
  });

  it("asks before unsaved input is left for one of them", async () => {
    const app = await openBook(1);
    await waitFor(async () => expect(await app.rows()).toHaveLength(1));
    await app.person.type(await screen.findByRole("textbox", { name: /Title/ }), "!");
    const section = within(await app.section());
    await app.person.click(section.getByRole("link", { name: /^L-0001/ }));
    await screen.findByRole("alertdialog");
  });

  it("says in its place what could not be fetched, and tries again", async () => {
    const app = await openBook(1, {
      prepare: (server) => server.on(LOANS, () => refusal(500, "broken")),
    });
    const section = within(await app.section());
    const again = await section.findByRole("button", { name: "Try again" });
    expect(app.toasts()).toEqual([]);
    app.server.on(LOANS, undefined);
    await app.person.click(again);
    await waitFor(async () => expect(await app.rows()).toHaveLength(1));
  });

  it("is not there for whoever may not see the others, nor below a new record", async () => {
    const app = await openBook(1, { role: "stocker" });
    await screen.findByRole("textbox", { name: /Title/ });
    expect(screen.queryByRole("region", { name: "Loans of this book" })).toBeNull();
    expect(app.server.asked(LOANS)).toEqual([]);
  });
});

describe("what an address fills in of a new record", () => {
  it("only known fields that hold one value, and that this person fills in", async () => {
    const query =
      "preset[year]=1987&preset[genre]=ballad&preset[nothing]=1&preset[scores]=1&preset[title]=Gulls";
    await openApp(`/books/create?${query}`);
    const title = await screen.findByRole<HTMLInputElement>("textbox", { name: /Title/ });
    expect(title.value).toBe("Gulls");
    expect(screen.getByDisplayValue("1987")).toBeTruthy();
    expect(screen.queryByDisplayValue("ballad")).toBeNull();
  });

  it("no field that this person may not fill in", async () => {
    await openApp(`/loans/create?preset[book]=${BOOK}&preset[number]=L-0042`, {
      role: "lender",
      config: { "entities/loans.json": bookNotFilledIn },
    });
    await screen.findByDisplayValue("L-0042");
    expect(screen.queryByDisplayValue(BOOK)).toBeNull();
  });
});

describe("a deletion that is refused", () => {
  it("lists who stands in the way as links, the others as a number, until that is closed", async () => {
    const app = await openApp("/books/list", {
      prepare(server) {
        server.records.set("books", [book(1)]);
        server.on(`DELETE /api/rest/books/${BOOK}`, () =>
          refusal(409, "5 others refer to it", {
            errorCode: "REFERRED_TO",
            referrers: [
              { entity: "loans", _id: loan(1)._id, title: "L-0001: Book 1" },
              { entity: "nothing", _id: "x", title: "Unknown" },
            ],
            referrerCount: 5,
          }),
        );
      },
    });
    await app.person.click(await screen.findByRole("button", { name: "Delete Book 1" }));
    const dialog = await screen.findByRole("alertdialog");
    await app.person.click(within(dialog).getByRole("button", { name: "Delete" }));
    const region = within(await screen.findByRole("region", { name: "Change or delete these first" }));
    const links = region.getAllByRole<HTMLAnchorElement>("link");
    expect(links.map((link) => [link.textContent, link.getAttribute("href")])).toEqual([
      ["L-0001: Book 1", `/loans/edit/${loan(1)._id}`],
    ]);
    region.getByText("and 4 more");
    expect(app.toasts()).toEqual(["error: Could not be deleted: 5 others refer to it"]);
    await app.person.click(region.getByRole("button", { name: "Hide" }));
    expect(screen.queryByRole("region", { name: "Change or delete these first" })).toBeNull();
  });
});

describe("the number of records that refer to one", () => {
  it("is written as the config writes numbers, and says when there are more", async () => {
    const app = await openBook(0, {
      config: {
        "app.json": (json) => {
          json.dateLocale = "de";
        },
      },
      prepare: (server) =>
        server.on(LOANS, () => ({
          status: 200,
          body: { loans: [loan(1), loan(2), loan(3), loan(4), loan(5)], total: 12345, totalIsMore: true },
        })),
    });
    const heading = within(await app.section()).getByRole("heading");
    await waitFor(() => expect(heading.textContent).toBe("Loans of this book12.345+"));
  });

  it("needs a pager only when there may be a second page", async () => {
    const four = await openBook(4);
    await waitFor(async () => expect(await four.rows()).toHaveLength(4));
    expect(within(await four.section()).queryByRole("button", { name: "Next page" })).toBeNull();
    cleanup();
    const six = await openBook(6);
    await waitFor(async () => expect(await six.rows()).toHaveLength(5));
    const next = within(await six.section()).getByRole("button", { name: "Next page" });
    await six.person.click(next);
    await waitFor(async () => expect(await six.rows()).toHaveLength(1));
    within(await six.section()).getByRole("button", { name: "Previous page" });
  });
});
