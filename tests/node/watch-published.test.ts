import { expect, it, vi } from "vitest";
import { tellDifferences, watchPublished } from "../../src/node/watch-published.ts";

/** A server that follows what is published; waits end when the test says so. */
function following(looks: readonly boolean[]) {
  const left = [...looks];
  let version = "1";
  let looked = 0;
  let goOn = () => {};
  let isAway = false;
  const waited: number[] = [];
  const heard = new Set<() => void>();
  const watching = watchPublished({
    store: {
      watch(listener) {
        heard.add(listener);
        return () => void heard.delete(listener);
      },
    },
    folder: {
      async version() {
        if (isAway) throw new Error("away");
        return version;
      },
    },
    effects: {
      wait: (milliseconds, signal) =>
        new Promise<void>((resolve, reject) => {
          waited.push(milliseconds);
          goOn = resolve;
          if (signal?.aborted) reject(signal.reason);
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    },
    async look() {
      looked += 1;
      return left.shift() ?? true;
    },
  });
  return {
    ...watching,
    waited,
    heard,
    looked: () => looked,
    goOn: () => goOn(),
    goAway: (away: boolean) => {
      isAway = away;
    },
    publish: (next: string) => {
      version = next;
    },
    /** How often it has looked, after both its waits. */
    async looks(): Promise<number> {
      for (let waits = 0; waits < 2; waits += 1) {
        await vi.waitFor(() => expect(goOn).not.toBe(nothing));
        const now = goOn;
        goOn = nothing;
        now();
        await new Promise(setImmediate);
      }
      return looked;
    },
  };
}
const nothing = () => {};

it("looks once at what is published, and again when something else is", async () => {
  const server = following([]);
  expect([await server.looks(), await server.looks()]).toEqual([1, 1]);
  server.publish("2");
  expect([await server.looks(), await server.looks()]).toEqual([2, 2]);
  await server.close();
});

it("looks again until what is published can be served", async () => {
  const server = following([true, false, false, true]);
  expect(await server.looks()).toBe(1);
  server.publish("2");
  expect([await server.looks(), await server.looks(), await server.looks(), await server.looks()]).toEqual([
    2, 3, 4, 4,
  ]);
  await server.close();
});

it("looks soon after it hears of a commit, and hears of none after its end", async () => {
  const server = following([]);
  await vi.waitFor(() => expect(server.waited).toEqual([5_000]));
  server.publish("2");
  for (const hear of server.heard) hear();
  await vi.waitFor(() => expect(server.waited).toEqual([5_000, 100]));
  server.goOn();
  await vi.waitFor(() => expect(server.looked()).toBe(2));
  await server.close();
  expect(server.heard.size).toBe(0);
});

it("looks at nothing while the database is away", async () => {
  const server = following([]);
  expect(await server.looks()).toBe(1);
  server.goAway(true);
  expect([await server.looks(), await server.looks()]).toEqual([1, 1]);
  server.goAway(false);
  expect([await server.looks(), await server.looks()]).toEqual([1, 1]);
  await server.close();
});

it("tells once for each state which files of the folder are not what is published", async () => {
  const told: string[] = [];
  const states = [[], ["app.json"], ["app.json"], undefined, ["app.json", "messages.json"], [], ["app.json"]];
  const differences = async () => {
    const paths = states.shift();
    if (paths === undefined) throw new Error("away");
    return paths;
  };
  const look = tellDifferences({ differences }, (text) => told.push(text));
  while (states.length > 0) await look();
  const says = (paths: string) =>
    `config: CONFIG_DIR is not what is published and served: ${paths}. "npm run publish-config" publishes it.`;
  expect(told).toEqual([says("app.json"), says("app.json, messages.json"), says("app.json")]);
});
