import { expect, test } from "vitest";
import {
  packed,
  readPeerMessages,
  writePeerMessage,
} from "../../../src/server/store/postgres/peer-messages.ts";

const [OWN, OTHER] = ["a", "b"].map((letter) => letter.repeat(36)) as [string, string];

/** A message of so many bytes, in characters of two. */
function messageOf(bytes: number) {
  const frame = Buffer.byteLength(JSON.stringify({ topic: "t", message: "" }));
  const rest = bytes - frame;
  return { topic: "t", message: "é".repeat(Math.floor(rest / 2)) + "x".repeat(rest % 2) };
}

test("a message of 7,000 bytes is told, a longer one is not", () => {
  const longest = messageOf(7000);
  expect(writePeerMessage(OTHER, longest)).toBe(`${OTHER} ${JSON.stringify(longest)}`);
  expect(writePeerMessage(OTHER, messageOf(7001))).toBeUndefined();
});

test("of what is told, one hears the others, and not what is no message", () => {
  const told = [
    writePeerMessage(OTHER, { topic: "presence", message: null }),
    writePeerMessage(OWN, { topic: "presence", message: "own" }),
    writePeerMessage(OTHER, { topic: "typing", message: { of: [1] } }),
    `${OTHER} {"topic":"presence"}`,
    `${OTHER} {"topic":1,"message":2}`,
    `${OTHER} ["topic"]`,
    "{",
    "",
  ];
  expect(readPeerMessages(told.join("\n"), OWN)).toEqual([
    { topic: "presence", message: null },
    { topic: "typing", message: { of: [1] } },
  ]);
});

test("lines go together as long as they fit in one payload of PostgreSQL, in their order", () => {
  expect(packed([])).toEqual([]);
  expect(packed(["one"])).toEqual(["one"]);
  expect(packed(["one", "two", "three"])).toEqual(["one\ntwo\nthree"]);
  const long = (letter: string, bytes: number) => letter.repeat(bytes);
  const [a, fits, over] = [long("a", 4000), long("b", 3899), long("c", 3900)];
  expect(packed([a, fits, "last"])).toEqual([`${a}\n${fits}`, "last"]);
  expect(packed([a, over, "last"])).toEqual([a, `${over}\nlast`]);
  // Bytes count, not characters.
  const wide = long("é", 2000);
  expect(packed([wide, wide])).toEqual([wide, wide]);
});
