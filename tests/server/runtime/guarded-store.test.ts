import { expect, it } from "vitest";
import type { RuntimeHolder } from "../../../src/server/config/runtime.ts";
import { systemOrigin } from "../../../src/server/http/change-origin.ts";
import { guardedStore, RequestMoved } from "../../../src/server/runtime/guarded-store.ts";
import { findAccount } from "../../../src/server/sessions/find-account.ts";
import { buildLibrary, buildServer } from "../build-server.ts";

it("writes for the runtime that is served, and for no other: not for one that was, nor while another comes", async () => {
  const { store, effects, holder: served, close } = await buildServer();
  const { current } = served;
  const holder: RuntimeHolder = { current };
  const own = guardedStore(store, holder, current, undefined, systemOrigin(effects));
  const write = (text: string) => own.write((transaction) => transaction.setSetting("test", text));
  await write("served");
  holder.swapping = Promise.resolve();
  await expect(write("while another comes")).rejects.toThrow(RequestMoved);
  holder.swapping = undefined;
  holder.current = await buildLibrary({
    config: {
      "app.json": (json) => {
        json.title = "Another";
      },
    },
  });
  await expect(write("not served any more")).rejects.toThrow(RequestMoved);
  expect(await store.read((view) => view.setting("test"))).toBe("served");
  holder.current = { ...current, problems: [] };
  await write("the same config");
  expect(await store.read((view) => view.setting("test"))).toBe("the same config");
  await close();
});

it("writes for an account as it was when the request began, and not once that or its session is another", async () => {
  const { store, effects, holder, account, close } = await buildServer();
  const { current } = holder;
  const extensions = { isAlive: () => true, extend: () => undefined };
  const asking = async (token: string) => {
    const found = await findAccount({ store, effects, extensions }, current.config.app, `Bearer ${token}`);
    const own = guardedStore(store, holder, current, found, systemOrigin(effects));
    return (text: string) => own.write((transaction) => transaction.setSetting("test", text));
  };
  const [first, second, third] = [
    await account({ role: "stocker" }),
    await account({ role: "stocker" }),
    await account({ role: "stocker" }),
  ];
  const [demoted, loggedOut, deleted] = [
    await asking(first.token),
    await asking(second.token),
    await asking(third.token),
  ];
  await demoted("as they are");
  await store.write(async (transaction) => {
    const changes = {
      role: "shelver",
      updatedAt: "2999-01-01T00:00:00.000Z",
      updatedBy: null,
      updatedById: null,
    };
    await transaction.update("members", first._id, changes, [], changes.updatedAt);
    await transaction.endSessionsOf(second._id);
    await transaction.delete("members", third._id);
  });
  await expect(demoted("as they were")).rejects.toMatchObject({ code: "FORBIDDEN" });
  for (const write of [loggedOut, deleted])
    await expect(write("as they were")).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  expect(await store.read((view) => view.setting("test"))).toBe("as they are");
  const renamed = await asking(first.token);
  await renamed("asked again");
  await store.write(async (transaction) => {
    const changes = {
      username: "renamed",
      updatedAt: "2999-01-02T00:00:00.000Z",
      updatedBy: null,
      updatedById: null,
    };
    await transaction.update("members", first._id, changes, [], changes.updatedAt);
  });
  await expect(renamed("as it was called")).rejects.toThrow(RequestMoved);
  expect(await store.read((view) => view.setting("test"))).toBe("asked again");
  await close();
});
