import { expect, it } from "vitest";
import { systemOrigin } from "../../../src/server/http/change-origin.ts";
import { forgetOld } from "../../../src/server/records/history/forget-old.ts";
import { buildServer } from "../build-server.ts";
import { makeBook } from "./library-records.ts";

it("what the config keeps no longer leaves the bin, and then the journal", async () => {
  const own = await buildServer({
    config: { "app.json": (app) => Object.assign(app, { history: { days: 60, binDays: 10 } }) },
  });
  const token = await own.as("stocker");
  const { _id } = await makeBook(own);
  await own.call("DELETE", `/api/rest/books/${_id}`, { token });
  const left = () =>
    own.store.read(async (view) => ({
      bin: (await view.bin("books", undefined, 10)).length,
      entries: (await view.journal({ table: "books", limit: 10 })).entries.length,
    }));
  const after = async (days: number) => {
    // Somebody is there each day.
    for (let day = 0; day < days; day += 1) {
      own.advance(86_400_000);
      await own.store.write(
        (on) => on.noteEvent({ kind: "login", account: { _id: "a", name: "a" } }),
        systemOrigin(own.effects),
      );
    }
    await forgetOld(own.store, own.holder.current.config.app, own.effects);
    return left();
  };
  expect(await after(9)).toEqual({ bin: 1, entries: 2 });
  expect(await after(2)).toEqual({ bin: 0, entries: 3 });
  const { entries } = await own.store.read((view) => view.journal({ table: "books", limit: 10 }));
  expect(entries).toMatchObject([
    { kind: "purge", account: null },
    { kind: "delete", purged: true },
    { kind: "create", purged: true },
  ]);
  expect(await after(48)).toEqual({ bin: 0, entries: 3 });
  expect(await after(2)).toEqual({ bin: 0, entries: 1 });
  await own.close();
});

it("a clock that jumps ahead takes nothing from bin and journal", async () => {
  const own = await buildServer();
  const token = await own.as("stocker");
  const { _id } = await makeBook(own);
  await own.call("DELETE", `/api/rest/books/${_id}`, { token });
  own.advance(70 * 365 * 86_400_000);
  await own.account({ role: "lender" });
  await forgetOld(own.store, own.holder.current.config.app, own.effects);
  expect(await own.store.read((view) => view.binned("books", _id))).toBeDefined();
  expect((await own.store.read((view) => view.journal({ table: "books", limit: 9 }))).entries).toMatchObject([
    { kind: "delete" },
    { kind: "create" },
  ]);
  await own.close();
});
