import type { Readable } from "node:stream";
import { expect, it, vi } from "vitest";
import { CLIENT_LIMITS } from "../../../src/server/http/client-limits.ts";
import type { Account } from "../../../src/server/http/request.ts";
import { makeChangeFeed } from "../../../src/server/live/change-feed.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { makeSessionExtensions } from "../../../src/server/sessions/session-extensions.ts";
import { buildServer } from "../build-server.ts";

it("a line that died silently takes no place: its stream ends once its client was not heard for some beats", async () => {
  const server = await buildServer();
  const { store, holder } = server;
  const { _id, username, token } = await server.account({ role: "stocker" });
  const tokenHash = hashToken(token);
  const account: Account = {
    _id,
    username,
    role: "stocker",
    permissions: [],
    hidden: false,
    record: {},
    tokenHash,
  };
  let beat: (() => void) | undefined;
  const effects = {
    ...server.effects,
    wait: (milliseconds: number, signal?: AbortSignal) =>
      milliseconds === CLIENT_LIMITS.streamBeatMs
        ? new Promise<void>((resolve) => {
            beat = resolve;
          })
        : server.effects.wait(milliseconds, signal),
  };
  const log = vi.fn();
  const extensions = makeSessionExtensions(store, log);
  const feed = makeChangeFeed({ store, holder, effects, extensions, limits: CLIENT_LIMITS, log });
  /** Nobody reads from a dead one: it has what was sent. */
  const idOf = (body: Readable) => {
    const [first = ""] = String(body.read() ?? "").split("\n");
    return first === "" ? undefined : String(JSON.parse(first).stream);
  };
  const living = await feed.open(account, undefined);
  let id: string | undefined;
  await vi.waitFor(() => {
    id ??= idOf(living);
    expect(id).toBeDefined();
  });
  for (let number = 1; number < CLIENT_LIMITS.streamsPerAccount; number += 1)
    await feed.open(account, undefined);
  const ninth = () => feed.open(account, undefined);
  for (let number = 0; number <= CLIENT_LIMITS.streamUnheardBeats; number += 1) {
    await expect(ninth()).rejects.toMatchObject({ code: "TOO_MANY_TRIES" });
    feed.opened(account, String(id), null);
    const before = beat;
    before?.();
    await vi.waitFor(() => expect(beat).not.toBe(before));
  }
  // The one that was heard has kept its place.
  for (let number = 1; number < CLIENT_LIMITS.streamsPerAccount; number += 1) await ninth();
  await expect(ninth()).rejects.toMatchObject({ code: "TOO_MANY_TRIES" });
  expect(CLIENT_LIMITS.streamBeatMs * CLIENT_LIMITS.streamUnheardBeats).toBeLessThanOrEqual(60_000);
  feed.close();
  expect(log).not.toHaveBeenCalled();
  await server.close();
});
