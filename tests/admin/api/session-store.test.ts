import { describe, expect, it } from "vitest";
import { makeSessionStore } from "../../../src/admin/api/session-store.ts";

const USER = { _id: "u", id: "u", username: "ada", role: "keeper", permissions: ["stock"] };

function open(initial: Readonly<Record<string, string>> = {}) {
  const stored = new Map(Object.entries(initial));
  const tabs = new EventTarget();
  const store = makeSessionStore({
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    tabs,
  });
  let told = 0;
  store.subscribe(() => {
    told += 1;
  });
  return { store, stored, told: () => told, otherTab: () => tabs.dispatchEvent(new Event("storage")) };
}

describe("spec 9: token and user stored in local storage", () => {
  it("keeps both under their names, reads them back, forgets both", () => {
    const { store, stored } = open();
    store.set({ token: "t", user: USER });
    expect(Object.fromEntries(stored)).toEqual({ token: "t", user: JSON.stringify(USER) });
    expect(open(Object.fromEntries(stored)).store.get()).toEqual({ token: "t", user: USER });
    store.clear();
    expect(stored.size).toBe(0);
    expect(store.get()).toBeUndefined();
  });

  it("reads the user of clients that store no _id", () => {
    const { _id, ...theirs } = USER;
    expect(open({ token: "t", user: JSON.stringify(theirs) }).store.get()?.user).toEqual(USER);
  });

  it.each([
    { token: "t" },
    { user: JSON.stringify(USER) },
    { token: "", user: JSON.stringify(USER) },
    { token: "t", user: "{" },
    { token: "t", user: "null" },
    { token: "t", user: JSON.stringify({ ...USER, permissions: "all" }) },
  ])("what makes no session is none: %o", (initial) => {
    expect(open(initial).store.get()).toBeUndefined();
  });

  it("follows other tabs, and tells only of what changed", () => {
    const { store, stored, told, otherTab } = open();
    store.set({ token: "t", user: USER });
    expect(told()).toBe(1);
    const before = store.get();
    otherTab();
    expect(told()).toBe(1);
    expect(store.get()).toBe(before);
    stored.clear();
    otherTab();
    expect(told()).toBe(2);
    expect(store.get()).toBeUndefined();
  });
});
