import { expect, it } from "vitest";
import { makeSessionStore } from "../../../src/admin/api/session-store.ts";
import { type KeptEntry, makeKeptEntries } from "../../../src/admin/services/kept-entries.ts";
import { makePlace } from "../page.ts";

const user = (id: string) => ({ _id: id, id, username: id, role: "keeper", permissions: ["stock"] });
const entry = (address: string, text = "typed"): KeptEntry => ({
  address,
  values: { name: { kind: "string", value: text } },
});

/** A tab where `ann` is logged in; `room`: how many characters it keeps. */
function open({ room = Number.POSITIVE_INFINITY, tab = makePlace() } = {}) {
  const session = makeSessionStore(makePlace());
  session.set({ token: "t", user: user("ann") });
  const storage = {
    ...tab.storage,
    setItem(key: string, value: string) {
      if (value.length > room) throw new DOMException("Too much", "QuotaExceededError");
      tab.storage.setItem(key, value);
    },
  };
  return { session, tab, kept: makeKeptEntries({ storage, session }) };
}

it("keeps the entries of several forms, the newest of each, until each is forgotten", () => {
  const { kept, tab } = open();
  kept.keep("ann", entry("/a"));
  kept.keep("ann", entry("/b"));
  kept.keep("ann", entry("/a", "again"));
  expect(kept.at("/a")).toEqual(entry("/a", "again"));
  expect(kept.at("/b")).toEqual(entry("/b"));
  expect(kept.at("/c")).toBeUndefined();
  kept.forget("/a");
  expect(kept.at("/a")).toBeUndefined();
  expect(kept.at("/b")).toBeDefined();
  kept.forget("/b");
  expect(tab.stored.size).toBe(0);
});

it("shows nobody what another account typed, and forgets it when one logs in, also before the page was opened", () => {
  const { kept, session, tab } = open();
  kept.keep("ann", entry("/a"));
  session.clear();
  expect(kept.at("/a")).toBeUndefined();
  session.set({ token: "u", user: user("ann") });
  expect(kept.at("/a")).toBeDefined();
  session.set({ token: "v", user: user("ben") });
  expect(tab.stored.size).toBe(0);
  kept.keep("ben", entry("/a"));
  expect(open({ tab }).kept.at("/a")).toBeUndefined();
  expect(tab.stored.size).toBe(0);
});

it("what one account types takes the place of what another had", () => {
  const { kept } = open();
  kept.keep("ben", entry("/a"));
  kept.keep("ann", entry("/b"));
  expect(kept.at("/a")).toBeUndefined();
  expect(kept.at("/b")).toBeDefined();
});

it("where the tab has no room for all, the longest is left out", () => {
  const { kept } = open({ room: 300 });
  const long = { kind: "string", value: "x".repeat(300) };
  const { values } = entry("/a");
  kept.keep("ann", { address: "/a", etag: "1", values: { ...values, long } });
  expect(kept.at("/a")).toEqual({ address: "/a", etag: "1", values });
  expect(() => open({ room: 0 }).kept.keep("ann", entry("/a"))).not.toThrow();
});

it.each(["{", "null", "[]", '{"account":"ann"}', '{"account":"ann","entries":[1,{"address":"/a"}]}'])(
  "what makes no entries is none: %s",
  (text) => {
    const { kept, tab } = open();
    tab.stored.set("kept", text);
    expect(kept.at("/a")).toBeUndefined();
    expect(() => kept.forget("/a")).not.toThrow();
  },
);
