import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { book } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

const { title: _, genre: __, ...system } = book(1);
const LOAN = {
  ...system,
  number: "L-0001",
  book: book(7)._id,
  member: null,
  lentOn: "2026-03-01",
  returned: false,
};
const LOAN_AT = `/loans/edit/${LOAN._id}`;

const openLoan = (hasBook = true) =>
  openApp(LOAN_AT, {
    prepare(server) {
      server.records.set("loans", [LOAN]);
      server.records.set("books", hasBook ? [book(7, { title: "Gulls" })] : []);
    },
  });
const head = () => document.querySelector(".form-screen-head") as HTMLElement;

describe("the head of a form", () => {
  it("says what the record is called, through references too, its state, who changed it and when", async () => {
    await openLoan();
    await screen.findByText("L-0001: Gulls");
    expect(within(head()).getByText("Lent out").className).toContain("record-state-warning");
    expect(head().textContent).toContain("director · ");
    expect(head().querySelector("time")?.dateTime).toBe(LOAN.updatedAt);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Edit loan");
    expect(document.title).toBe("L-0001: Gulls · loan");
  });

  it("names nobody whom this person may not view, though the wire does", async () => {
    for (const [headers, shown] of [
      [{ "seen-accounts": "" }, "System · "],
      [{ "seen-accounts": "m7,m1" }, "director · "],
    ] as const) {
      const app = await openApp(LOAN_AT, {
        prepare(server) {
          server.on(`GET /api/rest/loans/${LOAN._id}`, () => ({ status: 200, body: LOAN, headers }));
          server.records.set("books", [book(7, { title: "Gulls" })]);
        },
      });
      await screen.findByText("L-0001: Gulls");
      expect(head().textContent).toContain(shown);
      app.unmount();
    }
  });

  it("has a dash for what cannot be read", async () => {
    await openLoan(false);
    await screen.findByText("L-0001: –");
  });

  it("says how long ago in the screen's language; the whole time is written as the business does", async () => {
    const updatedAt = new Date(Date.now() - 3 * 60_000).toISOString();
    await openApp(LOAN_AT, {
      config: {
        "app.json": (json) => {
          json.dateLocale = "de-DE";
        },
      },
      prepare: (server) => server.records.set("loans", [{ ...LOAN, updatedAt }]),
    });
    await screen.findByText("3 minutes ago");
    expect(head().querySelector("time")?.title).toMatch(/^\d\d\.\d\d\.\d{4}, /);
  });

  it("is not there for a new record", async () => {
    const app = await openApp("/loans/create");
    await app.heading("Lend a book");
    expect(head()).toBeNull();
    expect(document.title).toContain("Lend a book · ");
  });
});

it("the browser's tab has a mark while something is unsaved", async () => {
  const app = await openLoan();
  await waitFor(() => expect(document.title).toBe("L-0001: Gulls · loan"));
  const number = await screen.findByLabelText(/^Number/);
  await app.person.type(number, "5");
  await waitFor(() => expect(document.title).toBe("● L-0001: Gulls · loan"));
  await app.person.type(number, "{Backspace}");
  await waitFor(() => expect(document.title).toBe("L-0001: Gulls · loan"));
});
