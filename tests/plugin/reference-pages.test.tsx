import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { describe, expect, test } from "vitest";
import type { ReferencePage, ReferencePagesQuery } from "../../src/plugin/host.ts";
import { HostContext } from "../../src/plugin/use-host.ts";
import { useReferencePages, useReferenceRecord } from "../../src/plugin/use-reference.ts";
import { storedRecord } from "../../src/workbench/harness/given-references.ts";
import { makeAnsweringHost } from "../../src/workbench/harness/recording-host.ts";
import { comeBack } from "../admin/come-back.ts";

const form = {
  getRecord: () => ({}),
  subscribeRecord: () => () => {},
  holdUntilSave() {},
  onRestored: () => () => {},
  field: () => ({ label: "Author" }),
};
const records = (...ids: readonly string[]) => ids.map((_id) => storedRecord({ _id, name: _id }));
const page = (ids: readonly string[], total?: number): ReferencePage => ({ records: records(...ids), total });

interface Asked {
  readonly page: number;
  answer(with_: ReferencePage): Promise<void>;
  fail(cause: unknown): Promise<void>;
}

/** The pages of a query with two records each, answered by hand. */
function open(first: ReferencePagesQuery | undefined = { entity: "authors" }) {
  const asked: Asked[] = [];
  const host = makeAnsweringHost(
    {
      pageSize: 2,
      own: {
        listReferences: ({ page: number }) =>
          new Promise((resolve, reject) => {
            asked.push({
              page: number,
              answer: (found) => act(async () => resolve(found)),
              fail: (cause) => act(async () => reject(cause)),
            });
          }),
      },
    },
    form,
  );
  const cache = new Map();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <SWRConfig value={{ provider: () => cache, dedupingInterval: 0 }}>
      <HostContext value={host}>{children}</HostContext>
    </SWRConfig>
  );
  const { result, rerender } = renderHook(
    (query: ReferencePagesQuery | undefined) => useReferencePages(query),
    {
      wrapper,
      initialProps: first,
    },
  );
  return {
    asked,
    rerender,
    now() {
      const { records, loadMore: _, retry: __, ...state } = result.current;
      return { ids: records.map(({ _id }) => _id).join(), ...state };
    },
    more: () => act(async () => result.current.loadMore()),
    retry: () => act(async () => result.current.retry()),
  };
}

const IDLE = {
  loading: false,
  error: undefined,
  hasMore: false,
  loadingMore: false,
  moreError: undefined,
};

describe("the pages of another entity's records", () => {
  test("are none without a query, and none are loaded", async () => {
    const { asked, now, more, rerender } = open();
    rerender(undefined);
    await act(async () => {});
    expect(now()).toEqual({ ids: "", ...IDLE });
    await more();
    expect(asked.map(({ page }) => page)).toEqual([1]);
  });

  test("come one after the other, each record once, as long as there are more than were loaded", async () => {
    const { asked, now, more } = open();
    expect(now()).toEqual({ ids: "", ...IDLE, loading: true });
    await more();
    await asked[0]?.answer(page(["a", "b"], 5));
    expect(now()).toEqual({ ids: "a,b", ...IDLE, hasMore: true });
    await more();
    expect(now()).toEqual({ ids: "a,b", ...IDLE, hasMore: true, loadingMore: true });
    await more();
    await asked[1]?.answer(page(["b", "c"], 5));
    expect(now()).toEqual({ ids: "a,b,c", ...IDLE, hasMore: true });
    await more();
    await asked[2]?.answer(page(["d"], 5));
    expect(now()).toEqual({ ids: "a,b,c,d", ...IDLE });
    await more();
    expect(asked.map(({ page }) => page)).toEqual([1, 2, 3]);
  });

  test.each([
    ["a full page without a total", page(["a", "b"]), true],
    ["a page that is not full without a total", page(["a"]), false],
    ["as many as there are", page(["a", "b"], 2), false],
    ["one less than there are", page(["a", "b"], 3), true],
    ["an empty page, whatever the total", page([], 3), false],
    ["an empty page without a total", page([]), false],
  ])("after %s are there more: %#", async (_, answer, hasMore) => {
    const { asked, now } = open();
    await asked[0]?.answer(answer);
    expect(now().hasMore).toBe(hasMore);
  });

  test("that fail say why, keep what is there, and are tried again", async () => {
    const { asked, now, more } = open();
    await asked[0]?.answer(page(["a", "b"], 3));
    await more();
    await asked[1]?.fail("no text");
    const failed = { ids: "a,b", ...IDLE, hasMore: true, moreError: new Error("no text") };
    expect(now()).toEqual(failed);
    await more();
    expect(now()).toEqual({ ...failed, loadingMore: true, moreError: undefined });
    const error = new TypeError("of the host");
    await asked[2]?.fail(error);
    expect(now().moreError).toBe(error);
    await more();
    await asked[3]?.answer(page(["c"], 3));
    expect([now(), asked.map(({ page }) => page)]).toEqual([{ ids: "a,b,c", ...IDLE }, [1, 2, 2, 2]]);
  });

  test("of which the first fails are loading again while that is tried again", async () => {
    const { asked, now, retry } = open();
    const error = new Error("no answer");
    await asked[0]?.fail(error);
    expect(now()).toEqual({ ids: "", ...IDLE, error });
    await retry();
    expect(now()).toEqual({ ids: "", ...IDLE, loading: true });
    await asked[1]?.answer(page(["a"], 1));
    expect(now()).toEqual({ ids: "a", ...IDLE });
  });

  test("are not asked for anew because the person or the line comes back", async () => {
    const { asked } = open();
    await asked[0]?.answer(page(["a"], 1));
    await comeBack();
    expect(asked).toHaveLength(1);
  });

  test("of another query begin anew; a late answer to the earlier one is not shown", async () => {
    const { asked, now, more, rerender } = open();
    await asked[0]?.answer(page(["a", "b"], 3));
    await more();
    rerender({ entity: "authors", search: "x" });
    await act(async () => {});
    await asked[2]?.answer(page(["x", "y"], 4));
    await asked[1]?.answer(page(["c"], 3));
    expect(now()).toEqual({ ids: "x,y", ...IDLE, hasMore: true });
    await more();
    await asked[3]?.answer(page(["z"], 4));
    expect([now().ids, asked.map(({ page }) => page)]).toEqual(["x,y,z", [1, 2, 1, 2]]);
  });
});

describe("a record of another entity", () => {
  const wrapper = (getReference: () => Promise<ReturnType<typeof storedRecord> | undefined>) => {
    const host = makeAnsweringHost({ own: { getReference } }, form);
    const cache = new Map();
    return ({ children }: { readonly children: ReactNode }) => (
      <SWRConfig value={{ provider: () => cache, dedupingInterval: 0 }}>
        <HostContext value={host}>{children}</HostContext>
      </SWRConfig>
    );
  };

  test.each([undefined, null, ""])("is none for the id %j, and none is asked for", async (id) => {
    let asked = 0;
    const { result } = renderHook(() => useReferenceRecord("authors", id), {
      wrapper: wrapper(async () => {
        asked += 1;
        return undefined;
      }),
    });
    await act(async () => {});
    expect([asked, result.current]).toMatchObject([
      0,
      { status: "none", record: undefined, error: undefined },
    ]);
  });

  test("is gone where there is none, and loading while a failure is tried again", async () => {
    let answer: () => Promise<ReturnType<typeof storedRecord> | undefined> = () =>
      Promise.reject(new Error("no"));
    const { result } = renderHook(() => useReferenceRecord("authors", "a"), {
      wrapper: wrapper(() => answer()),
    });
    await act(async () => {});
    expect(result.current).toMatchObject({ status: "failed", error: { message: "no" } });
    let end: () => void = () => {};
    answer = () =>
      new Promise((resolve) => {
        end = () => resolve(undefined);
      });
    await act(async () => result.current.retry());
    expect(result.current).toMatchObject({ status: "loading", error: undefined });
    await act(async () => end());
    expect(result.current).toMatchObject({ status: "gone", record: undefined });
  });
});
