import { statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { book, get, ids, insert, LATER, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";
import { turnsDuring } from "./working-time.ts";

const MEGABYTE = 1024 * 1024;
const PICTURES = 100;
/** Megabytes that they take. */
const TAKEN = PICTURES / 2;
const MAX_STEP_MS = 50;
const ROUNDS = 3;

const image = (fileName: string) => ({
  fileName,
  type: "image/png",
  createdAt: LATER,
  expiresAt: LATER,
  deletionAsked: false,
  uploadedBy: null,
});

async function open(file: string): Promise<Store> {
  const store = await openSqliteStore({ file });
  onTestFinished(() => store.close());
  await store.applyShapes(SHAPES);
  return store;
}

/** Pictures of which every tenth stays, so that its pages are moved. */
async function fillAndEmpty(store: Store, round: number): Promise<void> {
  const names = Array.from({ length: PICTURES }, (_, n) => `${round}-${n}.png`);
  const small = { bytes: new Uint8Array(10_000), type: "image/webp" };
  for (const name of names)
    await store.write(async (transaction) => {
      await transaction.addImage(image(name), new Uint8Array(MEGABYTE / 2).fill(round), small);
      await transaction.insert("books", book(name, { title: `Title ${name}` }), []);
    });
  await store.write(async (transaction) => {
    for (const [n, name] of names.entries()) if (n % 10 !== 0) await transaction.askImageDeletion(name);
  });
}

test(`after great deletions the file shrinks, in steps that hold nobody up for ${MAX_STEP_MS} ms`, async () => {
  const file = temporaryFile();
  const store = await open(file);
  const holds: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    await fillAndEmpty(store, round);
    const full = statSync(file).size;
    holds.push((await turnsDuring(() => store.maintain())).longest);
    expect(full).toBeGreaterThan(0.95 * TAKEN * MEGABYTE);
    // What stays: every tenth picture of each round, and the records.
    expect(statSync(file).size).toBeLessThan((0.11 * TAKEN * round + 6) * MEGABYTE);
  }
  // Others share the machine: what every round has is the step's own.
  expect(Math.min(...holds)).toBeLessThan(MAX_STEP_MS);
  await store.read(async (view) => {
    for (let round = 1; round <= ROUNDS; round++) {
      const { bytes } = (await view.imageBytes(`${round}-10.png`, "full")) ?? {};
      expect(bytes).toEqual(new Uint8Array(MEGABYTE / 2).fill(round));
      expect(await view.image(`${round}-11.png`)).toBeUndefined();
    }
  });
}, 120_000);

test("writes come between its steps, and a store that is closed meanwhile ends it", async () => {
  const file = temporaryFile();
  const store = await open(file);
  await fillAndEmpty(store, 1);
  const order: string[] = [];
  const maintaining = store.maintain().then(() => order.push("maintained"));
  for (const id of ["a", "b", "c"]) {
    await insert(store, "books", book(id, { title: id }));
    order.push(id);
  }
  expect(order).toEqual(["a", "b", "c"]);
  expect((await get(store, "books", "b"))?.title).toBe("b");
  await store.close();
  await maintaining;
  const again = await open(file);
  expect(await ids(again, "books", { limit: 100 })).toHaveLength(100);
  await again.maintain();
  expect(statSync(file).size).toBeLessThan(0.25 * TAKEN * MEGABYTE);
});

test("little that is free is left for what comes", async () => {
  const file = temporaryFile();
  const store = await open(file);
  await store.write(async (transaction) => {
    const small = { bytes: new Uint8Array(10), type: "image/webp" };
    await transaction.addImage(image("a.png"), new Uint8Array(4 * MEGABYTE), small);
  });
  await store.write((transaction) => transaction.askImageDeletion("a.png"));
  await store.maintain();
  await store.close();
  expect(statSync(file).size).toBeGreaterThan(4 * MEGABYTE);
});
