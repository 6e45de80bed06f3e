import { afterEach, beforeEach, expect, it } from "vitest";
import { storedFiles } from "../../../src/server/config/stored-files.ts";
import type { Store, StoreTransaction } from "../../../src/server/store/store.ts";
import { buildServer } from "../build-server.ts";

const files = storedFiles("test.files", (text) => new Map(Object.entries<string>(JSON.parse(text))));
const BOTH = new Map([
  ["app.json", "{}"],
  ["entities/a.json", "[]"],
]);

let store: Store;
let close: () => Promise<void>;
beforeEach(async () => {
  ({ store, close } = await buildServer());
});
afterEach(() => close());

it("is empty at first, and then what was written last", async () => {
  expect(await store.read(files.read)).toEqual(new Map());
  await store.write((transaction) => files.write(transaction, BOTH, new Map()));
  expect(await store.read(files.read)).toEqual(BOTH);
  const next = new Map([["app.json", "null"]]);
  await store.write((transaction) => files.write(transaction, next, BOTH));
  expect(await store.read(files.read)).toEqual(next);
});

it("writes what changed and nothing else", async () => {
  await store.write((transaction) => files.write(transaction, BOTH, new Map()));
  const written: string[] = [];
  const watched: Store = {
    ...store,
    write: <T>(work: (transaction: StoreTransaction) => Promise<T>) =>
      store.write((transaction) => work(recording(transaction))),
  };
  const recording = (transaction: StoreTransaction): StoreTransaction => ({
    ...transaction,
    setSetting(key, value) {
      written.push(key);
      return transaction.setSetting(key, value);
    },
  });
  await watched.write((transaction) => files.write(transaction, new Map([...BOTH, ["app.json", "1"]]), BOTH));
  expect(new Set(written)).toEqual(new Set(["test.files/app.json"]));
});

it("reads what an older version stored as one text, and takes it apart with the first change", async () => {
  const asOneText = JSON.stringify(Object.fromEntries(BOTH));
  await store.write((transaction) => transaction.setSetting("test.files", asOneText));
  const before = await store.read(files.read);
  expect(before).toEqual(BOTH);
  const after = new Map([...BOTH, ["app.json", "1"]]);
  await store.write((transaction) => files.write(transaction, after, before));
  expect(await store.read(files.read)).toEqual(after);
  expect(await store.read((view) => view.setting("test.files"))).toBeUndefined();
});
