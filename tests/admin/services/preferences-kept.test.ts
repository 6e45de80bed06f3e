import { expect, test } from "vitest";
import type { Client } from "../../../src/admin/api/client.ts";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { makePreferences } from "../../../src/admin/services/preferences.ts";
import { makePlace } from "../page.ts";

const KEY = "preferences";
/** Until all that is under way has ended. */
const idle = () => new Promise((resolve) => setTimeout(resolve));

/** A server whose requests the test answers one by one. */
function makeServer() {
  const asked: {
    readonly what: string;
    answer(body?: unknown): Promise<unknown>;
    fail(error: unknown): Promise<unknown>;
  }[] = [];
  const refuse = () => Promise.reject(new Error("no"));
  const client: Client = {
    request: (method, path, { body } = {}) =>
      new Promise((resolve, reject) => {
        asked.push({
          what: `${method} ${path.split("/").at(-1)}${body === undefined ? "" : ` ${JSON.stringify(body)}`}`,
          answer(given = {}) {
            resolve(given);
            return idle();
          },
          fail(error) {
            reject(error);
            return idle();
          },
        });
      }),
    exchange: refuse,
    upload: refuse,
    stream: refuse,
    loadModule: refuse,
  };
  return { client, asked, what: () => asked.map(({ what }) => what) };
}

function open(kept?: object) {
  const place = makePlace();
  if (kept !== undefined) place.stored.set(KEY, JSON.stringify(kept));
  const server = makeServer();
  const preferences = makePreferences({ account: "ann", client: server.client, storage: place.storage });
  const copy = () => JSON.parse(place.stored.get(KEY) ?? "null");
  return { ...server, preferences, copy, storage: place.storage };
}

test("this browser has a copy with what the server does not have yet, and none where nothing is chosen", async () => {
  const { preferences, asked, copy } = open();
  preferences.choose("theme", "dark");
  expect(copy()).toEqual({ account: "ann", values: { theme: "dark" }, unsent: ["theme"] });
  await asked[0]?.answer();
  expect(copy()).toEqual({ account: "ann", values: { theme: "dark" }, unsent: [] });
  preferences.choose("theme", undefined);
  expect(copy()).toEqual({ account: "ann", values: {}, unsent: ["theme"] });
  await asked[1]?.answer();
  expect(copy()).toBeNull();
});

test("choices are sent one after the other, each once with what it is by then", async () => {
  const { preferences, asked, what } = open();
  preferences.choose("a", 1);
  preferences.choose("b", 1);
  preferences.choose("b", 2);
  preferences.choose("c", undefined);
  expect(what()).toEqual(["PUT a 1"]);
  await asked[0]?.answer();
  await asked[1]?.answer();
  await asked[2]?.answer();
  expect(what()).toEqual(["PUT a 1", "PUT b 2", "PUT c null"]);
});

test("a choice that changes while it is sent is sent anew", async () => {
  const { preferences, asked, what, copy } = open();
  preferences.choose("a", 1);
  preferences.choose("a", 2);
  await asked[0]?.answer();
  expect(copy().unsent).toEqual(["a"]);
  await asked[1]?.answer();
  expect([what(), copy().unsent]).toEqual([["PUT a 1", "PUT a 2"], []]);
});

test.each([400, 403, 404, 413])(
  "a choice that is refused with %i holds here and is not sent again",
  async (status) => {
    const { preferences, asked, what, copy } = open();
    preferences.choose("a", 1);
    preferences.choose("b", 1);
    await asked[0]?.fail(new ApiFailure("answer", "refused", { status }));
    expect([what(), preferences.get(), copy().unsent]).toEqual([
      ["PUT a 1", "PUT b 1"],
      { a: 1, b: 1 },
      ["b"],
    ]);
  },
);

test.each([
  new ApiFailure("answer", "failed", { status: 500 }),
  new ApiFailure("unreachable", "no server"),
  new Error("a bug"),
])("one that did not reach the server waits for the next: %#", async (failure) => {
  const { preferences, asked, what, copy } = open();
  preferences.choose("a", 1);
  preferences.choose("b", 1);
  await asked[0]?.fail(failure);
  expect([what(), copy().unsent]).toEqual([["PUT a 1"], ["a", "b"]]);
  preferences.choose("c", 1);
  expect(what()).toEqual(["PUT a 1", "PUT a 1"]);
});

test("a start waits for the server where it has no copy, also for an answer that fails or makes no sense", async () => {
  for (const end of ["answer", "nonsense", "failure"] as const) {
    const { preferences, asked } = open();
    let isLoaded = false;
    const loading = preferences.load().then(() => {
      isLoaded = true;
    });
    await idle();
    expect(isLoaded, end).toBe(false);
    if (end === "failure") await asked[0]?.fail(new Error("away"));
    else await asked[0]?.answer(end === "answer" ? { theme: "dark" } : "text");
    await loading;
    expect(preferences.get()).toEqual(end === "answer" ? { theme: "dark" } : {});
    // Only what an answer told is known from now on.
    isLoaded = false;
    void preferences.load().then(() => {
      isLoaded = true;
    });
    await idle();
    expect(isLoaded, end).toBe(end === "answer");
  }
});

test("a start with a copy has it at once, sends what is unsent in it, and takes nothing of that back", async () => {
  const unsent = [1, "theme"];
  const { preferences, asked, what } = open({ account: "ann", values: { theme: "dark", a: 1 }, unsent });
  await preferences.load();
  expect([preferences.get(), what()]).toEqual([{ theme: "dark", a: 1 }, ["GET preferences"]]);
  const before = preferences.get();
  await asked[0]?.answer({ theme: "light", a: 1 });
  expect([preferences.get(), what()]).toEqual([
    { theme: "dark", a: 1 },
    ["GET preferences", 'PUT theme "dark"'],
  ]);
  // What says the same stays the same.
  expect(preferences.get()).toBe(before);
});

test("what was chosen before the server is asked anew is not held against a later answer", async () => {
  const { preferences, asked } = open({ account: "ann", values: {}, unsent: [] });
  preferences.choose("theme", "dark");
  await asked[0]?.answer();
  await preferences.load();
  await asked[1]?.answer({ theme: "light" });
  expect(preferences.get()).toEqual({ theme: "light" });
});

test("once the session has ended this browser keeps nothing, nor sends anything", async () => {
  const { preferences, asked, copy, what } = open();
  preferences.choose("a", 1);
  preferences.choose("b", 1);
  preferences.forget();
  expect(copy()).toBeNull();
  await asked[0]?.answer();
  expect([what(), copy()]).toEqual([["PUT a 1"], null]);
});

test("another tab's copy is taken over where it is of this account; what says the same stays the same", () => {
  const { preferences, storage } = open({ account: "ann", values: { list: { pageSize: 20 } }, unsent: [] });
  const before = preferences.get();
  preferences.reread();
  expect(preferences.get()).toBe(before);
  storage.setItem(KEY, JSON.stringify({ account: "ben", values: { theme: "dark" }, unsent: [] }));
  preferences.reread();
  expect(preferences.get()).toBe(before);
  storage.setItem(KEY, JSON.stringify({ account: "ann", values: { ...before, theme: "dark" }, unsent: [] }));
  preferences.reread();
  expect(preferences.get()).toEqual({ list: { pageSize: 20 }, theme: "dark" });
  expect(preferences.get().list).toBe(before.list);
});

test("without a server or a place to keep them choices hold for the page", async () => {
  const preferences = makePreferences({ account: "ann" });
  await preferences.load();
  preferences.choose("theme", "dark");
  expect(preferences.get()).toEqual({ theme: "dark" });
  preferences.forget();
  const refuse = () => {
    throw new DOMException("Full", "QuotaExceededError");
  };
  const full = makePreferences({
    account: "ann",
    storage: { getItem: () => null, setItem: refuse, removeItem: refuse },
  });
  full.choose("theme", "dark");
  full.choose("theme", undefined);
  expect(full.get()).toEqual({});
});
