import { expect, test } from "vitest";
import { inTurns, turnWhenDue } from "../../src/server/in-turns.ts";

/** A clock that goes by hand, and the times at which others had a turn. */
function handEffects() {
  const turns: number[] = [];
  const effects = {
    now: 1000,
    turns,
    elapsed: () => effects.now,
    turn: async () => {
      turns.push(effects.now);
      // Others take their time.
      effects.now += 5;
    },
  };
  return effects;
}

test("others have a turn once a slice is over, counted from the end of their last", async () => {
  const effects = handEffects();
  const turn = turnWhenDue(effects);
  for (const [pass, turns] of [
    [0, []],
    [9, []],
    [1, [1010]],
    [9, [1010]],
    [1, [1010, 1025]],
  ] as const) {
    effects.now += pass;
    await turn();
    expect(effects.turns).toEqual(turns);
  }
});

test("work in steps is done whole, with turns in between", async () => {
  const effects = handEffects();
  function* work() {
    for (let step = 0; step < 5; step += 1) {
      effects.now += 4;
      yield;
    }
    return "done";
  }
  expect(await inTurns(work(), effects)).toBe("done");
  expect(effects.turns).toEqual([1012]);
});
