import { fork } from "node:child_process";
import { once } from "node:events";

/** The product in a process of its own, of which is told how long its event loop was held. */
export interface WatchedServer {
  readonly address: string;
  /** Milliseconds that the loop was held at most while the work was done. */
  longestDuring(work: () => Promise<void>): Promise<number>;
  stop(): Promise<void>;
}

export async function startWatched(
  configDir: string,
  dataDir: string,
  more: Readonly<Record<string, string>> = {},
): Promise<WatchedServer> {
  const child = fork("tests/server/event-loop/measured-server.mjs", {
    env: {
      ...process.env,
      ...more,
      LOG: "off",
      HOST: "127.0.0.1",
      PORT: "0",
      CONFIG_DIR: configDir,
      DATA_DIR: dataDir,
    },
  });
  const answer = async (question?: string): Promise<{ address: string; longest: number }> => {
    const over = new AbortController();
    const ended = once(child, "exit", over).then(([code]) => {
      throw new Error(`The server ended with ${code}.`);
    });
    ended.catch(() => undefined);
    const heard = once(child, "message", over);
    if (question !== undefined) child.send(question);
    try {
      const [message] = await Promise.race([heard, ended]);
      return message;
    } finally {
      over.abort();
    }
  };
  const { address } = await answer();
  return {
    address,
    async longestDuring(work) {
      await answer("reset");
      await work();
      return (await answer("read")).longest;
    },
    async stop() {
      child.send("stop");
      await once(child, "exit");
    },
  };
}
