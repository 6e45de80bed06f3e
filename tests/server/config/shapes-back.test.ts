import { afterEach, expect, it } from "vitest";
import { configFolder } from "../../../src/node/config-folder.ts";
import { followConfig } from "../../../src/server/config/follow-config.ts";
import type { Store } from "../../../src/server/store/store.ts";
import { buildServer } from "../build-server.ts";
import { editedLibrary } from "./edited-library.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A library with a new field, on a store that takes its shapes but cannot keep which files are served from then on. */
async function lookAtNewField(
  goBack: (store: Store, ...shapes: Parameters<Store["applyShapes"]>) => Promise<void>,
) {
  const library = editedLibrary();
  const { store, effects, holder, close } = await buildServer({ folder: library.config });
  ends.push(close, () => library.remove());
  const before = holder.current;
  let applied = 0;
  const failing: Store = {
    ...store,
    applyShapes(...shapes) {
      applied += 1;
      return applied === 1 ? store.applyShapes(...shapes) : goBack(store, ...shapes);
    },
    write: (...work) => (applied === 0 ? store.write(...work) : Promise.reject(new Error("ENOSPC"))),
  };
  const folder = configFolder(library.config);
  const served = await folder.read();
  const log: string[] = [];
  const parts = { store: failing, effects, holder, folder, served };
  const follower = followConfig({ ...parts, log: (line) => log.push(line) });
  library.edit("entities/books.json", (json) => {
    json.schema.properties.shelfmark = { type: "string", title: "Shelfmark" };
  });
  const isServed = await follower.look();
  return { isServed, before, after: holder.current, log: log.join("\n"), applied };
}

it("where it cannot be kept what is served, the shapes have gone back before the look ends", async () => {
  let isBack = false;
  const found = await lookAtNewField(async (store, ...shapes) => {
    await store.applyShapes(...shapes);
    isBack = true;
  });
  expect(isBack).toBe(true);
  expect(found).toMatchObject({ isServed: false, applied: 2, log: expect.stringContaining("ENOSPC") });
  expect(found.after.config.entities).toBe(found.before.config.entities);
});

it("where the shapes cannot go back either, the new config is served", async () => {
  const found = await lookAtNewField(() => Promise.reject(new Error("ENOSPC")));
  expect(found.isServed).toBe(false);
  expect(found.after.entities.get("books")?.entity.fields.map(({ name }) => name)).toContain("shelfmark");
});
