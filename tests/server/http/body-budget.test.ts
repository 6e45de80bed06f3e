import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { makeBodyBudget } from "../../../src/server/http/body-budget.ts";
import { incomingBody } from "../../../src/server/http/incoming-body.ts";

it("is used to the last byte, a quarter of it by those without a session", () => {
  const budget = makeBodyBudget(1000);
  expect(budget.take(251, "open")).toBe(false);
  expect(budget.take(250, "open")).toBe(true);
  expect([budget.hasRoom(0, "open"), budget.hasRoom(1, "open")]).toEqual([true, false]);
  expect(budget.take(751, "session")).toBe(false);
  expect(budget.take(750, "session")).toBe(true);
  expect([budget.used, budget.hasRoom(0, "session"), budget.hasRoom(1, "session")]).toEqual([
    1000,
    true,
    false,
  ]);
  budget.giveBack(250, "open");
  expect([budget.used, budget.hasRoom(250, "open"), budget.hasRoom(250, "session")]).toEqual([
    750,
    true,
    true,
  ]);
});

it("those with a session may have all of it: then others get nothing", () => {
  const budget = makeBodyBudget(1000);
  expect(budget.take(1000, "session")).toBe(true);
  expect(budget.take(1, "open")).toBe(false);
  budget.giveBack(100, "session");
  expect(budget.take(100, "open")).toBe(true);
});

it("gets back all that a body held, of each share and once; what a reader adds after that holds nothing", () => {
  const budget = makeBodyBudget(100_000);
  const body = incomingBody(new IncomingMessage(new Socket()), budget, undefined);
  const gathered = body.gather();
  gathered.add(Buffer.alloc(5_000));
  body.hasSession();
  gathered.add(Buffer.alloc(50_000));
  expect([budget.used, budget.hasRoom(20_000, "open"), budget.hasRoom(20_001, "open")]).toEqual([
    55_000,
    true,
    false,
  ]);
  body.release();
  body.release();
  expect([budget.used, budget.hasRoom(25_000, "open"), budget.hasRoom(25_001, "open")]).toEqual([
    0,
    true,
    false,
  ]);
  expect(() => gathered.add(Buffer.alloc(5_000))).toThrow("BUSY");
  expect(budget.used).toBe(0);
});

it("what is announced beyond the room is refused before a byte of it is read", async () => {
  const request = new IncomingMessage(new Socket());
  request.headers["content-length"] = "25001";
  const body = incomingBody(request, makeBodyBudget(100_000), undefined);
  let isRead = false;
  const read = async () => {
    isRead = true;
  };
  await expect(body.reading(read)).rejects.toThrow("BUSY");
  expect(isRead).toBe(false);
  body.hasSession();
  await body.reading(read);
  expect(isRead).toBe(true);
});
