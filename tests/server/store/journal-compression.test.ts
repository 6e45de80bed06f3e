import { pbkdf2 } from "node:crypto";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { book, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

let store: Store;

beforeEach(async () => {
  store = await openSqliteStore({ file: temporaryFile() });
  await store.applyShapes(SHAPES);
});
afterEach(() => store.close());

const derive = promisify(pbkdf2);

it("no writer waits for a thread that is busy with passwords and pictures", async () => {
  // Four threads take them in this order: what comes after them waits until eight have ended.
  let hashed = 0;
  const busy = Array.from({ length: 12 }, async () => {
    await derive("password", "salt", 150_000, 32, "sha256");
    hashed += 1;
  });
  await store.write((on) => on.insert("books", book("b1", { title: "長".repeat(200_000) }), []));
  expect(hashed).toBeLessThan(8);
  await Promise.all(busy);
});

it("a value of several parts is whole, and the event loop has turns while it is compressed", async () => {
  const title = Array.from({ length: 400_000 }, (_, index) =>
    String.fromCodePoint(index % 3 === 0 ? 0x1f600 + (index % 60) : 0x4e00 + ((index * 7919) % 5000)),
  ).join("");
  let turns = 0;
  let isOver = false;
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await store.write((on) => on.insert("books", book("b1", { title }), []));
  isOver = true;
  expect(turns).toBeGreaterThan(5);
  expect((await store.read((view) => view.journalEntry(1)))?.after.title).toBe(title);
});
