import { beforeAll, describe, expect, it } from "vitest";
import { type CheckedConfig, checkConfig } from "../../src/compiler/compile.ts";
import { makeChecks, pickLastGood } from "../../src/compiler/last-good.ts";
import { atOnce } from "../../src/compiler/steps.ts";
import type { Problem } from "../../src/model/problem.ts";
import { libraryWith, PLUGINS } from "../model/library.ts";

/** Which files are the cause is found by checks of what they are together; here those are made up. */

const path = (n: number) => `entities/e${n}.json`;

let problem: Problem;
let good: CheckedConfig;

beforeAll(async () => {
  const [first] = checkConfig(await libraryWith({ "entities/books.json": "{" }), PLUGINS).problems;
  if (first === undefined) throw new Error("There is no problem.");
  problem = first;
  good = atOnce(makeChecks(PLUGINS).check(await libraryWith()));
});

/**
 * Of sixty files some are changed. `wrongIn`: the files that have a problem, by which of the changed ones are served as
 * they are now. Answers which of them are not served, and how many combinations were checked.
 */
function pick(
  changed: readonly number[],
  wrongIn: (isNew: (n: number) => boolean) => readonly number[],
  samples: readonly string[] = [],
) {
  const lastGood = new Map(Array.from({ length: 60 }, (_, n) => [path(n), "old"]));
  for (const sample of samples) lastGood.set(sample, "[]");
  const files = new Map([...lastGood, ...changed.map((n) => [path(n), "new"] as const)]);
  let count = 0;
  const check: Parameters<typeof pickLastGood>[0]["checks"]["check"] = function* (checked) {
    count += 1;
    yield;
    const wrong = wrongIn((n) => checked.get(path(n)) === "new");
    const problems = wrong.map((n) => ({ ...problem, file: path(n) }));
    return problems.length === 0 ? good : { ...good, answer: { config: undefined, problems } };
  };
  const { config, rejected } = atOnce(pickLastGood({ files, lastGood, checks: { check } }));
  return { isServed: config !== undefined, rejected, count };
}

describe("of files that are changed", () => {
  it("where it takes too many checks to find the causes, all that changed is left out, and no samples with it", () => {
    const changed = [0, 1, 2, 3, 4, 5, 6];
    // Two of them together are wrong, which shows in files that did not change.
    const elsewhere = (isNew: (n: number) => boolean) => [3, 5].filter(isNew).map((n) => 50 + n);
    const { isServed, rejected } = pick(changed, elsewhere, ["samples/e1.json"]);
    expect(isServed).toBe(true);
    expect(rejected).toEqual(changed.map(path));
  });

  it("each that needs others is taken up as soon as what it needs is, before all but one are tried", () => {
    // The first one needs the second; the last two are wrong with whatever is beside them.
    const all = [0, 1, 2, 3];
    const { rejected, count } = pick(all, (isNew) =>
      all.filter((n) => isNew(n) && (all.every(isNew) || n > 1 || (n === 0 && !isNew(1)))),
    );
    expect(rejected).toEqual([path(2), path(3)]);
    // Of so many files no more than eight combinations are checked; the files on disk come once more before those.
    expect(count).toBe(9);
  });

  it("the one is left out that causes a problem elsewhere, and no more are tried once it is found", () => {
    const { rejected, count } = pick([0, 1, 2, 3, 4], (isNew) => (isNew(1) ? [50] : []));
    expect(rejected).toEqual([path(1)]);
    // All twice, without the first one, without the second one, and with the second one in place of it.
    expect(count).toBe(4);
  });

  it("those are left out that each cause the same problem elsewhere, and the others are served", () => {
    const { rejected } = pick([0, 1, 2], (isNew) => (isNew(0) || isNew(2) ? [50] : []));
    expect(rejected).toEqual([path(0), path(2)]);
  });

  it("more than can be tried one by one are all left out, and taken up again as far as the checks go", () => {
    const changed = [0, 1, 2, 3, 4, 5, 6, 7];
    const { rejected, count } = pick(changed, (isNew) => [3, 5].filter(isNew).map((n) => 50 + n));
    expect(rejected).toEqual([3, 5, 6, 7].map(path));
    expect(count).toBe(9);
  });
});
