import { act, renderHook } from "@testing-library/react";
import { describe, expect, test } from "vitest";
import type { VersionedRecord } from "../../../../src/admin/api/records.ts";
import { numberOf, useNewer } from "../../../../src/admin/form/live/use-newer.ts";
import { makeChanges } from "../../../../src/admin/services/changes.ts";
import type { ChangesMessage } from "../../../../src/wire/changes.ts";
import { servicesWith, waitingAnswers } from "../../services/services-with.tsx";
import { library } from "../library.ts";
import { STORED } from "../open-form.tsx";

const config = await library();
const books = config.entities.get("books");
if (books === undefined) throw new Error("no books");
const PLACE = { entity: "books", _id: STORED._id };
const record = { ...STORED, updatedById: null };
const GONE = { status: "error", errorCode: "NOT_FOUND", message: "gone", operation: "test" };

interface Given {
  readonly seen: VersionedRecord | undefined;
  readonly isQuiet?: boolean;
}

function open({ seen, isQuiet = false }: Given, before?: number) {
  const changes = makeChanges(async () => undefined);
  const tell = (message: Partial<ChangesMessage>) => changes.tell({ position: 1, ...message });
  if (before !== undefined) tell({ records: [{ ...PLACE, version: before }] });
  const { asked, answer } = waitingAnswers();
  const { wrapper, requests } = servicesWith(answer, changes);
  const initialProps: Given = { seen, isQuiet };
  const { result, rerender, unmount } = renderHook(
    ({ seen, isQuiet = false }: Given) => useNewer(books ?? never(), seen, isQuiet),
    { wrapper, initialProps },
  );
  return {
    asked,
    rerender,
    unmount,
    tell: (message: Partial<ChangesMessage>) => act(async () => tell(message)),
    told: () => act(async () => tell({ records: [{ ...PLACE, version: 9 }] })),
    give: (...answered: Parameters<(typeof asked)[number]["give"]>) =>
      act(async () => {
        asked.at(-1)?.give(...answered);
        // Its body is read.
        await new Promise((resolve) => setTimeout(resolve));
      }),
    found: () => result.current,
    version: () => (result.current === "gone" ? "gone" : result.current?.version),
    aborted: () => requests.map(({ init }) => init.signal?.aborted),
  };
}

function never(): never {
  throw new Error("no books");
}

const FIRST: VersionedRecord = { record, version: '"1"' };

describe("the open record", () => {
  test.each([
    ["a change of it", { records: [{ ...PLACE, version: 2 }] }, 1],
    ["a change of its entity's lists", { lists: ["loans", "books"] }, 1],
    ["more changes than are told one by one", { all: true }, 1],
    ["another record", { records: [{ ...PLACE, _id: "other", version: 2 }] }, 0],
    ["a record of another entity with its id", { records: [{ ...PLACE, entity: "loans", version: 2 }] }, 0],
    ["other lists", { lists: ["loans"] }, 0],
    ["nothing", {}, 0],
  ] satisfies [string, Partial<ChangesMessage>, number][])(
    "told of %s, is read so often: %#",
    async (_, message, times) => {
      const { tell, asked } = open({ seen: FIRST });
      await tell(message);
      expect(asked).toHaveLength(times);
    },
  );

  test("that others have changed is what was found, until the form has it", async () => {
    const { told, give, version, rerender } = open({ seen: FIRST });
    await told();
    expect(version()).toBeUndefined();
    await give(200, record, '"2"');
    expect(version()).toBe('"2"');
    rerender({ seen: { record, version: '"2"' } });
    expect(version()).toBeUndefined();
    rerender({ seen: undefined });
    expect(version()).toBeUndefined();
  });

  test.each([
    ["the same version", '"1"', {}, undefined],
    ["an earlier version", '"0"', {}, undefined],
    ["a version of two digits", 'W/"10"', {}, 'W/"10"'],
  ])("found in %s: %#", async (_, etag, changes, found) => {
    const { told, give, version } = open({ seen: FIRST });
    await told();
    await give(200, { ...record, ...changes }, etag);
    expect(version()).toBe(found);
  });

  test("whose answers have no version is another when it was updated at another time", async () => {
    const { told, give, found } = open({ seen: { record, version: undefined } });
    await told();
    await give(200, record);
    expect(found()).toBeUndefined();
    await told();
    await give(200, { ...record, updatedAt: "2026-09-09T00:00:00.000Z" }, '"2"');
    expect(found()).toMatchObject({ record: { updatedAt: "2026-09-09T00:00:00.000Z" } });
  });

  test("is gone where there is none, and as it was where it cannot be read", async () => {
    const { told, give, version } = open({ seen: FIRST });
    await told();
    await give(500, {});
    expect(version()).toBeUndefined();
    await told();
    await give(404, { ...GONE, errorCode: "OTHER" });
    expect(version()).toBeUndefined();
    await told();
    await give(404, GONE);
    expect(version()).toBe("gone");
    await told();
    await give(200, record, '"2"');
    expect(version()).toBe('"2"');
  });

  test("is read once more where it changes while it is read", async () => {
    const { told, give, asked, version } = open({ seen: FIRST });
    await told();
    await told();
    await told();
    expect(asked).toHaveLength(1);
    await give(200, record, '"2"');
    expect([asked.length, version()]).toEqual([2, '"2"']);
    await give(200, record, '"3"');
    expect([asked.length, version()]).toEqual([2, '"3"']);
  });

  test.each([
    ["later", 2, FIRST, 1],
    ["the same", 1, FIRST, 1],
    ["earlier", 0, FIRST, 0],
    ["any, of a record without one", 0, { record, version: undefined }, 1],
  ])("is read at once where a version was told while it came that is %s: %#", (_, told, seen, times) => {
    expect(open({ seen }, told).asked).toHaveLength(times);
  });

  test("is not read for a new one, nor while the form changes it itself; what is under way is given up", async () => {
    const fresh = open({ seen: undefined });
    await fresh.told();
    const quiet = open({ seen: FIRST, isQuiet: true }, 5);
    await quiet.told();
    expect([fresh.asked, quiet.asked]).toEqual([[], []]);
    const { told, rerender, aborted, asked, unmount } = open({ seen: FIRST });
    await told();
    rerender({ seen: FIRST, isQuiet: true });
    expect(aborted()).toEqual([true]);
    rerender({ seen: { record, version: '"9"' } });
    expect(asked).toHaveLength(2);
    unmount();
    expect(aborted()).toEqual([true, true]);
    await told();
    expect(asked).toHaveLength(2);
  });
});

test("a version is the number in its ETag", () => {
  const of = (version: string | undefined) => numberOf({ record, version });
  expect([of('"12"'), of('W/"7"'), of("x"), of(undefined), numberOf(undefined)]).toEqual([
    12,
    7,
    undefined,
    undefined,
    undefined,
  ]);
});
