import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { LoadFailure } from "../../../src/admin/services/code-loader.ts";
import { loadTogether } from "../../../src/admin/services/load-together.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

function load(...names: readonly string[]) {
  const shown: string[][] = [];
  const errors: unknown[] = [];
  const loads = new Map<string, { resolve(): void; reject(error: Error): void }>();
  const stop = loadTogether(
    names,
    (name) => new Promise<void>((resolve, reject) => loads.set(name, { resolve, reject })),
    (failures) => {
      shown.push([...failures.keys()]);
      errors.push(...failures.values());
    },
  );
  return {
    shown,
    errors,
    stop,
    end: (name: string) => loads.get(name)?.resolve(),
    fail: (name: string) => loads.get(name)?.reject(new Error(name)),
  };
}

describe("code that is loaded together", () => {
  test("that is none is shown at once, and once", async () => {
    const { shown } = load();
    expect(shown).toEqual([[]]);
    await pass(60_000);
    expect(shown).toEqual([[]]);
  });

  test("is shown when the last has ended, and not again", async () => {
    const { shown, errors, end, fail } = load("a", "b");
    end("a");
    await pass(0);
    expect(shown).toEqual([]);
    fail("b");
    await pass(0);
    expect([shown, errors]).toEqual([[["b"]], [expect.objectContaining({ name: "Thrown", message: "b" })]]);
    await pass(60_000);
    expect(shown).toHaveLength(1);
  });

  test("is shown without what is late after three seconds, then with each that comes", async () => {
    const { shown, end, fail } = load("a", "b", "c");
    end("a");
    await pass(2999);
    expect(shown).toEqual([]);
    await pass(1);
    expect(shown).toEqual([[]]);
    fail("b");
    await pass(0);
    end("c");
    await pass(0);
    expect(shown).toEqual([[], ["b"], ["b"]]);
    await pass(60_000);
    expect(shown).toHaveLength(3);
  });

  test("has failed for now where it takes twenty seconds, and is there when it comes all the same", async () => {
    const { shown, errors, end } = load("a", "b");
    end("b");
    await pass(19_999);
    expect(shown).toEqual([[]]);
    await pass(1);
    expect(shown.at(-1)).toEqual(["a"]);
    expect(errors.at(-1)).toBeInstanceOf(LoadFailure);
    expect(errors.at(-1)).toMatchObject({ times: 1, message: "It takes too long." });
    end("a");
    await pass(0);
    expect(shown.at(-1)).toEqual([]);
  });

  test("is not shown to who has stopped waiting", async () => {
    const { shown, stop, end } = load("a", "b");
    stop();
    expect(vi.getTimerCount()).toBe(0);
    end("a");
    end("b");
    await pass(60_000);
    expect(shown).toEqual([]);
  });
});
