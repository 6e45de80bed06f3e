import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from "node:fs";
import { expect, onTestFinished, test, vi } from "vitest";
import { openConnection, writeTroubleOf } from "../../../src/server/store/sqlite/driver.ts";
import { watchStoreFile } from "../../../src/server/store/sqlite/file/file-watch.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store, StoreTrouble } from "../../../src/server/store/store.ts";
import { NotStoredError } from "../../../src/server/store/store-errors.ts";
import { book, ids, insert, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

async function open(file: string, told: (StoreTrouble | undefined)[] = []): Promise<Store> {
  const store = await openSqliteStore({ file, onTrouble: (trouble) => told.push(trouble) });
  onTestFinished(() => store.close());
  await store.applyShapes(SHAPES);
  return store;
}

function failureOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

test("what the driver says of the disk is known: full, not to be written, and not a broken rule", () => {
  const connection = openConnection(temporaryFile());
  onTestFinished(() => connection.close());
  connection.exec("create table t (a text unique); insert into t values ('a'); pragma max_page_count = 8");
  const add = (text: string) => failureOf(() => connection.runText("insert into t values (?)", [text]));
  expect(writeTroubleOf(add("a".repeat(100_000)))).toBe("full");
  connection.exec("pragma query_only = on");
  expect(writeTroubleOf(add("b"))).toBe("readOnly");
  connection.exec("pragma query_only = off");
  expect(add("a")).toBeInstanceOf(Error);
  expect(writeTroubleOf(add("a"))).toBeUndefined();
  for (const [code, trouble] of [
    ["SQLITE_IOERR_WRITE", "failed"],
    ["SQLITE_IOERR_FSYNC", "failed"],
    ["SQLITE_READONLY_DBMOVED", "gone"],
    ["SQLITE_CANTOPEN", "failed"],
    ["SQLITE_BUSY", undefined],
    ["SQLITE_CORRUPT", undefined],
  ])
    expect(writeTroubleOf(Object.assign(new Error("said"), { code }))).toBe(trouble);
});

test.each(["", "-wal"])(
  "a store whose file%s was deleted or replaced takes no write that would be lost, reads on, and goes on when it is back",
  async (part) => {
    const file = temporaryFile();
    const told: (StoreTrouble | undefined)[] = [];
    const store = await open(file, told);
    await insert(store, "books", book("a"));
    const path = file + part;
    renameSync(path, `${path}.away`);
    for (const makeOther of [() => {}, () => copyFileSync(`${path}.away`, path)]) {
      makeOther();
      expect(await store.trouble()).toBe("gone");
      await expect(insert(store, "books", book("b"))).rejects.toMatchObject({
        name: "NotStoredError",
        trouble: "gone",
      });
      expect(await ids(store, "books")).toEqual(["a"]);
    }
    renameSync(`${path}.away`, path);
    await insert(store, "books", book("c"));
    expect(await store.trouble()).toBeUndefined();
    expect(await ids(store, "books")).toEqual(["a", "c"]);
    expect(told).toEqual(["gone", undefined]);
  },
);

test("the write that goes well again is what tells that the trouble is over: nobody has to ask", async () => {
  const file = temporaryFile();
  const told: (StoreTrouble | undefined)[] = [];
  const store = await open(file, told);
  renameSync(file, `${file}.away`);
  await expect(insert(store, "books", book("a"))).rejects.toMatchObject({ trouble: "gone" });
  renameSync(`${file}.away`, file);
  await insert(store, "books", book("b"));
  await vi.waitFor(() => expect(told).toEqual(["gone", undefined]));
});

test("a write that waited while the file was deleted is not told to be stored", async () => {
  const file = temporaryFile();
  const store = await open(file);
  const aside = `${file}-aside`;
  const write = store.write(async () => {
    if (existsSync(file)) renameSync(file, aside);
  });
  await expect(write).rejects.toEqual(new NotStoredError("gone"));
  renameSync(aside, file);
});

test("a look makes no file", async () => {
  const file = temporaryFile();
  const store = await open(file);
  rmSync(file);
  expect(await store.trouble()).toBe("gone");
  expect(existsSync(file)).toBe(false);
});

test("a file that cannot be read is found by reading it, whatever of it is in memory", async () => {
  const file = temporaryFile();
  const store = await openSqliteStore({ file });
  await store.applyShapes(SHAPES);
  await insert(store, "books", book("a"));
  await store.close();
  const again = await open(file);
  expect(await ids(again, "books")).toEqual(["a"]);
  expect(await again.trouble()).toBeUndefined();
  const whole = readFileSync(file);
  truncateSync(file, 10);
  expect(await again.trouble()).toBe("unreadable");
  expect(whole.length).toBeGreaterThan(10);
});

test("a disk with next to no space counts as full before a write has failed; an unknown one does not", async () => {
  const file = temporaryFile();
  const store = await open(file);
  await store.close();
  let free: number | undefined = 1_000;
  const told: (StoreTrouble | undefined)[] = [];
  const watch = watchStoreFile({
    file,
    probe: async () => undefined,
    report: (trouble) => told.push(trouble),
    freeBytes: async () => free,
  });
  onTestFinished(watch.close);
  expect(await watch.trouble()).toBe("full");
  expect(await watch.trouble()).toBe("full");
  free = undefined;
  expect(await watch.trouble()).toBeUndefined();
  free = 1_000_000_000;
  expect(await watch.trouble()).toBeUndefined();
  expect(told).toEqual(["full", undefined]);
  free = 1024 * 1024 - 1;
  expect(await watch.trouble()).toBe("full");
  free = 1024 * 1024;
  expect(await watch.trouble()).toBeUndefined();
});

test("a file that may not be written counts as such before a write has failed, until it may be again", async () => {
  const file = temporaryFile();
  await (await open(file)).close();
  let isWritable = false;
  const told: (StoreTrouble | undefined)[] = [];
  const watch = watchStoreFile({
    file,
    probe: async () => undefined,
    report: (trouble) => told.push(trouble),
    // Whoever runs the tests may be allowed to write anything.
    isWritable: async (asked) => asked !== file || isWritable,
  });
  onTestFinished(watch.close);
  expect(await watch.trouble()).toBe("readOnly");
  isWritable = true;
  expect(await watch.trouble()).toBeUndefined();
  expect(told).toEqual(["readOnly", undefined]);
  rmSync(file);
  expect(await watch.trouble()).toBe("gone");
});

test("what failed is tried by writing before it counts as over, once for all who ask; a write that writes nothing proves nothing", async () => {
  const file = temporaryFile();
  await (await open(file)).close();
  let failing = true;
  let probes = 0;
  const full = () => Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  const watch = watchStoreFile({
    file,
    async probe() {
      probes += 1;
      if (failing) throw full();
    },
  });
  onTestFinished(watch.close);
  expect(await watch.trouble()).toBeUndefined();
  expect(probes).toBe(0);
  const refused = await watch.during(() => Promise.reject(full())).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(NotStoredError);
  expect(refused).toMatchObject({ trouble: "full", cause: { code: "SQLITE_FULL" } });
  await watch.during(async () => "nothing to write");
  expect(await Promise.all([watch.trouble(), watch.trouble(), watch.trouble()])).toEqual(
    Array(3).fill("full"),
  );
  expect(probes).toBeLessThanOrEqual(2);
  failing = false;
  await watch.during(async () => "written");
  expect(await watch.trouble()).toBeUndefined();
  const other = new Error("refused by a rule");
  await expect(watch.during(() => Promise.reject(other))).rejects.toBe(other);
  expect(await watch.trouble()).toBeUndefined();
});

test("taking up shapes that are followed writes nothing", async () => {
  const file = temporaryFile();
  await (await open(file)).close();
  const statements: string[] = [];
  const store = await openSqliteStore({ file, observe: (statement) => statements.push(statement) });
  onTestFinished(() => store.close());
  statements.length = 0;
  expect(await store.resume(SHAPES)).toBe(true);
  expect(statements.filter((statement) => !/^(select|pragma)/i.test(statement))).toEqual([]);
  expect(statSync(`${file}-wal`).size).toBe(0);
});
