import { useEffect, useMemo, useRef } from "react";
import { CHANGES_PATHS, type OpenRequest } from "../../wire/changes.ts";
import type { ConfigFollower } from "../api/config-follower.ts";
import { type LiveChanges, makeChanges } from "../services/changes.ts";
import { useServices } from "../services/services.ts";

/**
 * Follows what others change, in place of asking for new versions of the config.
 * @param refresh fetches anew what the account may see; called when its rights are others
 */
export function useChangeStream(follower: ConfigFollower, token: string, refresh: () => void): LiveChanges {
  const { client } = useServices();
  const changes = useMemo(
    () =>
      makeChanges((stream, record) =>
        client.request("POST", CHANGES_PATHS.open, { body: { stream, record } satisfies OpenRequest }),
      ),
    [client],
  );
  const position = useRef<number>(undefined);
  const latest = useRef(refresh);
  latest.current = refresh;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a stream belongs to its session
  useEffect(() => {
    let isOver = false;
    let end = () => {};
    let unlean: (() => void) | undefined;
    // Without it the page asks now and then.
    const stream = import("../api/change-stream.ts").catch(() => undefined);
    void stream.then((code) => {
      if (isOver || code === undefined) return;
      end = code.followChanges({
        client,
        page: {
          ...follower.page,
          onConnection(run) {
            // Also when the server can be reached again, which the browser does not know.
            const ends = [follower.page.onConnection(run), follower.connected.subscribe(run)];
            return () => {
              for (const end of ends) end();
            };
          },
        },
        after: position.current,
        random: Math.random,
        onMessage(message) {
          position.current = message.position;
          changes.tell(message);
          if (message.account) latest.current();
          if (message.config !== undefined) follower.tell(message.config);
        },
        onLive(isLive) {
          unlean?.();
          unlean = isLive ? follower.lean() : undefined;
          if (!isLive) changes.cut();
        },
      });
    });
    return () => {
      isOver = true;
      end();
    };
  }, [client, changes, follower, token]);
  return changes;
}
