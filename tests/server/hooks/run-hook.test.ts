import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { runAsPlugin, surviveUnawaited } from "../../../src/server/hooks/run-hook.ts";

function hear() {
  const process = new EventEmitter();
  const log: string[] = [];
  surviveUnawaited(process, (text) => log.push(text));
  return { log, fail: (reason: unknown) => process.emit("unhandledRejection", reason) };
}

it("what a server hook left behind is told with its folder and stack, and heard: so the process goes on", async () => {
  const { log, fail } = hear();
  const left = (reason: unknown) =>
    runAsPlugin("plugins/notes", async () => {
      await undefined;
      return fail(reason);
    });
  expect(await left(new Error("Boom"))).toBe(true);
  expect(log[0]).toMatch(
    /^plugins\/notes: a promise failed that nobody waits for: Error: Boom\n +at .*run-hook/,
  );
  await left("only a text");
  await left({ code: "EPIPE" });
  await left(Object.create(null));
  expect(log.slice(1).map((line) => line.split(" waits for: ")[1])).toEqual([
    "only a text",
    "{ code: 'EPIPE' }",
    "[Object: null prototype] {}",
  ]);
});

it("what no hook left behind ends the process as if nobody heard", () => {
  const { log, fail } = hear();
  const ours = new Error("Ours");
  expect(() => fail(ours)).toThrow(ours);
  expect(log).toEqual([]);
});
