import { describe, expect, it } from "vitest";
import { formatProblem } from "../../../src/model/problem.ts";
import { valueAt } from "../../../src/record/path.ts";
import { type Loose, libraryWith, PLUGINS } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";
import { problemsOf, readFixtures } from "./problem-fixtures.ts";

const FILES = ["entities/books.json", "entities/loans.json", "app.json"];
/** What stands in place of each value, in turns. */
const WRONG: readonly unknown[] = [null, 7, "title", [], {}, ["x"], { x: 1 }, true, "7", "true", -1];

describe("a hint that says what to write, followed without thinking, removes its problem", () => {
  it("of any value made wrong", async () => {
    const files = await libraryWith();
    let [problems, followed] = [0, 0];
    for (const path of FILES) {
      const json = JSON.parse(files.get(path) ?? "");
      for (const [index, place] of placesIn(json).entries()) {
        if (index % 4 !== 0) continue;
        const changed = structuredClone(json);
        set(changed, place, WRONG[(index / 4) % WRONG.length]);
        const broken = new Map(files).set(path, JSON.stringify(changed, null, 2));
        const gone = expectGone(broken, PLUGINS);
        problems += gone.problems;
        followed += gone.followed;
      }
    }
    // The rest leaves something to decide, or is no hint of one step. Which values are hit depends on the fixture.
    expect(followed / problems).toBeGreaterThan(0.45);
  }, 120_000);

  it("of any key mistyped", async () => {
    const files = await libraryWith();
    for (const path of FILES) {
      const json = JSON.parse(files.get(path) ?? "");
      for (const [index, place] of placesIn(json).entries()) {
        const key = String(place.at(-1));
        if (index % 6 !== 0 || key.length < 4) continue;
        const changed = structuredClone(json);
        const around = valueAt(changed, place.slice(0, -1).map(String)) as Loose;
        const value = around[key];
        delete around[key];
        around[`${key.slice(0, -2)}${key.at(-1)}${key.at(-2)}`] = value;
        expectGone(new Map(files).set(path, JSON.stringify(changed, null, 2)), PLUGINS);
      }
    }
  }, 120_000);

  it("and the fixtures of every kind of problem say nothing against themselves", async () => {
    for (const [code, fixture] of await readFixtures()) {
      const [problem] = await problemsOf(code, fixture);
      const { found, meant } = problem ?? {};
      if (problem === undefined || meant === undefined) continue;
      expect(`"${meant}"`, formatProblem(problem)).not.toBe(found);
    }
  });
});

function placesIn(value: unknown): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [];
  const keys: (string | number)[] = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
  return keys.flatMap((key) => [[key], ...placesIn(Reflect.get(value, key)).map((rest) => [key, ...rest])]);
}

function set(root: unknown, place: readonly (string | number)[], to: unknown): void {
  const around = place.slice(0, -1).reduce<Loose>((here, key) => here[key], root);
  around[place.at(-1) ?? ""] = to;
}
