import { afterEach, describe, expect, it } from "vitest";
import { addDays, dayOf } from "../../../src/record/day.ts";
import type { Store } from "../../../src/server/store/store.ts";
import type { StoreGroupsQuery } from "../../../src/server/store/store-queries.ts";
import type { ChartAnswer } from "../../../src/wire/chart.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import type { Loose } from "../../model/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan, makeSubject } from "../records/library-records.ts";

let server: TestServer | undefined;
afterEach(async () => {
  expect(server?.log ?? []).toEqual([]);
  await server?.close();
  server = undefined;
});

const open = async (options: Parameters<typeof buildServer>[0] = {}) => {
  server = await buildServer(options);
  return server;
};
const ask = (on: TestServer, token: string | undefined, tile: string) =>
  on.call<ChartAnswer>(
    "GET",
    `${PATHS.chart}?${new URLSearchParams({ tile })}`,
    token === undefined ? {} : { token },
  );
const chartOf = async (on: TestServer, role: string, tile: string) => {
  const answer = await ask(on, await on.as(role), tile);
  expect(answer.status).toBe(200);
  return answer.body;
};
/** Adds tiles to the library's. */
const withTiles = (...tiles: readonly Loose[]) => ({
  "app.json": (app: Loose) => void app.home.tiles.splice(0, app.home.tiles.length, ...tiles),
});
const tile = (label: string, entity: string, chart: Loose, more: Loose = {}): Loose => ({
  kind: "chart",
  label,
  entity,
  chart,
  ...more,
});

/** How often the store is asked for groups. */
function countAsked({ store }: TestServer): { readonly asked: StoreGroupsQuery[] } {
  const asked: StoreGroupsQuery[] = [];
  const { read } = store;
  const counting: Pick<Store, "read"> = {
    read: (work) =>
      read((view) =>
        work({
          ...view,
          groups(table, query) {
            asked.push(query);
            return view.groups(table, query);
          },
        }),
      ),
  };
  Object.assign(store, counting);
  return { asked };
}

describe("the numbers of a chart", () => {
  it("are counted by what a reference leads to, the greatest first, with its title", async () => {
    const on = await open();
    const [birds, fish] = [await makeSubject(on, { name: "Birds" }), await makeSubject(on, { name: "Fish" })];
    for (const subject of [fish, birds, birds]) await makeBook(on, { subject: subject._id });
    const { by, groups, others } = await chartOf(on, "stocker", "Books by subject");
    expect([by, others]).toEqual(["value", undefined]);
    expect(groups).toEqual([
      { value: birds._id, name: "Birds", amount: 2 },
      { value: fish._id, name: "Fish", amount: 1 },
    ]);
  });

  it("are summed up by a choice, each of its values, of the tile's records alone", async () => {
    const on = await open();
    await makeBook(on, { genre: "novel", price: 0.1 });
    await makeBook(on, { genre: "novel", price: 0.2 });
    await makeBook(on, { genre: "science", price: 7.5 });
    await makeBook(on, { genre: "history", price: 100 });
    const { groups } = await chartOf(on, "stocker", "Worth by genre");
    const genres = on.holder.current.entities.get("books")?.placed.get("genre")?.field.schema.enum ?? [];
    expect(genres.length).toBeGreaterThan(2);
    expect(groups.map(({ value }) => value)).toEqual(genres);
    const amounts = new Map(groups.map(({ value, amount }) => [value, amount]));
    expect([amounts.get("novel"), amounts.get("science")]).toEqual([0.3, 7.5]);
    expect([...amounts.values()].filter((amount) => amount === 0)).toHaveLength(genres.length - 2);
  });

  it("are told apart by day, in the business's time zone, days without records too", async () => {
    const on = await open();
    const { timeZone } = on.holder.current.config.app;
    const today = dayOf(on.effects.now(), timeZone);
    for (const days of [0, 0, -13, -14, 1]) await makeLoan(on, { lentOn: addDays(today, days) });
    const { by, groups } = await chartOf(on, "keeper", "Loans in a fortnight");
    expect(by).toBe("day");
    expect(groups).toHaveLength(14);
    expect(groups[0]).toEqual({ value: addDays(today, -13), amount: 1 });
    expect(groups.at(-1)).toEqual({ value: today, amount: 2 });
    expect(groups.reduce((sum, { amount }) => sum + amount, 0)).toBe(3);
  });

  it("of moments belong to the day that clocks of the business show", async () => {
    const zone = { "app.json": (app: Loose) => Object.assign(app, { timeZone: "Asia/Taipei" }) };
    // Four in the afternoon in UTC is midnight in Taipei.
    const on = await open({ config: zone, effects: { now: () => new Date("2026-11-22T16:00:00.000Z") } });
    for (const [price, createdAt] of [
      [1, "2026-11-22T15:59:59.999Z"],
      [10, "2026-11-22T16:00:00.000Z"],
      [100, "2026-10-24T15:59:59.999Z"],
      [1000, "2026-10-24T16:00:00.000Z"],
    ] as const)
      await on.insert("books", { title: `Book ${price}`, price, createdAt });
    const { groups } = await chartOf(on, "stocker", "Spent by day");
    expect(groups).toHaveLength(30);
    expect(groups.filter(({ amount }) => amount !== 0)).toEqual([
      { value: "2026-10-25", amount: 1000 },
      { value: "2026-11-22", amount: 1 },
      { value: "2026-11-23", amount: 10 },
    ]);
  });

  it("are of eight values at most, and of all others together; what is empty is a value", async () => {
    const years = tile("By year", "books", { by: "year" });
    const on = await open({ config: withTiles(years) });
    for (let at = 0; at < 12; at += 1)
      for (const n of Array.from({ length: at < 2 ? 2 : 1 }, (_, index) => index))
        await on.insert("books", { title: `Book ${at} ${n}`, year: 1990 + at });
    for (const n of [1, 2, 3]) await on.insert("books", { title: `Empty ${n}` });
    const { groups, others } = await chartOf(on, "stocker", "By year");
    expect(groups.slice(0, 4)).toEqual([
      { value: null, amount: 3 },
      { value: 1990, amount: 2 },
      { value: 1991, amount: 2 },
      { value: 1992, amount: 1 },
    ]);
    expect(groups).toHaveLength(8);
    expect(others).toEqual({ amount: 5 });
  });

  it("of yes and no are both, whatever there is", async () => {
    const on = await open({ config: withTiles(tile("In", "books", { by: "available" })) });
    await makeBook(on, { available: false });
    expect((await chartOf(on, "shelver", "In")).groups).toEqual([
      { value: true, amount: 0 },
      { value: false, amount: 1 },
    ]);
  });
});

describe("who may not see", () => {
  it.each([
    ["stocker", "Worth by genre", 200],
    // It sees no prices.
    ["shelver", "Worth by genre", 404],
    ["shelver", "Spent by day", 404],
    ["shelver", "Books by subject", 200],
    ["lender", "Books by subject", 404],
    ["lender", "Loans in a fortnight", 200],
    ["stocker", "Loans in a fortnight", 404],
    ["director", "Books in all", 404],
    ["director", "No such tile", 404],
    ["director", "constructor", 404],
  ])("as a %s the chart %s is answered %i", async (role, label, status) => {
    const on = await open();
    const answer = await ask(on, await on.as(role), label);
    expect(answer.status).toBe(status);
    const none = await ask(on, await on.as(role), "No such tile");
    if (status === 404) expect(answer.text).toBe(none.text);
  });

  it("needs a session, and approval", async () => {
    const on = await open();
    expect((await ask(on, undefined, "Books by subject")).status).toBe(401);
    const { token } = await on.account({ role: "keeper", approved: false });
    expect((await ask(on, token, "Books by subject")).status).toBe(404);
  });

  it("the records of others has none of them in the numbers, nor of what was computed for others", async () => {
    const on = await open();
    const reader = await on.account({ role: "reader" });
    const today = dayOf(on.effects.now(), on.holder.current.config.app.timeZone);
    await makeLoan(on, { lentOn: today, member: reader._id });
    for (const _ of [1, 2]) await makeLoan(on, { lentOn: today });
    const all = await chartOf(on, "keeper", "Loans in a fortnight");
    const own = (await ask(on, reader.token, "Loans in a fortnight")).body;
    const none = (await ask(on, (await on.account({ role: "reader" })).token, "Loans in a fortnight")).body;
    expect([all, own, none].map(({ groups }) => groups.at(-1)?.amount)).toEqual([3, 1, 0]);
  });

  it("a record that is referred to finds it among the others, without its name", async () => {
    const rights = {
      ...withTiles(tile("By subject", "books", { by: "subject" })),
      "entities/subjects.json": (entity: Loose) => {
        entity.rights = {
          view: ["stock", "shelving"],
          records: [
            {
              permission: "shelving",
              unless: "stock",
              filter: [{ field: "parent", op: "empty", value: true }],
            },
          ],
        };
      },
    };
    const on = await open({ config: rights });
    const birds = await makeSubject(on, { name: "Birds" });
    const secret = await makeSubject(on, { name: "Secret", parent: birds._id });
    for (const subject of [secret, secret, birds]) await makeBook(on, { subject: subject._id });
    expect((await chartOf(on, "stocker", "By subject")).groups.map(({ name }) => name)).toEqual([
      "Secret",
      "Birds",
    ]);
    const answer = await ask(on, await on.as("shelver"), "By subject");
    expect(answer.body).toMatchObject({
      groups: [{ value: birds._id, name: "Birds", amount: 1 }],
      others: { amount: 2 },
    });
    expect(answer.text).not.toContain("Secret");
    expect(answer.text).not.toContain(secret._id);
  });
});

describe("computed numbers", () => {
  it("are kept for a minute, with the time at which they were computed", async () => {
    const on = await open();
    const { asked } = countAsked(on);
    await makeBook(on);
    const first = await chartOf(on, "stocker", "Books by subject");
    expect(Math.abs(Date.parse(first.computedAt) - on.effects.now().getTime())).toBeLessThan(20_000);
    await makeBook(on);
    on.advance(50_000);
    expect(await chartOf(on, "stocker", "Books by subject")).toEqual(first);
    expect(asked).toHaveLength(1);
    on.advance(11_000);
    const later = await chartOf(on, "stocker", "Books by subject");
    expect(asked).toHaveLength(2);
    expect(later.groups).toHaveLength(2);
    expect(Date.parse(later.computedAt) - Date.parse(first.computedAt)).toBeGreaterThanOrEqual(61_000);
  });

  it("are shared by all who may see the same, also while they are computed", async () => {
    const on = await open();
    const { asked } = countAsked(on);
    const tokens = [await on.as("stocker"), await on.as("shelver"), await on.as("director")];
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) => ask(on, token, "Books by subject")),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(asked).toHaveLength(1);
    await ask(on, await on.as("stocker"), "Worth by genre");
    expect(asked).toHaveLength(2);
  });

  it("are computed again on the next day", async () => {
    let now = new Date("2026-11-22T22:59:50.000Z");
    const utc = { "app.json": (app: Loose) => Object.assign(app, { timeZone: "Europe/Lisbon" }) };
    const on = await open({ config: utc, effects: { now: () => now } });
    now = new Date("2026-11-22T23:59:50.000Z");
    expect((await chartOf(on, "stocker", "Spent by day")).groups.at(-1)?.value).toBe("2026-11-22");
    now = new Date("2026-11-23T00:00:10.000Z");
    expect((await chartOf(on, "stocker", "Spent by day")).groups.at(-1)?.value).toBe("2026-11-23");
  });

  it("are not kept where computing them failed", async () => {
    const on = await open();
    const { read } = on.store;
    const broken: Pick<Store, "read"> = {
      read: (work) =>
        read((view) => work({ ...view, groups: () => Promise.reject(new Error("broken disk")) })),
    };
    Object.assign(on.store, broken);
    expect((await ask(on, await on.as("stocker"), "Books by subject")).status).toBe(500);
    expect(on.log.splice(0).join()).toContain("broken disk");
    Object.assign(on.store, { read });
    await chartOf(on, "stocker", "Books by subject");
  });
});
