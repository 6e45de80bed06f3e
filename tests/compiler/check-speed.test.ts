import { expect, it } from "vitest";
import { checkConfig } from "../../src/compiler/compile.ts";
import { formatProblem } from "../../src/model/problem.ts";
import { libraryWith, PLUGINS } from "../model/library.ts";
import { largeConfig } from "./large-config.ts";

const timed = (files: ReadonlyMap<string, string>) => {
  const start = performance.now();
  const { problems } = checkConfig(files, PLUGINS);
  return { problems, took: performance.now() - start };
};

it("checks 200 entities of 50 fields while a person waits for an edit", async () => {
  const { problems, took } = timed(largeConfig(await libraryWith(), 200, 50));
  expect(problems.map(formatProblem)).toEqual([]);
  // a loaded machine is slow; what is quadratic is slower
  expect(took).toBeLessThan(5000);
});

it("takes no longer for many problems: each names its place, its subject, the nearest name", async () => {
  const files = largeConfig(await libraryWith(), 200, 50);
  for (const [path, json] of files) {
    if (path.startsWith("entities/thing")) files.set(path, json.replaceAll('"textarea"', '"texarea"'));
  }
  const { problems, took } = timed(files);
  expect(problems).toHaveLength(200 * 10);
  expect(took).toBeLessThan(5000);
});
