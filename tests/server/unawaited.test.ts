import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { outliveUnawaited } from "../../src/server/unawaited.ts";

it("a promise that fails and that nobody waits for is told with its stack, and heard: so the process goes on", () => {
  const process = new EventEmitter();
  const log: string[] = [];
  outliveUnawaited(process, (text) => log.push(text));
  expect(process.emit("unhandledRejection", new Error("Boom"))).toBe(true);
  expect(process.emit("unhandledRejection", Object.create(null))).toBe(true);
  expect(log[0]).toMatch(/^A promise failed that nobody waits for: Error: Boom\n +at .*unawaited/);
  expect(log[1]).toBe("A promise failed that nobody waits for: object");
});
