import { expect, it } from "vitest";
import type { RuntimeHolder } from "../../../src/server/config/runtime.ts";
import { guardedStore, RuntimeMoved } from "../../../src/server/runtime/guarded-store.ts";
import { buildLibrary, buildServer } from "../build-server.ts";

it("writes for the runtime that is served, and for no other: not for one that was, nor while another comes", async () => {
  const { store, holder: served, close } = await buildServer();
  const { current } = served;
  const holder: RuntimeHolder = { current };
  const own = guardedStore(store, holder, current);
  const write = (text: string) => own.write((transaction) => transaction.setSetting("test", text));
  await write("served");
  holder.swapping = Promise.resolve();
  await expect(write("while another comes")).rejects.toThrow(RuntimeMoved);
  holder.swapping = undefined;
  holder.current = await buildLibrary({
    config: {
      "app.json": (json) => {
        json.title = "Another";
      },
    },
  });
  await expect(write("not served any more")).rejects.toThrow(RuntimeMoved);
  expect(await store.read((view) => view.setting("test"))).toBe("served");
  holder.current = { ...current, problems: [] };
  await write("the same config");
  expect(await store.read((view) => view.setting("test"))).toBe("the same config");
  await close();
});
