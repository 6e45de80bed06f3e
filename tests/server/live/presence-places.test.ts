import { expect, it } from "vitest";
import { makePresence } from "../../../src/server/live/presence.ts";

const book = { entity: "books", _id: "1" };
const loan = { entity: "loans", _id: "1" };

it("has for each stream the record that was put last, until it is taken away", () => {
  const presence = makePresence();
  presence.put("a", "ann", book);
  presence.put("b", "ben", book);
  presence.put("c", "ann", book);
  expect([...presence.at(book)].sort()).toEqual(["ann", "ben"]);
  presence.put("a", "ann", loan);
  expect([presence.of("a"), [...presence.at(loan)]]).toEqual([loan, ["ann"]]);
  expect([...presence.at(book)].sort()).toEqual(["ann", "ben"]);
  presence.put("c", "ann", undefined);
  expect([presence.of("c"), [...presence.at(book)]]).toEqual([undefined, ["ben"]]);
  presence.put("b", "ben", undefined);
  presence.put("b", "ben", undefined);
  expect([...presence.at(book)]).toEqual([]);
});

it("forgets what was put until an earlier time, and nothing that was put without one", () => {
  const presence = makePresence();
  presence.put("a", "ann", book, 10);
  presence.put("b", "ben", book, 11);
  presence.put("c", "eve", book);
  presence.forget(10);
  expect(presence.at(book).size).toBe(3);
  presence.forget(11);
  expect([presence.of("a"), [...presence.at(book)]]).toEqual([undefined, ["ben", "eve"]]);
  presence.put("b", "ben", book, 20);
  presence.forget(12);
  expect(presence.of("b")).toEqual(book);
  presence.forget(Number.MAX_SAFE_INTEGER);
  expect([...presence.at(book)]).toEqual(["eve"]);
});
