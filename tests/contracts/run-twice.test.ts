import { expect, onTestFinished, test } from "vitest";
import { openSqliteStore } from "../../src/server/store/sqlite/open.ts";
import { temporaryFile } from "../server/store/temporary-file.ts";
import { runTwice } from "./run-twice.ts";

test("a store that runs work twice: one answer, one row, and every effect outside the transaction twice", async () => {
  const store = runTwice(await openSqliteStore({ file: temporaryFile() }));
  onTestFinished(() => store.close());
  let effects = 0;
  const answer = await store.write(async (transaction) => {
    effects += 1;
    const before = Number((await transaction.setting("n")) ?? 0);
    await transaction.setSetting("n", String(before + 1));
    return before + 1;
  });
  expect([answer, effects, await store.read((view) => view.setting("n"))]).toEqual([1, 2, "1"]);
  const refused = store.write(async () => {
    effects += 1;
    throw new Error(`refused ${effects}`);
  });
  await expect(refused).rejects.toThrow("refused 4");
});
