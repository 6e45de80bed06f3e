import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { makeSay } from "../../../src/admin/messages/say.ts";
import { makeChanges } from "../../../src/admin/services/changes.ts";
import { useRecentRecords, useRemembered } from "../../../src/admin/services/recent-records.ts";
import { makeReferenceSource, withFieldFailure } from "../../../src/admin/services/reference-source.ts";
import { useToldChanges } from "../../../src/admin/services/use-changed-list.ts";
import { useNow } from "../../../src/admin/services/use-now.ts";
import { FieldFailure } from "../../../src/plugin/host.ts";
import { MAX_RECENT_RECORDS } from "../../../src/wire/preferences.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { setUp } from "../api/set-up-client.ts";
import { servicesWith } from "./services-with.tsx";

const noNetwork = () => Promise.reject(new Error("no network"));

describe("what follows the changes of others", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, "random").mockReturnValue(0.5);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  function open() {
    const changes = makeChanges(async () => undefined);
    const { wrapper } = servicesWith(noNetwork, changes);
    const signals: AbortSignal[] = [];
    let end: { resolve(): void; reject(error: Error): void } = { resolve() {}, reject() {} };
    const { unmount } = renderHook(
      () =>
        useToldChanges(
          ({ all }) => all,
          (signal) => {
            signals.push(signal);
            return new Promise<void>((resolve, reject) => {
              end = { resolve, reject };
            });
          },
        ),
      { wrapper },
    );
    return {
      unmount,
      signals,
      runs: () => signals.length,
      told: () => changes.tell({ position: 1, all: true }),
      other: () => changes.tell({ position: 1, records: [] }),
      end: () => end,
      pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds),
    };
  }

  test("waits a moment, so that not all browsers ask at once, and runs once for many changes", async () => {
    const { told, other, runs, pass } = open();
    other();
    await pass(1000);
    expect(runs()).toBe(0);
    told();
    told();
    await pass(99);
    expect(runs()).toBe(0);
    await pass(1);
    expect(runs()).toBe(1);
    await pass(5000);
    expect(runs()).toBe(1);
  });

  test("runs again after what was told meanwhile, once it has ended and half a second has passed", async () => {
    const { told, runs, pass, end } = open();
    told();
    await pass(100);
    told();
    end().resolve();
    await pass(599);
    expect(runs()).toBe(1);
    await pass(1);
    expect(runs()).toBe(2);
    // One that takes longer is never joined by a second.
    told();
    await pass(5000);
    expect(runs()).toBe(2);
    end().reject(new Error("failed"));
    await pass(99);
    expect(runs()).toBe(2);
    await pass(1);
    expect(runs()).toBe(3);
    end().resolve();
    await pass(5000);
    expect(runs()).toBe(3);
  });

  test("runs no more once its screen is left", async () => {
    const waiting = open();
    waiting.told();
    waiting.unmount();
    await waiting.pass(5000);
    expect(waiting.runs()).toBe(0);
    const running = open();
    running.told();
    await running.pass(100);
    running.told();
    expect(running.signals[0]?.aborted).toBe(false);
    running.unmount();
    expect(running.signals[0]?.aborted).toBe(true);
    running.end().resolve();
    running.told();
    await running.pass(5000);
    expect(running.runs()).toBe(1);
    const slow = open();
    slow.told();
    await slow.pass(100);
    slow.told();
    await slow.pass(5000);
    slow.unmount();
    slow.end().resolve();
    await slow.pass(5000);
    expect(slow.runs()).toBe(1);
  });

  test("the time by which it is said how long ago something was moves on", async () => {
    const { result, unmount } = renderHook(() => useNow());
    const first = result.current;
    await act(() => vi.advanceTimersByTimeAsync(19_999));
    expect(result.current).toBe(first);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(result.current).toBe(first + 20_000);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("the records that were opened", () => {
  const one = (id: string, entity = "books") => ({ entity, id });
  function open(stored?: Parameters<ReturnType<typeof servicesWith>["preferences"]["choose"]>[1]) {
    const { preferences, wrapper } = servicesWith(noNetwork);
    if (stored !== undefined) preferences.choose("recent", stored);
    const chosen = vi.spyOn(preferences, "choose");
    const remember = (record: ReturnType<typeof one> | undefined) =>
      renderHook(() => useRemembered(record), { wrapper }).unmount();
    const { result } = renderHook(() => useRecentRecords(), { wrapper });
    return { preferences, chosen, remember, recent: () => result.current[0], forget: result.current[1] };
  }

  test("are remembered, the last one first, each once and no more than there is room for", () => {
    const { remember, recent, chosen } = open();
    remember(undefined);
    expect([recent(), chosen.mock.calls]).toEqual([[], []]);
    for (const id of ["a", "b", "a"]) remember(one(id));
    remember(one("a", "loans"));
    expect(recent()).toEqual([one("a", "loans"), one("a"), one("b")]);
    const times = chosen.mock.calls.length;
    remember(one("a", "loans"));
    expect(chosen).toHaveBeenCalledTimes(times);
    for (let id = 0; id < MAX_RECENT_RECORDS; id++) remember(one(String(id)));
    expect(recent()).toHaveLength(MAX_RECENT_RECORDS);
    expect(recent()[0]).toEqual(one(String(MAX_RECENT_RECORDS - 1)));
  });

  test("are forgotten one by one; with the last goes the preference", () => {
    const { forget, recent, preferences, chosen } = open([one("a"), one("b"), one("a", "loans")]);
    act(() => forget(one("none")));
    expect(chosen).not.toHaveBeenCalled();
    act(() => forget(one("a")));
    expect(recent()).toEqual([one("b"), one("a", "loans")]);
    act(() => {
      forget(one("b"));
      forget(one("a", "loans"));
    });
    expect([recent(), preferences.get()]).toEqual([[], {}]);
  });

  test("are read without what makes no sense", () => {
    expect(open("text").recent()).toEqual([]);
    const { recent } = open([one("a"), { entity: "books" }, { id: "a" }, { entity: 1, id: "a" }, null, "x"]);
    expect(recent()).toEqual([one("a")]);
  });
});

describe("the records that a widget reads", () => {
  const say = makeSay({ "network.unknown": "unknown error" });
  const callable = (id: string) => ({
    endpoints: { list: `/rest/${id}`, record: `/rest/${id}/{id}` },
    listKey: id,
  });
  const view = {
    entities: [
      { access: "full", entity: { id: "books", ...callable("books") } },
      { access: "reference", id: "members", ...callable("members") },
    ],
    limits: { optionsPageSize: 7 },
  } as unknown as AppView;
  const error = (status: number) => new Response(JSON.stringify({ message: "refused" }), { status });
  const sourceOf = (answer: () => Promise<Response>) => {
    const { client, requests } = setUp(answer);
    return { source: makeReferenceSource(client, () => ({ view, say })), requests };
  };

  test("are asked for by page, a page's size, search and order", async () => {
    const { source, requests } = sourceOf(
      async () => new Response(JSON.stringify({ books: [], members: [], total: 0 })),
    );
    await source.listReferences({ entity: "books", page: 2 });
    await source.listReferences({
      entity: "members",
      page: 1,
      search: "a",
      sortField: "name",
      sortOrder: "desc",
    });
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/rest/books?page=2&limit=7&nameQuery=&sortField=&sortOrder=",
      "/api/rest/members?page=1&limit=7&nameQuery=a&sortField=name&sortOrder=desc",
    ]);
    await expect(source.listReferences({ entity: "loans", page: 1 })).rejects.toThrow(
      'This account cannot read the records of "loans".',
    );
  });

  test("are none where there is none; other refusals are failures with the server's message", async () => {
    expect(await sourceOf(async () => error(404)).source.getReference("books", "b1")).toBeUndefined();
    const failing = sourceOf(async () => error(403)).source;
    for (const asked of [
      failing.getReference("books", "b1"),
      failing.listReferences({ entity: "books", page: 1 }),
    ]) {
      const failure = await asked.catch((thrown: unknown) => thrown);
      expect(failure).toBeInstanceOf(FieldFailure);
      expect(failure).toMatchObject({ message: "refused", cause: { status: 403 } });
    }
  });

  test("that nobody waits for any more are an AbortError, whatever the reason", async () => {
    const reason = new ApiFailure("answer", "refused", { status: 500 });
    const ended = AbortSignal.abort("left");
    await expect(withFieldFailure(Promise.reject(reason), say, ended)).rejects.toMatchObject({
      name: "AbortError",
    });
    const abort = new DOMException("x", "AbortError");
    await expect(withFieldFailure(Promise.reject(abort), say)).rejects.toBe(abort);
    const bug = new TypeError("bug");
    const open = new AbortController();
    await expect(withFieldFailure(Promise.reject(bug), say, open.signal)).rejects.toBe(bug);
    const failure = withFieldFailure(Promise.reject(reason), say, open.signal);
    await expect(failure).rejects.toMatchObject({ name: "FieldFailure", cause: reason });
    expect(await withFieldFailure(Promise.resolve(5), say, ended)).toBe(5);
  });
});
