import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { makeSessionStore } from "../../../../src/admin/api/session-store.ts";
import { type DraftContent, makeDraftKeeper } from "../../../../src/admin/form/restore/draft-keeper.ts";
import { type DraftField, makeFormDrafts } from "../../../../src/admin/services/drafts.ts";
import { makeMemoryDrafts } from "../../../../src/admin/services/memory-drafts.ts";
import { makePlace } from "../../page.ts";
import { formField } from "../state/store-of.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const typed = (value: string, more: Partial<DraftField> = {}): DraftContent => ({
  fields: [{ ...formField("name"), value, was: null, ...more }],
  secrets: [],
});

/** A form in which something is typed, above a device that may be slow or full. */
function open(id = "own", store = makeMemoryDrafts()) {
  const drafts = makeFormDrafts({
    store,
    session: makeSessionStore(makePlace()),
    storage: makePlace().storage,
    now: Date.now,
  });
  const asked: string[] = [];
  const form = { content: undefined as DraftContent | undefined, failures: 0 };
  let gate: Promise<unknown> = Promise.resolve();
  const keeper = makeDraftKeeper({
    head: { account: "a", address: "/subjects/create" },
    newId: () => id,
    drafts: async () => ({
      ...drafts,
      async keep(draft) {
        asked.push(`keep ${draft.id} ${draft.fields.map(({ value }) => value).join()}`);
        await gate;
        await drafts.keep(draft);
      },
      async drop(id) {
        asked.push(`drop ${id}`);
        await drafts.drop(id);
      },
    }),
    read: () => form.content,
    onFailed: () => {
      form.failures += 1;
    },
  });
  return {
    keeper,
    store,
    asked,
    form,
    /** Something is typed. */
    type(content: DraftContent | undefined) {
      form.content = content;
      keeper.changed();
    },
    /** The next writes end when the answer is called. */
    slow() {
      let end = { resolve() {}, reject(_: Error) {} };
      gate = new Promise<void>((resolve, reject) => {
        end = { resolve, reject };
      });
      return end;
    },
    kept: async () => (await store.find("a", "/subjects/create")).map((draft) => draft.fields[0]?.value),
    claimed: async () => [...(await store.claimed())],
  };
}

describe("what is typed", () => {
  test("is written soon after the first key, once with all that was typed by then", async () => {
    const { type, asked, store, keeper } = open();
    type(typed("B"));
    await pass(149);
    expect(asked).toEqual([]);
    type(typed("Bi"));
    await pass(1);
    expect(asked).toEqual(["keep own Bi"]);
    const [draft] = await store.find("a", "/subjects/create");
    expect(draft).toMatchObject({
      id: "own",
      account: "a",
      address: "/subjects/create",
      typedAt: Date.now(),
    });
    expect(keeper.id()).toBe("own");
    await pass(1000);
    expect(asked).toHaveLength(1);
  });

  test("while a slow device still writes, waits for it, and is then written at once", async () => {
    const { type, asked, slow } = open();
    const first = slow();
    type(typed("B"));
    await pass(150);
    type(typed("Bi"));
    type(typed("Bir"));
    await pass(1000);
    expect(asked).toEqual(["keep own B"]);
    first.resolve();
    await pass(149);
    expect(asked).toHaveLength(1);
    await pass(1);
    expect(asked).toEqual(["keep own B", "keep own Bir"]);
    await pass(1000);
    expect(asked).toHaveLength(2);
  });

  test("and taken back is deleted, once", async () => {
    const { type, asked, kept } = open();
    type(undefined);
    await pass(150);
    expect(asked).toEqual([]);
    type(typed("B"));
    await pass(150);
    type(undefined);
    await pass(150);
    type(undefined);
    await pass(150);
    expect([asked, await kept()]).toEqual([["keep own B", "drop own"], []]);
  });

  const work = { files: [] };
  test.each<[string, DraftContent, DraftContent, boolean]>([
    ["the same", typed("B"), typed("B"), false],
    [
      "the same with the same work",
      typed("B", { pending: { work } }),
      typed("B", { pending: { work } }),
      false,
    ],
    [
      "what reads the same in place of a value",
      typed("B", { pending: { standIn: ["a"] } }),
      typed("B", { pending: { standIn: ["a"] } }),
      false,
    ],
    ["another value", typed("B"), typed("C"), true],
    ["another field", typed("B"), typed("B", { path: "other" }), true],
    [
      "one more field",
      typed("B"),
      { ...typed("B"), fields: [...typed("B").fields, ...typed("C").fields] },
      true,
    ],
    [
      "one field less",
      { ...typed("B"), fields: [...typed("B").fields, ...typed("C").fields] },
      typed("B"),
      true,
    ],
    ["another secret", typed("B"), { ...typed("B"), secrets: ["Password"] }, true],
    ["another version", typed("B"), { ...typed("B"), version: '"2"' }, true],
    ["other work", typed("B", { pending: { work } }), typed("B", { pending: { work: {} } }), true],
    ["work", typed("B"), typed("B", { pending: { work } }), true],
    [
      "another stand-in",
      typed("B", { pending: { standIn: "a" } }),
      typed("B", { pending: { standIn: "b" } }),
      true,
    ],
  ])("is written anew where it is %s: %#", async (_, before, after, isWritten) => {
    const { type, asked } = open();
    type(before);
    await pass(150);
    type(after);
    await pass(150);
    expect(asked).toHaveLength(isWritten ? 2 : 1);
  });

  test("is told of when it cannot be kept, and tried again with the next key", async () => {
    const { type, asked, slow, form, kept } = open();
    const full = slow();
    type(typed("B"));
    await pass(150);
    full.reject(new Error("full"));
    await pass(0);
    expect(form.failures).toBe(1);
    slow().resolve();
    type(typed("Bi"));
    await pass(150);
    expect([form.failures, asked, await kept()]).toEqual([1, ["keep own B", "keep own Bi"], ["Bi"]]);
  });
});

describe("a form that may be left", () => {
  test("writes at once what waits, and nothing where nothing does", async () => {
    const { type, keeper, asked, form, slow } = open();
    form.content = typed("B");
    keeper.flush();
    await pass(0);
    expect(asked).toEqual([]);
    const device = slow();
    type(typed("B"));
    keeper.flush();
    await pass(0);
    expect(asked).toEqual(["keep own B"]);
    // What waits for a slow device as well.
    type(typed("Bi"));
    keeper.flush();
    await pass(0);
    expect(asked).toEqual(["keep own B", "keep own Bi"]);
    device.resolve();
    await pass(1000);
    expect(asked).toHaveLength(2);
  });

  test("has its draft while it is open, and gives it away when it is closed", async () => {
    const { type, keeper, asked, claimed, kept } = open();
    type(typed("B"));
    expect(await claimed()).toEqual([]);
    await pass(150);
    expect(await claimed()).toEqual(["own"]);
    type(typed("Bi"));
    keeper.close();
    await pass(0);
    expect([asked.at(-1), await kept(), await claimed()]).toEqual(["keep own Bi", ["Bi"], []]);
    // As StrictMode does it: the form goes on.
    type(typed("Bir"));
    await pass(150);
    expect([await kept(), await claimed()]).toEqual([["Bir"], ["own"]]);
  });

  test("that ends deletes its draft, writes no more, and complains of nothing", async () => {
    const { type, keeper, asked, claimed, kept, slow, form } = open();
    type(typed("B"));
    await pass(150);
    const device = slow();
    type(typed("Bi"));
    await pass(150);
    type(typed("Bir"));
    keeper.end();
    device.reject(new Error("full"));
    await pass(1000);
    expect(asked).toEqual(["keep own B", "keep own Bi", "drop own"]);
    expect([await kept(), await claimed(), form.failures]).toEqual([[], [], 0]);
    type(typed("more"));
    keeper.flush();
    keeper.close();
    await pass(1000);
    expect(asked).toHaveLength(3);
  });

  test("of which nothing was kept has nothing to delete", async () => {
    const { type, keeper, asked } = open();
    type(typed("B"));
    keeper.end();
    await pass(1000);
    expect(asked).toEqual([]);
  });
});

describe("a draft that is restored", () => {
  test("is gone on with in place of the own one, under its name", async () => {
    const { type, keeper, asked, claimed } = open();
    type(typed("B"));
    await pass(150);
    keeper.adopt("earlier");
    await pass(0);
    expect([keeper.id(), asked.at(-1), await claimed()]).toEqual(["earlier", "drop own", ["earlier"]]);
    type(typed("B"));
    await pass(150);
    expect(asked.at(-1)).toBe("keep earlier B");
  });

  test("is written anew soon, also where nobody types", async () => {
    const { keeper, asked, form } = open();
    form.content = typed("of the draft");
    keeper.adopt("earlier");
    await pass(150);
    expect(asked).toEqual(["keep earlier of the draft"]);
  });

  test("that another form goes on with is copied", async () => {
    const { keeper, asked, store, form } = open();
    await store.claim("earlier");
    form.content = typed("of the draft");
    keeper.adopt("earlier");
    await pass(150);
    expect([keeper.id(), asked]).toEqual(["own", ["keep own of the draft"]]);
  });

  test("is free again where the form has ended meanwhile", async () => {
    const { keeper, asked, claimed } = open();
    keeper.adopt("earlier");
    keeper.end();
    await pass(1000);
    expect([keeper.id(), asked, await claimed()]).toEqual(["own", [], []]);
  });

  test("is deleted where nothing of it is unsaved any more", async () => {
    const { keeper, asked } = open();
    keeper.adopt("earlier");
    await pass(150);
    expect(asked).toEqual(["drop earlier"]);
  });
});
