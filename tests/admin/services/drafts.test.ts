import { expect, it } from "vitest";
import { makeSessionStore } from "../../../src/admin/api/session-store.ts";
import { DRAFT_DAYS, DRAFTS_KEY } from "../../../src/admin/services/draft-age.ts";
import { type Draft, makeFormDrafts } from "../../../src/admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../../src/admin/services/memory-drafts.ts";
import { makePlace } from "../page.ts";

const DAY_MS = 86_400_000;
const user = (id: string) => ({ _id: id, id, username: id, role: "keeper", permissions: ["stock"] });

function open() {
  const place = makePlace();
  const session = makeSessionStore(makePlace());
  const logIn = (id: string) => session.set({ token: id, user: user(id) });
  logIn("ann");
  const clock = { now: 100 * DAY_MS };
  const store = makeMemoryDrafts();
  const drafts = makeFormDrafts({ store, session, storage: place.storage, now: () => clock.now });
  const keep = (id: string, changes: Partial<Draft> = {}) =>
    drafts.keep({
      id,
      account: "ann",
      address: "/a",
      typedAt: clock.now,
      fields: [],
      secrets: [],
      ...changes,
    });
  const at = async (address = "/a") => (await drafts.at(address)).map(({ id }) => id);
  const own = async () => (await drafts.own()).map(({ id }) => id);
  return { drafts, store, session, logIn, clock, keep, at, own, stored: place.stored };
}

it("shows nobody what another account typed, nor that it did, and keeps it for that one", async () => {
  const { drafts, session, logIn, keep, at, own } = open();
  await keep("d");
  expect([await at(), await at("/b"), await own()]).toEqual([["d"], [], ["d"]]);
  logIn("ben");
  expect([await at(), await own()]).toEqual([[], []]);
  await drafts.dropOwn();
  session.clear();
  expect([await at(), await own()]).toEqual([[], []]);
  logIn("ann");
  expect(await at()).toEqual(["d"]);
  await drafts.dropOwn();
  expect(await at()).toEqual([]);
});

it("answers nothing to an account that logs in while another's drafts are looked for", async () => {
  const { drafts, logIn, keep } = open();
  await keep("d");
  const looking = drafts.at("/a");
  logIn("ben");
  expect(await looking).toEqual([]);
});

it("keeps each for its days; then it is not shown, and deleted when a page begins, whoever's it is", async () => {
  const { drafts, store, clock, keep, at, stored } = open();
  expect(stored.has(DRAFTS_KEY)).toBe(false);
  await keep("d");
  await keep("bens", { account: "ben" });
  expect(stored.has(DRAFTS_KEY)).toBe(true);
  clock.now += DRAFT_DAYS * DAY_MS - 1;
  await drafts.expire();
  expect(await at()).toEqual(["d"]);
  clock.now += 1;
  expect(await at()).toEqual([]);
  expect(stored.has(DRAFTS_KEY)).toBe(true);
  await drafts.expire();
  expect([await store.list("ann"), await store.list("ben")]).toEqual([[], []]);
  expect(stored.has(DRAFTS_KEY)).toBe(false);
  await keep("next");
  expect(stored.has(DRAFTS_KEY)).toBe(true);
});

it("says once that nothing can be kept", () => {
  const { drafts } = open();
  expect([drafts.mayComplain(), drafts.mayComplain()]).toEqual([true, false]);
});

it("offers none that is open in a form", async () => {
  const { drafts, keep, at } = open();
  await keep("d");
  const unclaim = await drafts.claim("d");
  expect(await at()).toEqual([]);
  await unclaim?.();
  expect(await at()).toEqual(["d"]);
});

it("notes in the browser that there may be drafts: once, also where it was lost, and keeps them where it cannot", async () => {
  const { drafts, store, keep, at, stored, session } = open();
  await keep("d");
  stored.delete(DRAFTS_KEY);
  await keep("d");
  expect(stored.has(DRAFTS_KEY)).toBe(false);
  const again = (setItem: () => void) =>
    makeFormDrafts({ store, session, storage: { setItem, removeItem() {} }, now: () => 100 * DAY_MS });
  let marks = 0;
  const after = again(() => {
    marks += 1;
  });
  await after.at("/b");
  expect(marks).toBe(0);
  await after.at("/a");
  await after.at("/a");
  expect(marks).toBe(1);
  const full = again(() => {
    throw new DOMException("Full", "QuotaExceededError");
  });
  await full.keep({ id: "e", account: "ann", address: "/a", typedAt: 100 * DAY_MS, fields: [], secrets: [] });
  expect((await at()).sort()).toEqual(["d", "e"]);
  await drafts.drop("e");
  expect(await at()).toEqual(["d"]);
});

it("lists of an account what is young enough, also that of open forms", async () => {
  const { drafts, keep, own, clock } = open();
  await keep("old", { typedAt: clock.now - DRAFT_DAYS * DAY_MS });
  await keep("young", { typedAt: clock.now - DRAFT_DAYS * DAY_MS + 1 });
  await drafts.claim("young");
  expect(await own()).toEqual(["young"]);
});
