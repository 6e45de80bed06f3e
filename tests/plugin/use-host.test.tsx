import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { makeObservable } from "../../src/admin/api/observable.ts";
import type { Json, RecordData } from "../../src/model/record.ts";
import type { PendingWork, PrepareContext } from "../../src/plugin/host.ts";
import { HostContext, useHost, usePendingWork, useRecord, useSibling } from "../../src/plugin/use-host.ts";
import { makeAnsweringHost } from "../../src/workbench/harness/recording-host.ts";

const CONTEXT: PrepareContext = { signal: new AbortController().signal, progress() {} };

function open(first: RecordData = {}) {
  const record = makeObservable(first);
  const held: (PendingWork<Json> | undefined)[] = [];
  const restores = new Set<(draft: unknown) => void>();
  const host = makeAnsweringHost(
    {},
    {
      getRecord: record.get,
      subscribeRecord: record.subscribe,
      holdUntilSave: (work) => held.push(work),
      onRestored(restore) {
        restores.add(restore);
        return () => restores.delete(restore);
      },
      field: () => ({ label: "Field" }),
    },
  );
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <HostContext value={host}>{children}</HostContext>
  );
  return {
    record,
    held,
    host,
    wrapper,
    restore: (draft: unknown) => [...restores].map((one) => one(draft)),
    restores,
  };
}

describe("pending work", () => {
  interface Given {
    readonly work: PendingWork<string> | undefined;
    readonly restore?: (draft: unknown) => void;
  }
  function hold(first: Given) {
    const opened = open();
    const { rerender, unmount } = renderHook(({ work, restore }: Given) => usePendingWork(work, restore), {
      wrapper: opened.wrapper,
      initialProps: first,
    });
    const last = () => opened.held.at(-1);
    return { ...opened, rerender, unmount, last, show: (work: Given["work"]) => rerender({ work }) };
  }
  const work = (text: string, more: Partial<PendingWork<string>> = {}): PendingWork<string> => ({
    prepare: async () => text,
    ...more,
  });

  test("is held with what it says of itself, and no more", () => {
    const { last, show } = hold({ work: work("a") });
    expect(Object.keys(last() ?? {}).sort()).toEqual(["failed", "left", "prepare", "saved"]);
    const draft = { files: [] };
    show(work("b", { draft, standIn: "b.png", patience: 5 }));
    expect(last()).toMatchObject({ draft, standIn: "b.png", patience: 5 });
  });

  test("is held anew only where that changes; its functions are those of the latest render", async () => {
    const heard: string[] = [];
    const draft = {};
    const given = { draft, standIn: "a.png", patience: 5 };
    const { held, show, last } = hold({ work: work("first", given) });
    show(
      work("second", {
        ...given,
        saved: () => heard.push("saved"),
        failed: () => heard.push("failed"),
        left: () => heard.push("left"),
      }),
    );
    expect(held).toHaveLength(1);
    expect(await last()?.prepare(CONTEXT)).toBe("second");
    last()?.saved?.();
    last()?.failed?.();
    last()?.left?.();
    expect(heard).toEqual(["saved", "failed", "left"]);
    show(work("third", { ...given, standIn: "b.png" }));
    show(work("third", { ...given, standIn: "b.png", patience: 6 }));
    show(work("third", { ...given, standIn: "b.png", patience: 6, draft: {} }));
    expect(held).toHaveLength(4);
    // Without them nothing happens.
    last()?.saved?.();
    last()?.failed?.();
    last()?.left?.();
    expect(heard).toHaveLength(3);
  });

  test("is let go of once there is none, and when the widget goes", () => {
    const { held, show, unmount, last } = hold({ work: undefined });
    show(undefined);
    expect(held).toEqual([]);
    show(work("a"));
    const before = last();
    show(undefined);
    expect(held.slice(1)).toEqual([undefined]);
    expect(() => before?.prepare(CONTEXT)).toThrow("The pending work is gone.");
    before?.saved?.();
    show(work("b"));
    unmount();
    expect(held.map((one) => one !== undefined)).toEqual([true, false, true, false]);
  });

  test("of an earlier form is given to the latest function that takes it, as long as the widget is there", () => {
    const given: unknown[] = [];
    const { rerender, restore, restores, unmount } = hold({ work: undefined });
    restore("nobody takes it");
    rerender({ work: undefined, restore: (draft) => given.push(draft) });
    restore("draft");
    expect([given, restores.size]).toEqual([["draft"], 1]);
    unmount();
    expect(restores.size).toBe(0);
  });
});

test("the record and one field of it are followed, the field alone where that changes", () => {
  const { record, wrapper } = open({ title: "Gulls", place: { city: "Taipei" } });
  let draws = 0;
  const city = renderHook(
    () => {
      draws += 1;
      return useSibling("place.city");
    },
    { wrapper },
  );
  const whole = renderHook(() => useRecord(), { wrapper });
  expect([city.result.current, whole.result.current]).toEqual(["Taipei", record.get()]);
  const before = draws;
  act(() => record.set({ ...record.get(), title: "Terns" }));
  expect([whole.result.current.title, draws]).toEqual(["Terns", before]);
  act(() => record.set({ place: { city: "Tainan" } }));
  expect(city.result.current).toBe("Tainan");
});

test("outside of a form there is no host", () => {
  expect(() => renderHook(() => useHost())).toThrow("A widget was rendered outside a host.");
});
