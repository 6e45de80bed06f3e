import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { bundledScript } from "../../bundled-script.ts";
import { book, found, ids, insert, SHAPES } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";

const script = bundledScript(new URL("write-until-killed.ts", import.meta.url));

function start(
  file: string,
  how: string,
): { child: ChildProcess; lines: () => string[]; line(n: number): Promise<void> } {
  const child = spawn(process.execPath, [script.path, file, how], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  const lines = () => text.split("\n").slice(0, -1);
  return {
    child,
    lines,
    async line(n) {
      while (lines().length < n) await once(child.stdout ?? child, "data");
    },
  };
}

async function open(file: string): Promise<Store> {
  const store = await openSqliteStore({ file });
  onTestFinished(() => store.close());
  await store.applyShapes(SHAPES);
  return store;
}

test.each([
  { how: "write", mostUntold: 1 },
  { how: "write together", mostUntold: 32 },
])(
  "kill -9 loses no acknowledged write, and leaves nothing half-written: $how",
  async ({ how, mostUntold }) => {
    const file = temporaryFile();
    for (const round of [1, 2]) {
      const { child, lines, line } = start(file, how);
      await line(20 * round);
      child.kill("SIGKILL");
      await once(child, "close");
      const store = await open(file);
      const acknowledged = lines().map((n) => `b${n}`);
      const stored = await ids(store, "books", { limit: 10_000 });
      expect(stored).toEqual(expect.arrayContaining(acknowledged));
      expect(stored.length - acknowledged.length).toBeLessThanOrEqual(mostUntold);

      const last = `Title ${stored.length - 1}`;
      await store.read(async (view) => {
        expect(await view.count("books")).toBe(stored.length);
        expect(await view.count("books", [{ field: "genre", op: "eq", value: "novel" }])).toBe(stored.length);
        expect((await view.referrers("shelves", "s1", 1)).count).toBe(stored.length);
        expect((await view.get("shelves", "s1"))?.name).toBe(last);
        for (const id of stored) {
          expect(await view.image(`${id.slice(1)}.png`)).toMatchObject({ expiresAt: null });
          expect((await view.imageBytes(`${id.slice(1)}.png`, "full"))?.bytes).toHaveLength(50_000);
        }
      });
      expect(await found(store, last)).toHaveLength(1);
      expect(await found(store, last, "shelves", "name")).toEqual(["s1"]);
      const sorted = await ids(store, "books", { limit: 1, sort: { field: "shelf.name", order: "desc" } });
      expect(sorted).toHaveLength(1);
      await store.write(async (transaction) => {
        for (const id of stored) await transaction.delete("books", id);
        await transaction.delete("shelves", "s1");
      });
      expect(await found(store, "Title")).toEqual([]);
      await store.close();
    }
  },
);

test("a write waits for the transaction of another process, and then sees what that wrote", async () => {
  const file = temporaryFile();
  const store = await open(file);
  const { child, line } = start(file, "hold");
  await line(1);
  expect(await ids(store, "books")).toEqual([]);
  await expect(insert(store, "books", book("mine", { title: "held" }))).rejects.toMatchObject({
    column: "title",
  });
  expect(await ids(store, "books")).toEqual(["held"]);
  await once(child, "close");
});

test("nobody but its owner may read the file", async () => {
  const file = temporaryFile();
  const store = await open(file);
  await insert(store, "books", book("a"));
  for (const part of ["", "-wal", "-shm"]) expect(statSync(file + part).mode & 0o077).toBe(0);
});

test("others are served while one writes much, in one transaction or in prepare", async () => {
  const file = temporaryFile();
  const store = await open(file);
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, 0);
  onTestFinished(() => clearInterval(timer));
  const many = Array.from({ length: 2000 }, (_, n) => book(`b${n}`, { title: `Title ${n}` }));
  const writing = insert(store, "books", ...many);
  expect(await ids(store, "books")).toEqual([]);
  await writing;
  expect(turns).toBeGreaterThan(10);
  turns = 0;
  const bare = SHAPES.map((shape) => ({ ...shape, search: [], sorts: ["createdAt"] }));
  await store.applyShapes(bare);
  const preparing = store.applyShapes(SHAPES);
  expect((await store.read((view) => view.get("books", "b7")))?.title).toBe("Title 7");
  await preparing;
  expect(turns).toBeGreaterThan(2);
});
