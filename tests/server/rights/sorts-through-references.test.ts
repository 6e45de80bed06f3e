import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATHS } from "../../../src/wire/paths.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook } from "../records/library-records.ts";

/**
 * An order by the user names of those who lent a book: directors are hidden from all but each other, so that the order would
 * tell the others how their names begin.
 */
const BY_NAME = "sortField=member.username&sortOrder=asc";

let server: TestServer;

beforeAll(async () => {
  server = await buildServer({
    config: {
      "entities/loans.json": (json) => {
        const sort = { field: "member.username", order: "asc" };
        json.list.views.push({ id: "by-name", label: "By name", sort });
      },
    },
  });
  const book = (await makeBook(server))._id;
  const members = [
    await server.account({ role: "lender", username: "otto-lends" }),
    await server.account({ role: "director", username: "nora-directs" }),
    await server.account({ role: "lender", username: "mona-lends" }),
  ];
  for (const [index, { _id }] of members.entries())
    await server.insert("loans", { number: `L-000${index}`, book, member: _id, lentOn: "2026-03-01" });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

describe.each([
  ["lender", false],
  ["keeper", false],
  ["director", true],
])("a %s orders loans by names of accounts, of which some are hidden: %s", (role, may) => {
  it("asked by hand", async () => {
    const token = await server.as(role);
    const answer = await server.call("GET", `/api/rest/loans?${BY_NAME}`, { token });
    expect(answer.status).toBe(may ? 200 : 400);
    if (may) {
      expect(answer.rows("loans").map(({ member }) => member)).toMatchObject([
        { username: "mona-lends" },
        { username: "nora-directs" },
        { username: "otto-lends" },
      ]);
      return;
    }
    // In the words for what is no column at all.
    const unknown = await server.call("GET", "/api/rest/loans?sortField=nothing&sortOrder=asc", { token });
    expect(answer.error).toEqual(unknown.error);
  });

  it("by a view of the list, and by a heading of a column", async () => {
    const token = await server.as(role);
    const { body } = await server.call("GET", "/api/config", { token });
    const { entities } = body as unknown as AppView;
    const loans = entities.find((one) => one.access === "full" && one.entity.id === "loans");
    const list = loans?.access === "full" ? loans.entity.list : undefined;
    expect(list?.columns.find(({ field }) => field === "member.username")?.sortable).toBe(may);
    expect(list?.columns.find(({ field }) => field === "book.title")?.sortable).toBe(true);
    expect(list?.views.some(({ id }) => id === "by-name")).toBe(may);
    expect((await server.call("GET", "/api/rest/loans?view=by-name", { token })).status).toBe(
      may ? 200 : 400,
    );
  });

  it("as the API is described", async () => {
    const token = await server.as(role);
    const { text } = await server.call("GET", PATHS.openapi, { token });
    expect(text.includes('"member.username"')).toBe(may);
  });
});
