import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Draft } from "../../../src/admin/services/drafts.ts";
import { makeIndexedDrafts } from "../../../src/admin/services/indexed-drafts.ts";
import { DRAFT_RULES, typedDraft, typedField } from "../../contracts/drafts.ts";
import { KEY_RANGE, makeFakeDatabase, makeFakeLocks } from "./fake-database.ts";

// That a browser does as the fake is for tests/browser/drafts.test.ts, which has the same rules.

beforeEach(() => void vi.stubGlobal("IDBKeyRange", KEY_RANGE));
afterEach(() => void vi.unstubAllGlobals());

const draft = (id: string, work?: unknown): Draft => {
  const images = typedField("images", "x");
  return typedDraft(id, { fields: [work === undefined ? images : { ...images, pending: { work } }] });
};

function open(database = makeFakeDatabase()) {
  const page = database.page();
  const store = makeIndexedDrafts(page.factory, makeFakeLocks());
  const ids = async () => (await store.find("ann", "/a")).map(({ id }) => id);
  return { database, page, store, ids };
}

describe("drafts in the browser's database", () => {
  it.each(DRAFT_RULES)("$name", async ({ test }) => {
    const database = makeFakeDatabase();
    const locks = makeFakeLocks();
    await test(
      makeIndexedDrafts(database.page().factory, locks),
      makeIndexedDrafts(database.page().factory, locks),
    );
  });

  it("are written without the files of their widgets where these are stored already", async () => {
    const { database, store } = open();
    const [file, other] = [new Blob(["a"]), new Blob(["b"])];
    await store.put(draft("d", file));
    expect(database.written).toEqual(["drafts", "works"]);
    await store.put(draft("d", file));
    expect(database.written).toEqual(["drafts", "works", "drafts"]);
    await store.put(draft("d", other));
    expect(database.written).toEqual(["drafts", "works", "drafts", "drafts", "works"]);
    expect(database.tables.get("drafts")?.entries.map(({ value }) => JSON.stringify(value))).toEqual([
      JSON.stringify({ ...draft("d"), fields: [{ ...draft("d").fields[0], pending: {} }] }),
    ]);
  });

  it("are stored with their files after one was refused", async () => {
    const { database, store } = open();
    const file = new Blob(["a"]);
    await store.put(draft("d", file));
    await expect(store.put(draft("d", () => "no data"))).rejects.toMatchObject({ name: "DataCloneError" });
    await store.put(draft("d", file));
    expect(database.written).toEqual(["drafts", "works", "drafts", "works"]);
    // What another page has stored under its id goes.
    const { store: again, database: same } = open(database);
    await again.put(draft("d"));
    expect(same.tables.get("works")?.entries).toEqual([]);
  });

  it("leave nothing behind once they are removed, and nothing of others goes with them", async () => {
    const { database, store } = open();
    const works = () => database.tables.get("works")?.entries.map(({ key }) => key);
    for (const id of ["d", "da", "e"]) await store.put(draft(id, "work"));
    await store.remove("d");
    expect(works()).toEqual([
      ["da", "images"],
      ["e", "images"],
    ]);
    await store.put({ ...draft("ben", "work"), account: "ben", typedAt: 2 });
    await store.removeAll("ann");
    expect(works()).toEqual([["ben", "images"]]);
    await store.expire(2);
    expect(works()).toEqual([]);
  });

  it("are kept also where the page ends before it hears so", async () => {
    const { database, page, store, ids } = open();
    await store.put(draft("d"));
    expect(await ids()).toEqual(["d"]);
    void store.put({ ...draft("d"), typedAt: 2 });
    void store.put(draft("e"));
    await Promise.resolve();
    await Promise.resolve();
    page.leave();
    const found = await open(database).store.list("ann");
    expect(found.map(({ id, typedAt }) => [id, typedAt])).toEqual([
      ["d", 2],
      ["e", 1],
    ]);
  });

  it("are looked for anew after the database could not be opened", async () => {
    const { page, ids } = open();
    page.failOnce();
    await expect(ids()).rejects.toMatchObject({ name: "UnknownError" });
    expect(await ids()).toEqual([]);
  });

  it("are there again after the browser has closed the database, or a page with another version came", async () => {
    const { page, store, ids } = open();
    await store.put(draft("d"));
    expect(await ids()).toEqual(["d"]);
    expect(page.connections).toHaveLength(1);
    page.connections[0]?.close();
    page.connections[0]?.onclose();
    expect(await ids()).toEqual(["d"]);
    page.connections[1]?.onversionchange();
    expect(page.connections[1]?.isClosed()).toBe(true);
    expect(await ids()).toEqual(["d"]);
    expect(page.connections).toHaveLength(3);
  });

  it("of an earlier version go", async () => {
    const { database, ids } = open(makeFakeDatabase(["drafts", "earlier"]));
    expect(await ids()).toEqual([]);
    expect([...database.tables.keys()]).toEqual(["drafts", "works"]);
  });
});

describe("a draft that a form has", () => {
  it("is everybody's where the page has no locks", async () => {
    const store = makeIndexedDrafts(makeFakeDatabase().page().factory, undefined);
    const unclaim = await store.claim("d");
    expect(await store.claim("d")).toBeDefined();
    expect([...(await store.claimed())]).toEqual([]);
    await unclaim?.();
  });

  it("is free when that is told, and other locks of the page are none of it", async () => {
    const locks = makeFakeLocks();
    const store = makeIndexedDrafts(makeFakeDatabase().page().factory, locks);
    void locks.request("other", {}, () => new Promise(() => {}));
    const unclaim = await store.claim("d");
    expect([...(await store.claimed())]).toEqual(["d"]);
    await unclaim?.();
    expect([...(await store.claimed())]).toEqual([]);
  });

  it("cannot be had where the browser refuses locks", async () => {
    const refusing = { request: () => Promise.reject(new Error("Not here.")) } as unknown as LockManager;
    const store = makeIndexedDrafts(makeFakeDatabase().page().factory, refusing);
    await expect(store.claim("d")).rejects.toThrow("Not here.");
  });
});
