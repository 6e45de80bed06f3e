import { act, cleanup, render, screen } from "@testing-library/react";
import { type ReactNode, StrictMode, useState } from "react";
import { SWRConfig } from "swr";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FieldFailure, type FieldHost, type ReferencePage } from "../../src/plugin/host.ts";
import { HostContext } from "../../src/plugin/use-host.ts";
import { useReferencePages, useReferenceRecord } from "../../src/plugin/use-reference.ts";
import { storedRecord } from "../../src/workbench/harness/given-references.ts";
import { makeAnsweringHost } from "../../src/workbench/harness/recording-host.ts";

/** A request as the host heard it, answered when the test says so. */
interface Heard {
  readonly what: string;
  readonly signal: AbortSignal | undefined;
  answer(): Promise<void>;
  fail(error: Error): Promise<void>;
}

const said: string[] = [];
beforeEach(() => {
  said.length = 0;
  for (const kind of ["error", "warn", "log"] as const)
    vi.spyOn(console, kind).mockImplementation((...all) => said.push(all.join(" ")));
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  expect(said).toEqual([]);
});

const author = (id: string) => storedRecord({ _id: id, name: `Author ${id}` });

async function start(first: ReactNode, { deaf = false } = {}) {
  const heard: Heard[] = [];
  const hear = <Answer,>(what: string, signal: AbortSignal | undefined, answer: Answer) =>
    new Promise<Answer>((resolve, reject) => {
      if (!deaf) signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      heard.push({
        what,
        signal,
        answer: () => act(async () => resolve(answer)),
        fail: (error) => act(async () => reject(error)),
      });
    });
  const own: Partial<FieldHost> = {
    getReference: (_, id, signal) => hear(id, signal, author(id)),
    listReferences: ({ search = "", page }, signal) =>
      hear<ReferencePage>(`"${search}" ${page}`, signal, {
        records: [author(`${search}${page}`)],
        total: 2,
      }),
  };
  const form = {
    getRecord: () => ({}),
    subscribeRecord: () => () => {},
    holdUntilSave() {},
    onRestored: () => () => {},
    field: () => ({ label: "Author" }),
  };
  const host = makeAnsweringHost({ own }, form);
  const cache = new Map();
  let show: (next: ReactNode) => void = () => {};
  function Page() {
    // Not at once: under StrictMode SWR forgets the requests of those that were mounted together with their cache.
    const [shown, setShown] = useState<ReactNode>(null);
    show = setShown;
    return shown;
  }
  render(
    <StrictMode>
      <SWRConfig value={{ provider: () => cache }}>
        <HostContext value={host}>
          <Page />
        </HostContext>
      </SWRConfig>
    </StrictMode>,
  );
  await act(async () => show(first));
  return {
    heard,
    asked: () => heard.map(({ what }) => what),
    aborted: () => heard.filter(({ signal }) => signal?.aborted === true).map(({ what }) => what),
    /** What went wrong, as the cache keeps it. */
    errors: () => [...cache.values()].flatMap(({ error }) => (error === undefined ? [] : [String(error)])),
    show: (next: ReactNode) => act(async () => show(next)),
  };
}

function Author({ id, name = "one" }: { readonly id: string; readonly name?: string }) {
  const { status, record, error } = useReferenceRecord("authors", id);
  return (
    <p aria-label={name} role="note">
      {status} {String(record?.name)} {error?.message}
    </p>
  );
}

function Authors({ search }: { readonly search: string | undefined }) {
  const pages = useReferencePages(search === undefined ? undefined : { entity: "authors", search });
  return (
    <p aria-label="pages" role="note">
      {pages.loading ? "loading" : pages.records.map(({ _id }) => _id).join(" ")} {pages.error?.message}
      <button type="button" onClick={pages.loadMore}>
        more
      </button>
      <button type="button" onClick={pages.retry}>
        retry
      </button>
    </p>
  );
}

const text = (name = "one") => screen.getByRole("note", { name }).textContent?.trim();

describe("a record", () => {
  test("is asked for once under StrictMode, and its request lives", async () => {
    const { asked, aborted, heard, errors } = await start(<Author id="a" />);
    await act(async () => {});
    expect(asked()).toEqual(["a"]);
    expect(aborted()).toEqual([]);
    await heard[0]?.answer();
    expect(text()).toBe("found Author a");
    expect(errors()).toEqual([]);
  });

  test("is aborted with its widget, without an error in the cache, and asked for anew by the next", async () => {
    const { asked, aborted, heard, errors, show } = await start(<Author id="a" />);
    await show(null);
    expect(aborted()).toEqual(["a"]);
    expect(errors()).toEqual([]);
    await show(<Author id="a" />);
    expect(text()).toBe("loading undefined");
    expect(asked()).toEqual(["a", "a"]);
    expect(aborted()).toEqual(["a"]);
    await heard[1]?.answer();
    expect(text()).toBe("found Author a");
  });

  test("is aborted when the widget asks for another one", async () => {
    const { asked, aborted, heard, show } = await start(<Author id="a" />);
    await show(<Author id="b" />);
    expect(asked()).toEqual(["a", "b"]);
    expect(aborted()).toEqual(["a"]);
    await heard[1]?.answer();
    expect(text()).toBe("found Author b");
  });

  test("that two widgets show is one request, which lives while one of them does", async () => {
    const one = <Author key="one" id="a" />;
    const other = <Author key="other" id="a" name="other" />;
    const { asked, aborted, heard, show } = await start([one, other]);
    await show([other]);
    expect(asked()).toEqual(["a"]);
    expect(aborted()).toEqual([]);
    await heard[0]?.answer();
    expect(text("other")).toBe("found Author a");
    await show(null);
    expect(aborted()).toEqual([]);
  });

  test("moves to another widget in one step without being asked for again", async () => {
    const { asked, aborted, heard, show } = await start(<Author key="one" id="a" />);
    await show(<Author key="other" id="a" />);
    await heard[0]?.answer();
    expect([asked(), aborted()]).toEqual([["a"], []]);
    expect(text()).toBe("found Author a");
  });

  test("an answer that comes in spite of the abort is not taken for that of the next request", async () => {
    const { heard, errors, show } = await start(<Author id="a" />, { deaf: true });
    await show(null);
    await show(<Author id="a" />);
    await heard[0]?.fail(new Error("late"));
    expect(text()).toBe("loading undefined");
    await heard[1]?.answer();
    expect(text()).toBe("found Author a");
    expect(errors()).toEqual([]);
  });

  test("that failed says why, and stays failed for those who show it", async () => {
    const { heard, errors } = await start(<Author id="a" />);
    await heard[0]?.fail(new FieldFailure("no answer"));
    expect(text()).toBe("failed undefined no answer");
    expect(errors()).toEqual(["FieldFailure: no answer"]);
  });

  test("is shown from the cache at once and asked for again; what was known survives an abort", async () => {
    vi.useFakeTimers();
    try {
      const { asked, aborted, heard, errors, show } = await start(<Author id="a" />);
      await heard[0]?.answer();
      await show(null);
      // Past the time in which SWR takes two requests for one.
      await act(() => vi.advanceTimersByTimeAsync(5000));
      await show(<Author id="a" />);
      expect(text()).toBe("found Author a");
      await act(() => vi.advanceTimersByTimeAsync(100));
      expect(asked()).toEqual(["a", "a"]);
      await show(null);
      expect(aborted()).toEqual(["a"]);
      expect(errors()).toEqual([]);
      await show(<Author id="a" />);
      expect(text()).toBe("found Author a");
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("pages", () => {
  test("page 1 is aborted when the search changes, and when nothing is asked for any more", async () => {
    const { asked, aborted, heard, errors, show } = await start(<Authors search="" />);
    await show(<Authors search="x" />);
    expect(asked()).toEqual(['"" 1', '"x" 1']);
    expect(aborted()).toEqual(['"" 1']);
    await show(<Authors search={undefined} />);
    expect(aborted()).toEqual(['"" 1', '"x" 1']);
    await show(<Authors search="x" />);
    await heard[2]?.answer();
    expect(text("pages")).toContain("x1");
    expect(errors()).toEqual([]);
  });

  test("a further page is aborted with its widget", async () => {
    const { aborted, heard, show } = await start(<Authors search="" />);
    await heard[0]?.answer();
    act(() => screen.getByRole("button", { name: "more" }).click());
    await show(null);
    expect(aborted()).toEqual(['"" 2']);
  });

  test("another try while page 1 is on its way takes the later answer alone", async () => {
    const { asked, aborted, heard, errors } = await start(<Authors search="" />);
    await act(async () => screen.getByRole("button", { name: "retry" }).click());
    expect(asked()).toEqual(['"" 1', '"" 1']);
    expect(aborted()).toEqual(['"" 1']);
    await heard[1]?.answer();
    expect(text("pages")).toContain("1");
    expect(errors()).toEqual([]);
  });
});
