import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatListQuery } from "../../../src/wire/list-query.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan } from "../records/library-records.ts";

let server: TestServer;
beforeAll(async () => {
  server = await buildServer();
  await makeBook(server, { title: "Lent and loved", available: false, scores: { readers: 9, staff: 1 } });
  await makeBook(server, { title: "Lent", available: false, scores: { readers: 2, staff: 1 } });
  await makeLoan(server, { number: "L-9001", lentOn: "2020-01-05" });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const appOf = (token: string) => server.call<AppView>("GET", "/api/config", { token });
const labelsOf = async (role: string) =>
  (await appOf(await server.as(role))).body.home.map(({ label }) => label);

const BOOKS = ["Books in all", "Books without a cover", "New science"];
const WORTH = ["Worth by genre", "Spent by day"];
const CHARTS = ["Books by subject", ...WORTH, "Loans in a fortnight"];
const ALL = [...BOOKS, "Loved and lent out", "Long away", "Members to approve", ...CHARTS];

describe("the tiles that an account gets", () => {
  it.each([
    ["stocker", [...BOOKS, "Loved and lent out", "Books by subject", ...WORTH]],
    // It sees no scores, and no prices.
    ["shelver", [...BOOKS, "Books by subject"]],
    ["lender", ["Loans of mine", "Loans in a fortnight"]],
    // It opens loans and members, but has none of the views of loans.
    ["reader", ["Members to approve", "Loans in a fortnight"]],
    ["keeper", [...ALL, "Loans of mine"]],
    ["director", ALL],
  ])("of a %s are those of lists, views and fields that it may see", async (role, labels) => {
    expect((await labelsOf(role)).sort()).toEqual([...labels].sort());
  });

  it("tell nothing of the others, not even their texts", async () => {
    const { text } = await appOf(await server.as("shelver"));
    expect(text).not.toContain("Loved and lent out");
    expect(text).not.toContain("Members to approve");
  });

  it("are none before the account is approved", async () => {
    const { token } = await server.account({ role: "keeper", approved: false });
    expect((await appOf(token)).body.home).toEqual([]);
  });

  it.each(["stocker", "shelver", "lender", "reader", "keeper", "director"])(
    "can each be asked of their list by a %s",
    async (role) => {
      const token = await server.as(role);
      const { home, entities } = (await appOf(token)).body;
      for (const { entity, view, filter } of home) {
        const found = entities.find((one) => one.access === "full" && one.entity.id === entity);
        if (found?.access !== "full") throw new Error(`${entity} is closed`);
        const asked = formatListQuery({
          page: 1,
          limit: 1,
          nameQuery: "",
          sortField: "",
          sortOrder: "",
          ...(view === undefined ? {} : { view }),
          filter,
        });
        const answer = await server.call("GET", `/api${found.entity.endpoints.list}?${asked}`, { token });
        expect(answer.status).toBe(200);
      }
    },
  );

  it("count what their filter says", async () => {
    const token = await server.as("stocker");
    const query = "filter[available]=false&filter[scores.readers][gte]=8&limit=1";
    expect((await server.call("GET", `/api/rest/books?${query}`, { token })).total).toBe(1);
  });
});
