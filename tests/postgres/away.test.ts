import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import type { Store, StoreTrouble } from "../../src/server/store/store.ts";
import { NotReadError, NotStoredError, UnknownOutcomeError } from "../../src/server/store/store-errors.ts";
import { book, get, insert, list, SHAPES } from "../contracts/store/library.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { cutConnection } from "./cut-connection.ts";

let cluster: Cluster;
let url: string;
let store: Store;
let troubles: (StoreTrouble | undefined)[];
let made = 0;
const ends: (() => Promise<void>)[] = [];

beforeAll(async () => {
  // Nothing reaches the disk but what is committed, so that a crash loses the rest.
  cluster = await startCluster(["wal_writer_delay=10s"]);
  url = await cluster.createDatabase("away", "C");
});
afterAll(() => cluster.remove());
beforeEach(async () => {
  made += 1;
  troubles = [];
  const schema = `away_${made}`;
  store = await openPostgresStore({ url, schema, onTrouble: (trouble) => troubles.push(trouble) });
  await store.applyShapes(SHAPES);
  await insert(store, "books", book("a"));
});
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
  await store.close();
});

/** Another server on the database, by a way that can be cut. Both end with the test. */
async function throughAWay() {
  const way = await cutConnection(url);
  const other = await openPostgresStore({ url: way.url, schema: `away_${made}` });
  ends.push(async () => {
    way.close();
    await other.close(1);
  });
  await other.resume(SHAPES);
  return { way, other };
}

async function administer(...statements: readonly string[]): Promise<void> {
  const client = new pg.Client(cluster.urlOf("postgres"));
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const END_ALL = "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'away'";

test("while the database is away, writes are refused and nothing is lost; then it goes on by itself", async () => {
  const underWay = store.write(async (on) => {
    await on.insert("books", book("b"), []);
    await cluster.stop();
  });
  await expect(underWay).rejects.toBeInstanceOf(NotStoredError);
  await expect(insert(store, "books", book("c"))).rejects.toMatchObject({ trouble: "failed" });
  await expect(get(store, "books", "a")).rejects.toBeInstanceOf(NotReadError);
  expect(await store.trouble()).toBe("away");
  expect(troubles).toEqual(["away"]);
  await cluster.start();
  expect(await store.trouble()).toBeUndefined();
  expect(troubles).toEqual(["away", undefined]);
  await insert(store, "books", book("c"));
  expect((await list(store, "books")).records.map(({ _id }) => _id)).toEqual(["a", "c"]);
  const { entries } = await store.read((view) => view.journal({ limit: 9 }));
  expect(entries.map(({ position, _id }) => [position, _id])).toEqual([
    [2, "c"],
    [1, "a"],
  ]);
});

test("what was acknowledged is there after a crash of the database, and connections that it ended are replaced", async () => {
  await Promise.all(Array.from({ length: 8 }, (_, n) => insert(store, "books", book(`b${n}`))));
  await cluster.stop();
  await cluster.start();
  expect((await list(store, "books").catch(() => list(store, "books"))).total).toBe(9);
  await insert(store, "books", book("c")).catch(() => insert(store, "books", book("c")));
  expect((await list(store, "books")).total).toBe(10);
});

test("connections that the database ends are no end of the store", async () => {
  store.watch(() => undefined);
  await Promise.all([list(store, "books"), list(store, "books")]);
  await administer(END_ALL);
  await expect.poll(() => insert(store, "books", book("b")).then(() => "stored", String)).toBe("stored");
  await expect.poll(() => list(store, "books").then(({ total }) => total, String)).toBe(2);
});

test("a database that permits no writing is read, and says so", async () => {
  await administer("alter database away set default_transaction_read_only = on", END_ALL);
  await expect
    .poll(() =>
      insert(store, "books", book("b")).then(
        () => "stored",
        (error: NotStoredError) => error.trouble,
      ),
    )
    .toBe("readOnly");
  expect(await get(store, "books", "a")).toMatchObject({ _id: "a" });
  expect(await store.trouble()).toBe("readOnly");
  const other = await openPostgresStore({ url, schema: `away_${made}` });
  expect(await other.resume(SHAPES)).toBe(true);
  await other.applyShapes(SHAPES).catch((error: unknown) => expect(error).toBeInstanceOf(NotStoredError));
  expect((await list(other, "books")).total).toBe(1);
  await other.close();
  await administer("alter database away reset default_transaction_read_only", END_ALL);
  await expect.poll(() => insert(store, "books", book("b")).then(() => "stored", String)).toBe("stored");
});

test("who watches is told again after the connection that listened was lost", async () => {
  const other = await openPostgresStore({ url, schema: `away_${made}` });
  await other.resume(SHAPES);
  let told = 0;
  store.watch(() => {
    told += 1;
  });
  await cluster.stop();
  await cluster.start();
  const before = told;
  await expect
    .poll(() => insert(other, "books", book("b")).then(() => "stored", String), { timeout: 5000 })
    .toBe("stored");
  await expect.poll(() => told, { timeout: 5000 }).toBeGreaterThan(before);
  await other.close();
});

test("two servers that begin at once make the tables once", async () => {
  const stores = await Promise.all(
    Array.from({ length: 4 }, () => openPostgresStore({ url, schema: `begin_${made}` })),
  );
  await Promise.all(stores.map((one) => one.applyShapes(SHAPES)));
  for (const [n, one] of stores.entries()) await insert(one, "books", book(`b${n}`));
  for (const one of stores) {
    expect((await list(one, "books")).total).toBe(4);
    await one.close();
  }
});

test.each([
  ["after the commit: it is stored, once, and says so", false],
  ["before the commit: it is not stored, and says so", true],
])("a connection that is lost %s", async (_, isLost) => {
  const { way, other } = await throughAWay();
  let runs = 0;
  const written = other.write(async (on) => {
    runs += 1;
    await on.insert("books", book("b"), []);
    way.cutAt("commit", { isLost });
  });
  await (isLost ? expect(written).rejects.toBeInstanceOf(NotStoredError) : written);
  expect(runs).toBe(1);
  expect((await list(store, "books")).total).toBe(isLost ? 1 : 2);
  await insert(other, "books", book("c"));
});

test("a write whose question for the journal's position is lost is not stored", async () => {
  const { way, other } = await throughAWay();
  const written = other.write(async (on) => {
    await on.insert("books", book("b"), []);
    way.cutAt("from journal_pruned", { isLost: true });
  });
  await expect(written).rejects.toBeInstanceOf(NotStoredError);
  expect((await list(store, "books")).total).toBe(1);
  await insert(other, "books", book("c"));
});

test("a database that goes away at the commit, and stays away, leaves it unknown whether it is stored", async () => {
  const { way, other } = await throughAWay();
  const written = other.write(async (on) => {
    await on.insert("books", book("b"), []);
    way.cutAt("commit");
    way.refuse();
  });
  await expect(written).rejects.toBeInstanceOf(UnknownOutcomeError);
  // Here it is: the database was only out of reach.
  expect((await list(store, "books")).total).toBe(2);
}, 30_000);

test("what leaves no entry is not known to be stored where the answer to its commit is lost", async () => {
  const { way, other } = await throughAWay();
  const written = other.write(async (on) => {
    await on.setSetting("a", "1");
    way.cutAt("commit");
  });
  await expect(written).rejects.toBeInstanceOf(UnknownOutcomeError);
  // Here it is.
  expect(await store.read((view) => view.setting("a"))).toBe("1");
});

test("a write that a crash of the database has lost is not stored, though its transaction's number is given again", async () => {
  const { way, other } = await throughAWay();
  const written = other.write(async (on) => {
    await on.insert("books", book("b"), []);
    way.cutAt("commit", { isLost: true, meanwhile: crash });
  });
  /** Others write in the meantime, at the same position of the journal too. */
  async function crash(): Promise<void> {
    await cluster.stop();
    await cluster.start();
    for (let n = 0; n < 9; n += 1)
      await expect
        .poll(() => insert(store, "books", book(`c${n}`)).then(() => "stored", String))
        .toBe("stored");
  }
  await expect(written).rejects.toBeInstanceOf(NotStoredError);
  expect(await get(store, "books", "b")).toBeUndefined();
});

test("whoever asks after the store's health is answered within seconds, also where the database is silent", async () => {
  const { way, other } = await throughAWay();
  expect(await other.trouble()).toBeUndefined();
  way.mute();
  const began = performance.now();
  expect(await Promise.all([other.trouble(), other.trouble()])).toEqual(["away", "away"]);
  expect(performance.now() - began).toBeLessThan(5_000);
});

test("an error of the work's own is not taken for one of the database", async () => {
  const own = Object.assign(new Error("no such file"), { code: "ENOENT" });
  await expect(store.write(() => Promise.reject(own))).rejects.toBe(own);
  expect(troubles).toEqual([]);
});
