import pg from "pg";
import { expect, test } from "vitest";
import {
  MoveRefusedError,
  moveStore,
  type PartContent,
  StoreDiffersError,
} from "../../src/server/store/moving/move-store.ts";
import { partsOf, type StoreWriter } from "../../src/server/store/moving/parts.ts";
import {
  type MovedDatabase,
  readDatabase,
  writeDatabase,
} from "../../src/server/store/postgres/moving/moved-database.ts";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import { openReadOnly } from "../../src/server/store/sqlite/driver.ts";
import { placePart } from "../../src/server/store/sqlite/file/durable-file.ts";
import { readStoreFile, writeStoreFile } from "../../src/server/store/sqlite/file/moved-file.ts";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import type { Store } from "../../src/server/store/store.ts";
import {
  book,
  booksWithout,
  found,
  get,
  insert,
  LATER,
  list,
  NOW,
  remove,
  SHAPES,
  SHELVES,
  shelf,
  update,
} from "../contracts/store/library.ts";
import { contentOf } from "../server/store/store-content.ts";
import { temporaryFile } from "../server/store/temporary-file.ts";
import { emptySchema } from "./store-under-test.ts";

const ORIGIN = {
  changeId: "c1",
  at: "2026-01-01T00:00:00.000Z",
  account: { _id: "a", name: "Ann" },
  requestId: "r",
  config: null,
} as const;
const SESSION = { tokenHash: "the hash of a token", accountId: "a", expiresAt: "2099-01-01T00:00:00.000Z" };
const BYTES = Uint8Array.from({ length: 70_000 }, (_, at) => at % 256);
const LONG = "長い茶 \u0001\\u0000 \"'".repeat(2000);

async function addImage(store: Store, fileName: string): Promise<void> {
  const image = { fileName, type: "image/png", createdAt: ORIGIN.at, expiresAt: LATER };
  await store.write((on) =>
    on.addImage({ ...image, deletionAsked: false, uploadedBy: "a" }, BYTES, {
      bytes: BYTES.slice(0, 300),
      type: "image/webp",
    }),
  );
}

/** Something of everything that a store holds. */
async function fill(store: Store): Promise<void> {
  await store.applyShapes(SHAPES);
  await insert(store, "shelves", shelf("s1", { name: "珍珠 🧋" }), shelf("s2", { name: "B", parent: "s1" }));
  for (const name of ["used.png", "binned.png", "loose.png", "asked.png"]) await addImage(store, name);
  const odd = {
    pages: -7,
    price: 1.1,
    lent: true,
    ratings: { readers: 3, __proto__: 1, é: [null, "\ud800"] },
  };
  await store.write(async (on) => {
    await on.insert("books", book("z", { ...odd, title: LONG, shelf: "s2", genre: "novel" }), [
      "used.png",
      "asked.png",
    ]);
    await on.insert("books", book("a", { title: "0012", series: [{ book: "z" }], price: 1e21 }), []);
    await on.insert("books", book("gone", { title: "Gone" }), ["binned.png"]);
    await on.insert("books", book("purged", { title: "Purged" }), []);
  }, ORIGIN);
  // A field that is in no shape for a while: what was written meanwhile gets its default later.
  await store.applyShapes([SHELVES, booksWithout("genre")]);
  await store.write((on) => on.insert("books", book("b", { title: "" }), []), ORIGIN);
  await store.applyShapes([SHELVES]);
  await store.applyShapes([SHELVES, booksWithout("genre")]);
  await update(store, "books", "a", { title: "0013" });
  await store.write((on) => on.update("books", "z", NOW, ["used.png", "asked.png"], LATER));
  await store.write((on) => on.askImageDeletion("asked.png"));
  await store.write((on) => on.delete("books", "gone", LATER), ORIGIN);
  await store.write((on) => on.delete("books", "purged", LATER), ORIGIN);
  await store.write((on) => on.purge("books", "purged", 100), ORIGIN);
  await store.write(async (on) => {
    await on.noteEvent({ kind: "config", account: ORIGIN.account, files: ["app.json"] });
    await on.setPreference("a", "lists", '{"wide":true}');
    await on.setSetting("secret", "s\u00e9cret");
    await on.addSession(SESSION);
  }, ORIGIN);
  // The last entry of the journal is gone: its position is never used again.
  await remove(store, "books", "b");
  await insert(store, "books", book("c", { title: "Cc" }));
  await store.write((on) => on.noteEvent({ kind: "config", account: null, files: [] }), {
    ...ORIGIN,
    at: "2000-01-01T00:00:00.000Z",
  });
  await store.write((on) => on.pruneJournal("2001-01-01T00:00:00.000Z", 100));
}

async function filledFile(): Promise<string> {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  await fill(store);
  await store.close();
  return file;
}

async function toDatabase(
  file: string,
  database: MovedDatabase,
  writing?: (writer: StoreWriter) => StoreWriter,
) {
  const source = readStoreFile(file);
  const { commit, close, ...writer } = await writeDatabase(database);
  try {
    const contents = await moveStore(source, writing?.(writer) ?? writer);
    await commit();
    return contents;
  } finally {
    await close();
    source.close();
  }
}

async function toFile(database: MovedDatabase, file: string): Promise<readonly PartContent[]> {
  const source = await readDatabase(database, true);
  const { close, ...writer } = writeStoreFile(file);
  try {
    return await moveStore(source, writer);
  } finally {
    close();
    await source.close();
    placePart(file);
  }
}

/** What people see of it. */
async function seen(store: Store) {
  await store.applyShapes(SHAPES);
  const { entries } = await store.read((view) => view.journal({ limit: 100 }));
  return {
    books: await list(store, "books", { sort: { field: "title", order: "asc" } }),
    shelves: await list(store, "shelves", { sort: { field: "parent.name", order: "asc" } }),
    novels: await list(store, "books", { filter: [{ field: "genre", op: "eq", value: "novel" }] }),
    found: [await found(store, "茶 "), await found(store, "001")],
    long: await get(store, "books", "z"),
    referrers: await store.read((view) => view.referrers("books", "z", 5)),
    entries: await store.read(async (view) => {
      const whole = [];
      for (const { position } of entries) whole.push(await view.journalEntry(position));
      return whole;
    }),
    bin: await store.read((view) => view.bin("books", undefined, 10)),
    images: await store.read(async (view) => [
      await view.image("used.png"),
      await view.image("loose.png"),
      await view.image("asked.png"),
      await view.image("binned.png"),
      await view.imageBytes("used.png", "full"),
      await view.imageBytes("used.png", "small"),
      await view.binnedImageBytes("books", "gone", "binned.png", "full"),
      await view.imagesOf("books", "z"),
    ]),
    preferences: await store.read((view) => view.preferences("a")),
    settings: await store.read((view) => view.settings("s")),
    session: await store.read((view) => view.session(SESSION.tokenHash)),
  };
}

test("there and back: all that a store holds is the same, but for sessions; it goes on where it was", async () => {
  const file = await filledFile();
  const before = contentOf(file, ["sessions"]);
  const database = await emptySchema();
  const there = await toDatabase(file, database);
  expect(contentOf(file, ["sessions"])).toEqual(before);
  expect(Object.fromEntries(there.map(({ title, rows }) => [title, rows]))).toMatchObject({
    pictures: 4,
    "bytes of pictures": 8,
    "records of books": 3,
    "records of shelves": 2,
    "records in the bin": 1,
    "pictures kept by the bin": 1,
    preferences: 1,
  });
  const back = temporaryFile();
  expect(await toFile(database, back)).toEqual(there);

  const original = await openSqliteStore({ file });
  const moved = await openPostgresStore(database);
  const returned = await openSqliteStore({ file: back });
  try {
    const expected = { ...(await seen(original)), session: undefined };
    expect(expected.bin).toHaveLength(1);
    expect(expected.entries.length).toBeGreaterThan(10);
    expect(await seen(moved)).toEqual(expected);
    expect(await seen(returned)).toEqual(expected);
    for (const store of [original, moved, returned]) {
      await store.write(async (on) => {
        await on.insert("books", book("gone", { title: "Back" }), []);
        await on.insert("books", book("n", { title: "New", shelf: "s2" }), []);
      }, ORIGIN);
      const [newest] = (await store.read((view) => view.journal({ limit: 1 }))).entries;
      // The entry before these is pruned: its position is not used again.
      const last = expected.entries[0]?.position ?? 0;
      expect([newest?.position, (await get(store, "books", "gone"))?._version]).toEqual([last + 3, 2]);
      await expect(insert(store, "books", book("o", { title: "New" }))).rejects.toThrow("already holds");
    }
  } finally {
    for (const store of [original, moved, returned]) await store.close();
  }
  // Also what is made of records; rows without gaps have other numbers.
  const derived = ["record_references", "record_counts"];
  const [one, other] = [contentOf(file), contentOf(back)];
  for (const table of derived) expect(other[table]).toEqual(one[table]);
}, 60_000);

/** These are not moved. What is made of others is made anew. */
const SESSIONS = ["sessions"];
const MADE_ANEW = ["prepared", "record_counts", "record_references"];
const OF_THE_ENGINE = ["journal_gate", "journal_pruned", "shapes_version", "store_version", "write_gate"];

test("no table and no column of either engine is forgotten", async () => {
  const file = temporaryFile();
  await (await openSqliteStore({ file })).close();
  const database = await emptySchema();
  await (await openPostgresStore(database)).close();
  const moved = partsOf(new Map()).flatMap(({ table, columns }) =>
    columns.map(({ name }) => `${table}.${name}`),
  );
  const others = [...SESSIONS, ...MADE_ANEW];

  const connection = openReadOnly(file, false);
  const inFile = connection.rows(
    `select t.name || '.' || c.name, t.name from sqlite_schema t join pragma_table_info(t.name) c
      where t.type = 'table' and t.name not like 'sqlite_%'`,
    [],
  );
  connection.close();
  const ofFile = inFile.filter(([, table]) => !others.includes(String(table))).map(([name]) => name);
  expect(ofFile.sort()).toEqual([...moved].sort());

  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query(
    "select table_name as name, column_name as part from information_schema.columns where table_schema = $1",
    [database.schema],
  );
  await client.end();
  const ofDatabase = rows.filter(({ name }) => ![...others, ...OF_THE_ENGINE].includes(name));
  expect(ofDatabase.map(({ name, part }) => `${name}.${part}`).sort()).toEqual([...moved].sort());
});

test.each<[string, RegExp, (writer: StoreWriter) => StoreWriter]>([
  [
    "a value that is another",
    /records of books: number 2 \(a\)/,
    (writer) => ({
      ...writer,
      insert: (part, rows) =>
        writer.insert(
          part,
          rows.map(({ place, cells }) => ({
            place,
            cells: cells.map((cell) => (cell === '"0013"' ? '"0014"' : cell)),
          })),
        ),
    }),
  ],
  [
    "a picture that is missing",
    /bytes of pictures: number 8 \(used.png, small\)/,
    (writer) => ({
      ...writer,
      insert: async (part, rows) => {
        const kept = rows.filter(({ place }) => place.join() !== "used.png,small");
        if (kept.length > 0) await writer.insert(part, kept);
      },
    }),
  ],
  [
    "a row too many",
    /more preferences than the 1 of/,
    (writer) => ({
      ...writer,
      insert: async (part, rows) => {
        await writer.insert(part, rows);
        if (part.table === "preferences")
          await writer.insert(part, [{ place: [], cells: ["b", "lists", "{}"] }]);
      },
    }),
  ],
  [
    "a journal that would use positions again",
    /journal there does not go on/,
    (writer) => ({ ...writer, finish: (last) => writer.finish(last - 1) }),
  ],
])("a move that brings %s is told, and is none", async (_, message, writing) => {
  const file = await filledFile();
  const database = await emptySchema();
  const moving = toDatabase(file, database, writing);
  await expect(moving).rejects.toThrow(message);
  await expect(moving).rejects.toBeInstanceOf(StoreDiffersError);
  await expect(openPostgresStore(database)).rejects.toBeInstanceOf(MoveRefusedError);
  await toDatabase(file, database);
  await (await openPostgresStore(database)).close();
});

test("nothing is moved to where something is, nor from where a server runs; what is moved meanwhile is not opened", async () => {
  const file = await filledFile();
  const database = await emptySchema();
  const writing = await writeDatabase(database);
  await expect(openPostgresStore(database)).rejects.toThrow(/is being moved/);
  await expect(writeDatabase(database)).rejects.toThrow(/Another move/);
  await expect(readDatabase(database, true)).rejects.toThrow(/is being moved/);
  await writing.close();
  await toDatabase(file, database);
  await expect(writeDatabase(database)).rejects.toThrow(/not empty.* It has \d+ tables/s);

  const running = await openPostgresStore(database);
  running.watch(() => undefined);
  await expect
    .poll(async () => {
      const reader = await readDatabase(database, true).catch((error: Error) => error.message);
      return typeof reader === "string" ? reader : reader.close();
    })
    .toMatch(/A server runs/);
  await running.close();
  const alone = await readDatabase(database, true);
  const command = await openPostgresStore(database);
  const write = command.write((on) => on.setSetting("late", "1"));
  await waitsForLock(database.url);
  await alone.close();
  await write;
  await command.close();
  await expect(readDatabase(await emptySchema(), true)).rejects.toThrow(/no store/);
});

/** Until a statement waits for a lock of another one. */
async function waitsForLock(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  const waiting =
    "select 1 from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()";
  await expect.poll(async () => (await client.query(waiting)).rows.length).toBeGreaterThan(0);
  await client.end();
}

test("what is written while a copy is made is not in it", async () => {
  const file = await filledFile();
  const database = await emptySchema();
  await toDatabase(file, database);
  const store = await openPostgresStore(database);
  await store.applyShapes(SHAPES);
  const source = await readDatabase(database, false);
  const parts = await source.parts();
  await insert(store, "books", book("late", { title: "Late" }));
  const copy = temporaryFile();
  const { close, ...writer } = writeStoreFile(copy);
  await moveStore({ ...source, parts: async () => parts }, writer);
  close();
  placePart(copy);
  await source.close();
  await store.close();
  const copied = await openSqliteStore({ file: copy });
  await copied.applyShapes(SHAPES);
  expect((await list(copied, "books")).total).toBe(3);
  await copied.close();
});
