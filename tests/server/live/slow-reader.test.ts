import { expect, it, vi } from "vitest";
import { CLIENT_LIMITS } from "../../../src/server/http/client-limits.ts";
import type { Account } from "../../../src/server/http/request.ts";
import { makeChangeFeed } from "../../../src/server/live/change-feed.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { makeSessionExtensions } from "../../../src/server/sessions/session-extensions.ts";
import { buildServer } from "../build-server.ts";

it("a reader that reads nothing is dropped, not kept for; a feed without streams watches nothing and waits for nothing", async () => {
  const server = await buildServer();
  const { store, holder } = server;
  const { _id, username, token } = await server.account({ role: "stocker" });
  const account: Account = {
    _id,
    username,
    role: "stocker",
    permissions: [],
    hidden: false,
    record: {},
    tokenHash: hashToken(token),
  };
  let watching = 0;
  let waiting = 0;
  const watched = {
    ...store,
    watch(listener: () => void) {
      watching += 1;
      const stop = store.watch(listener);
      return () => {
        watching -= 1;
        stop();
      };
    },
  };
  const effects = {
    ...server.effects,
    async wait(milliseconds: number, signal?: AbortSignal) {
      waiting += 1;
      await server.effects.wait(milliseconds, signal).finally(() => {
        waiting -= 1;
      });
    },
  };
  const log = vi.fn();
  const extensions = makeSessionExtensions(store, log);
  const limits = { ...CLIENT_LIMITS, streamBytes: 500 };
  const feed = makeChangeFeed({ store: watched, holder, effects, extensions, limits, log });
  const body = await feed.open(account, undefined);
  expect(watching).toBe(1);
  for (let number = 0; !body.destroyed && number < 50; number += 1) {
    await server.insert("subjects", { name: `Subject ${number}` });
    await vi.waitFor(() => expect(body.destroyed || body.readableLength > 60 * number).toBe(true));
  }
  expect(body.destroyed).toBe(true);
  await vi.waitFor(() => expect([watching, waiting]).toEqual([0, 0]));
  expect(holder.onSwap).toBeUndefined();
  feed.close();
  expect(log).not.toHaveBeenCalled();
  await server.close();
});
