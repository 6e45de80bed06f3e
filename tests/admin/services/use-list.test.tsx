import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type App, AppContext } from "../../../src/admin/services/app-context.tsx";
import { makeChanges } from "../../../src/admin/services/changes.ts";
import { useList, useOutdateLists } from "../../../src/admin/services/use-list.ts";
import type { ListQuery } from "../../../src/wire/list-query.ts";
import { comeBack } from "../come-back.ts";
import { STORED } from "../form/open-form.tsx";
import { servicesWith, waitingAnswers } from "./services-with.tsx";

const BOOKS = { endpoints: { list: "/rest/books", record: "/rest/books/{id}" }, listKey: "books" };
const ALL: ListQuery = { page: 1, limit: 2, nameQuery: "", sortField: "", sortOrder: "" };
const app = { view: { entities: [] } } as unknown as App;

/** A page of a list whose answers the test gives. */
function open() {
  const changes = makeChanges(async () => undefined);
  const { asked, answer } = waitingAnswers();
  const { wrapper: Inner } = servicesWith(answer, changes);
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <AppContext value={app}>
      <Inner>{children}</Inner>
    </AppContext>
  );
  const { result, rerender } = renderHook(
    (query: ListQuery) => ({ list: useList(BOOKS, query), outdate: useOutdateLists() }),
    { wrapper, initialProps: ALL },
  );
  return {
    asked,
    go: async (page: number) => {
      rerender({ ...ALL, page });
      await act(async () => {});
    },
    outdate: (deleted?: string) => act(async () => void result.current.outdate(deleted)),
    reload: () => act(async () => void result.current.list.reload().catch(() => undefined)),
    /** Others have changed one of the books, and their list is asked for at once. */
    async told() {
      vi.spyOn(Math, "random").mockReturnValue(0);
      const before = asked.length;
      act(() => changes.tell({ position: 1, all: true }));
      await waitFor(() => expect(asked).toHaveLength(before + 1));
    },
    give: (
      status: number,
      ids: readonly string[],
      counted: object = { total: ids.length },
      at = asked.length - 1,
    ) =>
      act(async () => {
        const records = ids.map((_id) => ({ ...STORED, updatedById: null, _id }));
        asked[at]?.give(status, { books: records, ...counted });
        // Its body is read.
        await new Promise((resolve) => setTimeout(resolve, 1));
      }),
    now() {
      const { answer, failure, isStale, isLoading, isTold } = result.current.list;
      return {
        ids: answer?.records.map(({ _id }) => _id).join(),
        total: answer?.total,
        hasFailed: failure !== undefined,
        isStale,
        isLoading,
        isTold,
      };
    },
  };
}

const SHOWN = { hasFailed: false, isStale: false, isLoading: false, isTold: false };

describe("a list", () => {
  test("is loading until it is there; the page before it stays, as a stale one, until the next is", async () => {
    const { now, give, go, asked } = open();
    expect(now()).toEqual({ ...SHOWN, ids: undefined, total: undefined, isLoading: true });
    await give(200, ["a", "b"], { total: 3 });
    expect(now()).toEqual({ ...SHOWN, ids: "a,b", total: 3 });
    await go(2);
    expect(now()).toEqual({ ...SHOWN, ids: "a,b", total: 3, isStale: true });
    await give(200, ["c"], { total: 3 });
    expect(now()).toEqual({ ...SHOWN, ids: "c", total: 3 });
    // What is known is shown at once, while it is fetched anew.
    await go(1);
    expect([now(), asked.length]).toEqual([{ ...SHOWN, ids: "a,b", total: 3, isStale: true }, 3]);
    await give(200, ["a"], { total: 1 });
    expect(now()).toEqual({ ...SHOWN, ids: "a", total: 1 });
  });

  test("without rows is loading whenever it waits", async () => {
    const { now, give, reload } = open();
    await give(200, []);
    expect(now()).toEqual({ ...SHOWN, ids: "", total: 0 });
    await reload();
    expect(now()).toEqual({ ...SHOWN, ids: "", total: 0, isLoading: true });
  });

  test("that could not be fetched has failed, and is loading once it is tried again", async () => {
    const { now, give, reload } = open();
    await give(500, []);
    expect(now()).toEqual({ ...SHOWN, ids: undefined, total: undefined, hasFailed: true });
    await reload();
    expect(now()).toMatchObject({ hasFailed: true, isLoading: true, isStale: false });
    await give(200, ["a"]);
    expect(now()).toEqual({ ...SHOWN, ids: "a", total: 1 });
    await reload();
    await give(500, []);
    expect(now()).toMatchObject({ ids: "a", hasFailed: true, isLoading: false, isStale: false });
  });

  test.each([
    ["is one less", { total: 5 }, 4],
    ["stays where more are known of than were counted", { total: 5, totalIsMore: true }, 5],
    ["stays unknown", {}, undefined],
    ["of none stays none", { total: 0 }, 0],
  ])("is without a deleted record at once; its total %s", async (_, counted, total) => {
    const { now, give, outdate, asked } = open();
    await give(200, ["a", "b"], counted);
    await outdate("a");
    expect([now(), asked.length]).toEqual([{ ...SHOWN, ids: "b", total, isStale: true }, 2]);
    await give(200, ["b", "c"], counted);
    expect(now().ids).toBe("b,c");
  });

  test("is fetched anew after a write, as it is where nothing of it was deleted", async () => {
    const { now, give, outdate, asked } = open();
    await give(200, ["a"], { total: 5 });
    await outdate("other");
    expect([now(), asked.length]).toEqual([{ ...SHOWN, ids: "a", total: 5, isStale: true }, 2]);
    await give(200, ["a"], { total: 5 });
    await outdate();
    expect([now(), asked.length]).toEqual([{ ...SHOWN, ids: "a", total: 5, isStale: true }, 3]);
    // One that fails is told of by the list that is shown.
    await give(500, []);
    expect(now()).toMatchObject({ ids: "a", hasFailed: true });
  });

  test("is not fetched anew because the person comes back to its window, or the line does", async () => {
    const { give, asked } = open();
    await give(200, ["a"]);
    await comeBack();
    expect(asked).toHaveLength(1);
  });

  test("that others have changed is fetched quietly, and known to be told", async () => {
    const { now, give, told } = open();
    await give(200, ["a"]);
    await told();
    expect(now()).toEqual({ ...SHOWN, ids: "a", total: 1 });
    await give(200, ["a", "b"]);
    expect(now()).toEqual({ ...SHOWN, ids: "a,b", total: 2, isTold: true });
  });

  test("is not taken back by what was asked for before the person's own answer, whichever comes first", async () => {
    const first = open();
    await first.give(200, ["a"]);
    await first.told();
    await first.reload();
    await first.give(200, ["told"], { total: 1 }, 1);
    expect(first.now()).toMatchObject({ ids: "a", isTold: false });
    await first.give(200, ["own"], { total: 1 }, 2);
    expect(first.now()).toMatchObject({ ids: "own", isTold: false });
    const second = open();
    await second.give(200, ["a"]);
    await second.told();
    await second.reload();
    await second.give(200, ["own"], { total: 1 }, 2);
    await second.give(200, ["told"], { total: 1 }, 1);
    expect(second.now()).toMatchObject({ ids: "own", isTold: false });
  });
});

afterEach(() => void vi.restoreAllMocks());
