import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { CHART_KEPT_MS, type ChartAnswer } from "../../../src/wire/chart.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import { book, later, refusal } from "../fake-server.ts";
import { openApp } from "../open-app.tsx";

const NOTHING: ChartAnswer = { computedAt: new Date().toISOString(), by: "value", groups: [] };

async function open(role: string, answers: Readonly<Record<string, Partial<ChartAnswer>>>) {
  const asked: string[] = [];
  const app = await openApp("/", {
    role,
    prepare(server) {
      server.on(`GET ${PATHS.chart}`, ({ query }) => {
        const label = String(query.tile);
        asked.push(label);
        const answer = answers[label];
        return answer === undefined && Object.keys(answers).length > 0
          ? refusal(500, "broken")
          : { status: 200, body: { ...NOTHING, ...answer } };
      });
    },
  });
  return { app, asked };
}
const region = async (name: string) => within(await screen.findByRole("region", { name }));
/** The chart as a table. */
async function table(person: { click(element: Element): Promise<void> }, name: string) {
  const chart = await region(name);
  await chart.findByRole("table");
  // Out of sight it has no links: nobody could see which of them has the focus.
  expect(within(chart.getByRole("table")).queryByRole("link")).toBe(null);
  const isSeen = () => chart.getByRole("table").closest(".unseen") === null;
  const button = chart.getByRole("button", { name: "Show the figures" });
  expect(button.getAttribute("aria-pressed")).toBe("false");
  expect(isSeen()).toBe(false);
  await person.click(button);
  expect(isSeen()).toBe(true);
  expect(button.getAttribute("aria-pressed")).toBe("true");
  return chart;
}
const rowsOf = (chart: ReturnType<typeof within>) =>
  chart
    .getAllByRole("row")
    .map((row: HTMLElement) => Array.from(row.children, ({ textContent }) => textContent));

describe("a chart of the start page", () => {
  it("has its numbers in a table, by the names that people read, each a link to its records", async () => {
    const { app } = await open("stocker", {
      "Books by subject": {
        groups: [
          { value: "s1", name: "Birds", amount: 12_000 },
          { value: null, amount: 2 },
        ],
        others: { amount: 30 },
      },
    });
    const chart = await table(app.person, "Books by subject");
    await chart.findByRole("link", { name: "Birds" });
    expect(rowsOf(chart)).toEqual([
      ["Subject", "How many"],
      ["Birds", "12,000"],
      ["empty", "2"],
      ["The rest", "30"],
    ]);
    const address = (name: string) => chart.getByRole("link", { name }).getAttribute("href");
    expect(address("Birds")).toBe("/books/list?filter[subject]=s1");
    expect(address("empty")).toBe("/books/list?filter[subject][empty]=true");
    expect(chart.queryByRole("link", { name: "The rest" })).toBe(null);
    expect(address("Books by subject")).toBe("/books/list");
  });

  it("names choices as the form does, and what is summed up; its records are those of the tile", async () => {
    const genres = { groups: [{ value: "history", amount: 7.25 }] };
    const { app } = await open("stocker", { "Worth by genre": genres });
    const chart = await table(app.person, "Worth by genre");
    const link = await chart.findByRole("link", { name: "History" });
    expect(link.getAttribute("href")).toBe(
      "/books/list?filter[genre][in]=novel&filter[genre][in]=science&filter[genre]=history",
    );
    expect(rowsOf(chart)[0]).toEqual(["Genre", "Replacement price"]);
    expect(rowsOf(chart)[1]).toEqual(["History", "7.25"]);
  });

  it("leads to the days that it shows", async () => {
    const days = ["2026-11-22", "2026-11-23"].map((value, at) => ({ value, amount: at }));
    const { app } = await open("lender", { "Loans in a fortnight": { by: "day", groups: days } });
    const chart = await table(app.person, "Loans in a fortnight");
    const link = await chart.findByRole("link", { name: /22/ });
    expect(link.getAttribute("href")).toBe("/loans/list?filter[lentOn]=2026-11-22");
    expect(rowsOf(chart)[0]?.[0]).toBe("On");
    const head = chart.getByRole("link", { name: "Loans in a fortnight" });
    expect(head.getAttribute("href")).toBe(
      "/loans/list?filter[lentOn][gte]=today-13&filter[lentOn][lte]=today",
    );
  });

  it("says how old its numbers are", async () => {
    const computedAt = new Date(Date.now() - 130_000).toISOString();
    await open("stocker", { "Books by subject": { computedAt } });
    const chart = await region("Books by subject");
    expect(await chart.findByText("Reckoned 2 minutes ago")).toBeTruthy();
  });

  it("says that there is nothing", async () => {
    const zeros = { groups: [{ value: "history", amount: 0 }] };
    await open("stocker", { "Worth by genre": zeros, "Books by subject": {} });
    for (const name of ["Worth by genre", "Books by subject"]) {
      const chart = await region(name);
      expect(await chart.findByText("Nothing here now")).toBeTruthy();
      expect(chart.queryByRole("table")).toBe(null);
    }
  });

  it("says that it could not be fetched, and fetches it again; the others are there", async () => {
    const answers: Record<string, Partial<ChartAnswer>> = { "Books by subject": {} };
    const { app, asked } = await open("stocker", answers);
    const chart = await region("Worth by genre");
    expect(await chart.findByText("This could not be fetched")).toBeTruthy();
    expect(await (await region("Books by subject")).findByText("Nothing here now")).toBeTruthy();
    answers["Worth by genre"] = { groups: [{ value: "history", amount: 3 }] };
    const times = () => asked.filter((label) => label === "Worth by genre").length;
    const before = times();
    await app.person.click(chart.getByRole("button", { name: "Try again" }));
    expect(rowsOf(await table(app.person, "Worth by genre"))).toContainEqual(["History", "3"]);
    expect(times()).toBe(before + 1);
  });

  it("is busy until it is answered, with numbers or without", async () => {
    const [worth, books] = [later(), later()];
    await openApp("/", {
      role: "stocker",
      prepare: (server) =>
        server.on(`GET ${PATHS.chart}`, (request) =>
          (request.query.tile === "Worth by genre" ? worth : books).serve(request),
        ),
    });
    const isBusy = async (name: string) =>
      (await screen.findByRole("region", { name })).querySelector('[aria-busy="true"]') !== null;
    const both = async () => [await isBusy("Worth by genre"), await isBusy("Books by subject")];
    expect(await both()).toEqual([true, true]);
    worth.answer(refusal(500, "broken"));
    books.answer({ status: 200, body: { ...NOTHING, groups: [{ value: "s1", name: "Birds", amount: 1 }] } });
    await waitFor(async () => expect(await both()).toEqual([false, false]));
  });

  it("is asked for by those alone who have it", async () => {
    const { asked } = await open("shelver", {});
    await region("Books by subject");
    await waitFor(() => expect(asked).toEqual(["Books by subject"]));
    expect(screen.queryByText("Worth by genre")).toBe(null);
  });
});

describe("a chart whose records others change", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is asked for again, when the server has other numbers at the earliest", async () => {
    const asked: number[] = [];
    let amount = 1;
    const app = await openApp("/", {
      role: "stocker",
      isLive: true,
      prepare: (server) =>
        server.on(`GET ${PATHS.chart}`, ({ query }) => {
          if (query.tile === "Worth by genre") asked.push(performance.now());
          return { status: 200, body: { ...NOTHING, groups: [{ value: "history", amount }] } };
        }),
    });
    const chart = await table(app.person, "Worth by genre");
    await chart.findByText("1");
    await waitFor(() => expect(app.server.streams.count()).toBe(1));
    const real = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => real() + CHART_KEPT_MS - 2000);
    amount = 2;
    const told = real();
    for (let change = 0; change < 3; change += 1)
      app.server.streams.tell({ records: [{ entity: "books", _id: book(1)._id, version: 2 }] });
    await chart.findByText("2");
    expect(asked).toHaveLength(2);
    // So much was left of the minute, but for what went by before.
    expect(real() - told).toBeGreaterThan(1000);
  });
});
