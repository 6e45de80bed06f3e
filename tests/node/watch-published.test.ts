import { expect, it, vi } from "vitest";
import { watchPublished } from "../../src/node/watch-published.ts";

/** A server that follows what is published; waits end when the test says so. */
function following(looks: readonly boolean[]) {
  const left = [...looks];
  let version = "1";
  let looked = 0;
  let goOn = () => {};
  const watching = watchPublished({
    store: { watch: () => () => {} },
    folder: { version: async () => version },
    effects: {
      wait: (_, signal) =>
        new Promise<void>((resolve, reject) => {
          goOn = resolve;
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
