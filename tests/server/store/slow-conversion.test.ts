import { expect, it, onTestFinished } from "vitest";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { BOOKS, book, booksWith, column, insert } from "../../contracts/store/library.ts";
import { temporaryFile } from "./temporary-file.ts";
import { startWatch, turnsDuring } from "./working-time.ts";

/** A plugin's `convert` may work so long for each value, however short. */
const EACH_MS = 3;

it("short values that take long to convert hold nobody up: others have their turn between a few of them", async () => {
  const store = await openSqliteStore({ file: temporaryFile() });
  onTestFinished(() => store.close());
  const shape = { ...booksWith(column("genre", "text")), references: [] };
  await store.applyShapes([shape]);
  const ids = Array.from({ length: 60 }, (_, at) => `b${at}`);
  await insert(store, BOOKS.table, ...ids.map((id) => ({ ...book(id), genre: "7" })));
  const convert = async () => {
    const worked = startWatch();
    while (worked() < EACH_MS);
    return 7;
  };
  const slow = { ...shape, ...booksWith({ ...column("genre", "integer"), convert }), references: [] };
  const { turns, longest } = await turnsDuring(() => store.applyShapes([slow]));
  expect(turns).toBeGreaterThan((ids.length * EACH_MS) / 20);
  expect(longest).toBeLessThan(ids.length * EACH_MS * 0.6);
});
