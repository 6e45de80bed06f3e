import { expect, test } from "vitest";
import { makeSlots } from "../../../src/server/store/postgres/slots.ts";

/** A piece of work that ends when it is told to. */
function piece(name: string, begun: string[]) {
  let end: (error?: Error) => void = () => undefined;
  const ended = new Promise<string>((resolve, reject) => {
    end = (error) => (error === undefined ? resolve(name) : reject(error));
  });
  return {
    end: (error?: Error) => end(error),
    run: () => {
      begun.push(name);
      return ended;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

test("so many run at once, the others in the order asked, also behind one that fails", async () => {
  const slots = makeSlots(2);
  const begun: string[] = [];
  const pieces = ["a", "b", "c", "d"].map((name) => piece(name, begun));
  const [a, b, c, d] = pieces.map(({ run }) => slots.run(run));
  await turn();
  expect(begun).toEqual(["a", "b"]);
  pieces[1]?.end(new Error("no"));
  await expect(b).rejects.toThrow("no");
  await turn();
  expect(begun).toEqual(["a", "b", "c"]);
  pieces[0]?.end();
  await turn();
  expect(begun).toEqual(["a", "b", "c", "d"]);
  for (const one of pieces) one.end();
  expect(await Promise.all([a, c, d])).toEqual(["a", "c", "d"]);
  // Both are free again.
  const [e, f, g] = ["e", "f", "g"].map((name) => piece(name, begun));
  const later = [e, f, g].map((one) => one && slots.run(one.run));
  await turn();
  expect(begun.slice(4)).toEqual(["e", "f"]);
  for (const one of [e, f, g]) one?.end();
  expect(await Promise.all(later)).toEqual(["e", "f", "g"]);
});

test("the end of all is that of what waits and of what needs no slot, too", async () => {
  const slots = makeSlots(1);
  const begun: string[] = [];
  const [a, b, beside] = ["a", "b", "beside"].map((name) => piece(name, begun));
  const running = [a, b].map((one) => one && slots.run(one.run));
  const alongside = slots.alongside((beside ?? a)?.run() ?? Promise.resolve(""));
  let isOver = false;
  const ended = slots.ended().then(() => {
    isOver = true;
  });
  for (const one of [a, beside, b]) {
    await turn();
    expect(isOver).toBe(false);
    one?.end();
  }
  await ended;
  expect(await Promise.all([...running, alongside])).toEqual(["a", "b", "beside"]);
  await slots.ended();
});

test("those that wait can be refused: what runs goes on, and what is asked later runs", async () => {
  const slots = makeSlots(1);
  const begun: string[] = [];
  const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => piece(name, begun));
  const first = slots.run(a?.run ?? (async () => ""));
  const waiting = [b, c].map((one) => one && slots.run(one.run));
  await turn();
  slots.refuseWaiting(new Error("closed"));
  for (const one of waiting) await expect(one).rejects.toThrow("closed");
  a?.end();
  expect(await first).toBe("a");
  d?.end();
  expect(await slots.run(d?.run ?? (async () => ""))).toBe("d");
  expect(begun).toEqual(["a", "d"]);
});
