import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { book, insert, LATER, NOW, SHAPES, update } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

let file: string;
let store: Store;
let statements: string[];

beforeEach(async () => {
  file = temporaryFile();
  statements = [];
  store = await open((statement) => statements.push(statement));
  await insert(store, "books", book("ann", { title: "Ann" }));
  await openSession("h1", "ann");
});

async function open(observe?: (statement: string) => void): Promise<Store> {
  const opened = await openSqliteStore({ file, ...(observe === undefined ? {} : { observe }) });
  onTestFinished(() => opened.close());
  await opened.applyShapes(SHAPES);
  return opened;
}

const openSession = (tokenHash: string, accountId: string) =>
  store.write((transaction) => transaction.addSession({ tokenHash, accountId, expiresAt: LATER }));
const title = async (tokenHash = "h1") =>
  (await store.read((view) => view.sessionAccount(tokenHash, "books")))?.record.title;

/** The statements that finding a session takes now. */
async function asked(tokenHash = "h1"): Promise<number> {
  statements = [];
  await title(tokenHash);
  return statements.filter((statement) => statement !== "pragma data_version").length;
}

describe("a session and its account", () => {
  it("are read once, and answered from memory until a write of either", async () => {
    expect(await asked()).toBe(2);
    expect(await asked()).toBe(0);
    await insert(store, "books", book("another"));
    await openSession("h2", "another");
    await store.write((transaction) => transaction.setSetting("k", "v"));
    expect(await asked()).toBe(0);
    await update(store, "books", "ann", { title: "Anna" });
    expect(await asked()).toBe(2);
    expect(await title()).toBe("Anna");
  });

  it("are not changed by what a reader does to them", async () => {
    await title();
    const found = await store.read((view) => view.sessionAccount("h1", "books"));
    expect(() => Object.assign(found?.record ?? {}, { title: "Mallory" })).toThrow(TypeError);
    expect(await title()).toBe("Ann");
  });

  it("are as they were while a transaction that changes them runs, and as they are once it is acknowledged", async () => {
    expect(await title()).toBe("Ann");
    const written = store.write(async (transaction) => {
      await transaction.update("books", "ann", { title: "Anna", ...NOW }, [], LATER);
      await transaction.endSession("h2");
      expect(await title()).toBe("Ann");
      await new Promise((resolve) => setImmediate(resolve));
      expect(await title()).toBe("Ann");
    });
    await written;
    expect(await title()).toBe("Anna");
  });

  it("that another process changes are known at the next question", async () => {
    const other = await open();
    expect(await title()).toBe("Ann");
    await update(other, "books", "ann", { title: "Anna" });
    expect(await title()).toBe("Anna");
    // Also while this process is in a transaction, for which the other one waits.
    await store.write(async (transaction) => {
      await transaction.setSetting("k", "v");
      expect(await title()).toBe("Anna");
    });
    await other.write((transaction) => transaction.endSessionsOf("ann"));
    expect(await title()).toBeUndefined();
    await openSession("h1", "ann");
    expect(await title()).toBe("Anna");
    await other.write((transaction) => transaction.delete("books", "ann"));
    expect(await title()).toBeUndefined();
  });

  it("are kept for the 2,000 that were asked for last, and not where a record is long", async () => {
    await store.write(async (transaction) => {
      for (let n = 0; n < 2_000; n += 1)
        await transaction.addSession({ tokenHash: `t${n}`, accountId: "ann", expiresAt: LATER });
      await transaction.insert("books", book("long", { title: "x".repeat(10_000) }), []);
      await transaction.addSession({ tokenHash: "long", accountId: "long", expiresAt: LATER });
    });
    await title("h1");
    for (let n = 0; n < 1_999; n += 1) await title(`t${n}`);
    expect([await asked("h1"), await asked("t0")]).toEqual([0, 0]);
    // One more: the one that was asked for least recently goes.
    await title("t1999");
    expect([await asked("h1"), await asked("t0"), await asked("t1")]).toEqual([0, 0, 2]);
    for (let n = 0; n < 2; n += 1) expect(await asked("long")).toBe(2);
  });

  it("have a test of the contract for each operation that changes something", async () => {
    const operations = await store.write(async (transaction) => {
      const reads = await store.read(async (view) => Object.keys(view));
      return Object.keys(transaction).filter((name) => !reads.includes(name));
    });
    // A new one that changes records or sessions belongs into the contract's test of `sessionAccount`, and then here.
    const harmless = ["addImage", "askImageDeletion", "collectImages", "setSetting", "setPreference"].concat([
      "part",
      "emptyBin",
      "pruneJournal",
      "purge",
      "noteEvent",
    ]);
    const tested = ["insert", "update", "delete", "unprotect", "addSession", "extendSession", "endSession"];
    expect(operations.sort()).toEqual(
      [...harmless, ...tested, "endSessionsOf", "endAllSessions", "endExpiredSessions"].sort(),
    );
  });

  it("that are unknown are asked for each time, and become known", async () => {
    for (let n = 0; n < 2; n += 1) expect(await asked("nobody's")).toBe(1);
    await openSession("nobody's", "ann");
    expect(await title("nobody's")).toBe("Ann");
  });
});
