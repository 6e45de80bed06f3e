import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Entity } from "../../../src/model/entity.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan } from "./library-records.ts";

const DAY = 86_400_000;

let server: TestServer;
/** By what they may see of loans: a lender, a keeper, a director. */
let tokens: Readonly<Record<"lender" | "keeper" | "director" | "stocker", string>>;
let keeper: { readonly _id: string };

beforeAll(async () => {
  server = await buildServer({
    config: {
      "entities/books.json": (json) => {
        // It asks for nothing that whoever refers to a book does not see.
        json.list.views.push({ id: "titles", label: "Titles", columns: ["title"] });
      },
    },
    effects: { now: () => new Date("2026-03-20T23:30:00.000Z") },
  });
  const account = await server.account({ role: "keeper" });
  keeper = account;
  tokens = {
    lender: await server.as("lender"),
    keeper: account.token,
    director: await server.as("director"),
    stocker: await server.as("stocker"),
  };
  const member = keeper._id;
  await makeLoan(server, { number: "L-9001", member, lentOn: "2026-03-19" });
  await makeLoan(server, { number: "L-9002", member, lentOn: "2026-01-05" });
  await makeLoan(server, { number: "L-9003", lentOn: "2026-02-20" });
  await makeLoan(server, { number: "L-9004", lentOn: "2026-02-21" });
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const list = (query: string, token: string, entity = "loans") =>
  server.call("GET", `/api/rest/${entity}?${query}`, { token });
const numbers = async (query: string, token: string) =>
  (await list(query, token)).rows("loans").map(({ number }) => number);

describe("a view of a list", () => {
  it("narrows it to its filter, asked for by its name; without it the list is whole", async () => {
    expect((await list("", tokens.keeper)).total).toBe(4);
    expect((await list("view=", tokens.keeper)).total).toBe(4);
    const { total } = await list("view=long-away", tokens.keeper);
    expect(total).toBe(2);
  });

  it("is for whoever asks: the account itself is its value", async () => {
    expect(await numbers("view=mine&sortField=number&sortOrder=asc", tokens.keeper)).toEqual([
      "L-9001",
      "L-9002",
    ]);
    expect(await numbers("view=mine", tokens.lender)).toEqual([]);
  });

  it("counts days from today, in the business's time zone", async () => {
    // 28 days before: 2026-02-20.
    expect(await numbers("view=long-away", tokens.keeper)).toEqual(["L-9002", "L-9003"]);
  });

  it("has its order, unless another is asked for; search and paging go on top", async () => {
    expect(await numbers("view=long-away", tokens.director)).toEqual(["L-9002", "L-9003"]);
    expect(await numbers("view=long-away&sortField=number&sortOrder=desc", tokens.director)).toEqual([
      "L-9003",
      "L-9002",
    ]);
    expect(await numbers("view=long-away&nameQuery=9003", tokens.director)).toEqual(["L-9003"]);
    expect(await numbers("view=long-away&page=2&limit=1", tokens.director)).toEqual(["L-9003"]);
  });

  it("of another role is refused in the words of one that there is not, and answers nothing", async () => {
    const refused = [
      await list("view=long-away", tokens.lender),
      await list("view=no-such-view", tokens.lender),
      await list("view=mine", tokens.director),
      await list("view=all", tokens.keeper),
      await list("view=__proto__", tokens.keeper),
      await list("view=by-name", tokens.keeper),
    ];
    expect(new Set(refused.map(({ text }) => text)).size).toBe(1);
    expect(refused[0]).toMatchObject({ status: 400, body: { errorCode: "BAD_REQUEST" } });
    expect(refused[0]?.text).toContain("view");
    expect(refused[0]?.text).not.toContain("long-away");
  });

  it("is not for who reads a list only because others refer to it", async () => {
    expect((await list("", tokens.lender, "books")).status).toBe(200);
    for (const view of ["no-cover", "titles"])
      expect((await list(`view=${view}`, tokens.lender, "books")).status).toBe(400);
    expect((await list("view=titles", tokens.stocker, "books")).status).toBe(200);
  });

  it("may ask for a field that is no filter of the list: no photo, changed this week", async () => {
    const { _id } = await makeBook(server, { title: "Without" });
    const old = new Date(server.effects.now().getTime() - 8 * DAY).toISOString();
    await server.insert("books", { title: "Old", updatedAt: old });
    const titles = async (view: string) =>
      (await list(`view=${view}&limit=100`, tokens.stocker, "books")).rows("books").map(({ title }) => title);
    expect(await titles("no-cover")).toEqual(expect.arrayContaining(["Without", "Old"]));
    expect(await titles("this-week")).toContain("Without");
    expect(await titles("this-week")).not.toContain("Old");
    expect(_id).toHaveLength(24);
  });
});

describe("the config that an account gets", () => {
  const loansOf = async (token: string): Promise<Entity> => {
    const { body } = await server.call<AppView>("GET", "/api/config", { token });
    const found = body.entities.flatMap((one) => (one.access === "full" ? [one.entity] : []));
    return found.find(({ id }) => id === "loans") ?? Promise.reject(new Error("no loans"));
  };

  it.each([
    ["lender", ["mine"], undefined],
    ["keeper", ["mine", "long-away"], undefined],
    ["director", ["long-away"], ["long-away"]],
  ] as const)("of a %s has the views %j alone", async (role, ids, written) => {
    const { list, source } = await loansOf(tokens[role]);
    expect(list.views.map(({ id }) => id)).toEqual(ids);
    // Whoever may not sort the list by every column gets no more of the source than forms need.
    expect(source.list.views?.map(({ id }) => id)).toEqual(written);
  });

  it("names no view of others anywhere", async () => {
    const { text } = await server.call("GET", "/api/config", { token: tokens.lender });
    expect(text).not.toContain("long-away");
  });
});
