import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import type { Store } from "../../src/server/store/store.ts";
import { BusyError } from "../../src/server/store/store-errors.ts";
import {
  BOOKS,
  book,
  column,
  get,
  insert,
  LATER,
  list,
  NOW,
  SHAPES,
  shelf,
  update,
} from "../contracts/store/library.ts";
import { emptySchema } from "./store-under-test.ts";

let stores: readonly [Store, Store];
let client: pg.Client;

beforeEach(async () => {
  const place = await emptySchema();
  client = new pg.Client({ connectionString: place.url, options: `-c search_path=${place.schema}` });
  await client.connect();
  const first = await openPostgresStore(place);
  await first.applyShapes(SHAPES);
  const second = await openPostgresStore(place);
  expect(await second.resume(SHAPES)).toBe(true);
  stores = [first, second];
});
afterEach(async () => {
  await client.end();
  for (const store of stores) await store.close();
});

const serverOf = (n: number): Store => stores[n % 2 === 0 ? 0 : 1];
async function tableOf(id: string): Promise<string> {
  const { rows } = await client.query("select tablename from pg_tables where tablename like $1", [`%${id}`]);
  return rows[0].tablename;
}
const entries = async (store: Store) =>
  (await store.read((view) => view.journal({ limit: 10_000 }))).entries.toReversed();

test("positions are in the order of commits, without gaps, while eight write on two servers and some are undone", async () => {
  const looks = [0, 1].map((n) => {
    let last = 0;
    return serverOf(n).watch(async () => {
      const after = last;
      const page = await serverOf(n).read((view) => view.journal({ after, limit: 10_000 }));
      // What is later comes after what was read, and nothing in between.
      const positions = page.entries.map(({ position }) => position).reverse();
      expect(positions).toEqual(positions.map((_, at) => after + 1 + at));
      last = Math.max(last, positions.at(-1) ?? 0);
    });
  });
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 12; n += 1) {
      const id = `b${writer}-${n}`;
      const written = serverOf(writer).write(async (on) => {
        await on.insert("books", book(id, { genre: "novel" }), []);
        await on.insert("shelves", shelf(id), []);
        if (n % 4 === 3) throw new Error("undone");
      });
      await (n % 4 === 3 ? expect(written).rejects.toThrow("undone") : written);
    }
  });
  await Promise.all(writers);
  for (const stop of looks) stop();
  const all = await entries(serverOf(0));
  expect(all.map(({ position }) => position)).toEqual(Array.from({ length: 8 * 9 * 2 }, (_, at) => at + 1));
  for (let writer = 0; writer < 8; writer += 1) {
    const own = all.flatMap(({ _id, table }) =>
      _id.startsWith(`b${writer}-`) && table === "books" ? [_id] : [],
    );
    expect(own).toEqual([0, 1, 2, 4, 5, 6, 8, 9, 10].map((n) => `b${writer}-${n}`));
  }
  expect(await serverOf(1).read((view) => view.count("books"))).toBe(72);
});

test("what one write read and another wrote is in that order in the journal", async () => {
  await insert(serverOf(0), "books", book("count", { pages: 0 }));
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      serverOf(n).write(async (on) => {
        const record = await on.get("books", "count");
        await on.update("books", "count", { pages: Number(record?.pages) + 1, ...NOW }, [], LATER);
      }),
    ),
  );
  expect(await get(serverOf(0), "books", "count")).toMatchObject({ pages: 16, _version: 17 });
  const counted = (await entries(serverOf(1))).map(({ after, version }) => [version, after.pages]);
  expect(counted).toEqual(Array.from({ length: 17 }, (_, n) => [n + 1, n]));
});

test("sixteen inserts at once on two servers all succeed, and are counted", async () => {
  await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      insert(serverOf(n), "books", book(`b${n}`, { genre: n % 3 === 0 ? "novel" : "essay", pages: n })),
    ),
  );
  for (const store of stores) {
    expect((await list(store, "books")).total).toBe(16);
    expect(await store.read((view) => view.groups("books", { by: "genre" }))).toEqual({
      groups: [
        { value: "essay", count: 10, sum: 0 },
        { value: "novel", count: 6, sum: 0 },
      ],
    });
  }
  const countRows = async () => {
    const { rows } = await client.query(
      "select count(*)::integer as n from record_counts where field in ('', 'genre')",
    );
    return rows[0].n;
  };
  expect(await countRows()).toBeGreaterThan(3);
  for (const store of stores) await store.maintain();
  // The books, and those of each genre.
  expect(await countRows()).toBe(3);
  expect(
    await serverOf(0).read((view) => view.count("books", [{ field: "genre", op: "eq", value: "novel" }])),
  ).toBe(6);
});

test("inserts do not wait for each other's counts: one is stored while another is still open", async () => {
  let goOn = () => {};
  const begun = new Promise<void>((isBegun) => {
    const slow = serverOf(0).write(async (on) => {
      await on.insert("books", book("slow", { genre: "novel" }), []);
      isBegun();
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    });
    slow.catch(() => undefined);
  });
  await begun;
  await insert(serverOf(1), "books", book("quick", { genre: "novel" }));
  expect((await list(serverOf(1), "books")).records.map(({ _id }) => _id)).toEqual(["quick"]);
  goOn();
  await expect.poll(async () => (await list(serverOf(1), "books")).total).toBe(2);
});

test("of two that want one unique value on two servers, one gets it", async () => {
  const both = await Promise.allSettled(
    [0, 1].map((n) => insert(serverOf(n), "books", book(`b${n}`, { title: "Emma" }))),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(both.find((one) => one.status === "rejected")).toMatchObject({ reason: { column: "title" } });
  expect((await entries(serverOf(0))).length).toBe(1);
});

test("a write that another one comes in between runs again, and leaves nothing of its first run", async () => {
  await insert(serverOf(0), "books", book("a", { pages: 1 }));
  let runs = 0;
  await serverOf(0).write(async (on) => {
    runs += 1;
    const pages = Number((await on.get("books", "a"))?.pages);
    await on.insert("books", book(`run${runs}`, { title: `Run ${runs}`, genre: "novel" }), []);
    await on.addSession({ tokenHash: `run${runs}`, accountId: "a", expiresAt: LATER });
    if (runs === 1) await update(serverOf(1), "books", "a", { pages: 10 });
    await on.update("books", "a", { pages: pages + 1, ...NOW }, [], LATER);
  });
  expect(runs).toBe(2);
  expect(await get(serverOf(1), "books", "a")).toMatchObject({ pages: 11 });
  expect((await list(serverOf(1), "books")).records.map(({ _id }) => _id)).toEqual(["a", "run2"]);
  expect(await serverOf(1).read((view) => view.session("run1"))).toBeUndefined();
  expect((await entries(serverOf(1))).map(({ position, _id }) => [position, _id])).toEqual([
    [1, "a"],
    [2, "a"],
    [3, "run2"],
    [4, "a"],
  ]);
  expect(
    await serverOf(1).read((view) => view.count("books", [{ field: "genre", op: "eq", value: "novel" }])),
  ).toBe(1);
});

test("a session that another server ends, or whose account it changes, is seen at once", async () => {
  const find = () => serverOf(1).read((view) => view.sessionAccount("h", "books"));
  await insert(serverOf(0), "books", book("ann", { title: "Ann" }));
  await serverOf(0).write((on) => on.addSession({ tokenHash: "h", accountId: "ann", expiresAt: LATER }));
  expect(await find()).toMatchObject({
    session: { accountId: "ann", expiresAt: LATER },
    record: { title: "Ann" },
  });
  await update(serverOf(0), "books", "ann", { title: "Anna" });
  expect(await find()).toMatchObject({ record: { title: "Anna" } });
  await serverOf(0).write((on) => on.endSession("h"));
  expect(await find()).toBeUndefined();
});

test("who watches is told of what another server commits", async () => {
  let told = 0;
  serverOf(1).watch(() => {
    told += 1;
  });
  // Until it listens.
  await expect
    .poll(
      async () => {
        await update(serverOf(0), "books", "a", { pages: 1 }).catch(() => undefined);
        await insert(serverOf(0), "books", book(`b${Math.random()}`));
        return told;
      },
      { interval: 150, timeout: 5000 },
    )
    .toBeGreaterThan(0);
});

test("a server refuses to write by shapes that another one has replaced, until it follows them", async () => {
  const others = [SHAPES[0] ?? BOOKS, { ...BOOKS, filters: ["genre"] }];
  await serverOf(0).applyShapes(others);
  await expect(insert(serverOf(1), "books", book("a"))).rejects.toBeInstanceOf(BusyError);
  expect(await serverOf(1).resume(others)).toBe(true);
  await insert(serverOf(1), "books", book("a"));
  expect((await list(serverOf(0), "books")).total).toBe(1);
});

test("a server goes on writing when another one has applied other shapes, and then its own again", async () => {
  await serverOf(0).applyShapes([SHAPES[0] ?? BOOKS, { ...BOOKS, filters: ["genre"] }]);
  await serverOf(0).applyShapes(SHAPES);
  await insert(serverOf(1), "books", book("a"));
  expect((await list(serverOf(0), "books")).total).toBe(1);
});

test("new shapes wait for who reads for long, as a backup does, and let others read meanwhile", async () => {
  await insert(serverOf(0), "books", book("a"));
  await client.query("begin");
  await client.query(`select from "${await tableOf("books")}"`);
  const columns = [...BOOKS.columns, column("weight", "integer", 0)];
  // A new column, one that is hidden, and an index that is replaced.
  const others = { ...BOOKS, columns, filters: ["genre", "pages"], mainSort: "title" };
  let isApplied = false;
  const applying = serverOf(0)
    .applyShapes([SHAPES[0] ?? BOOKS, others])
    .then(() => {
      isApplied = true;
    });
  const began = performance.now();
  let longest = 0;
  for (let last = began; last - began < 2_500; ) {
    await get(serverOf(1), "books", "a");
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  expect(isApplied).toBe(false);
  expect(longest).toBeLessThan(1_500);
  await client.query("rollback");
  await applying;
  expect(await get(serverOf(0), "books", "a")).toMatchObject({ weight: 0 });
});

test("where all connections are used for long, a read is told that the store is busy, not that it is away", async () => {
  await client.query(`begin; lock table "${await tableOf("books")}" in access exclusive mode`);
  const read = () => get(serverOf(0), "books", "a");
  const waiting = Array.from({ length: 6 }, read);
  await expect(read()).rejects.toBeInstanceOf(BusyError);
  await client.query("rollback");
  await Promise.all(waiting);
});
