import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ConfigCalls } from "../../../src/admin/api/config-calls.ts";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { conflicts, edits, hindrance, listedFiles } from "../../../src/admin/config/config-state.ts";
import { type ConfigStore, makeConfigStore } from "../../../src/admin/config/config-store.ts";
import type { Problem } from "../../../src/model/problem.ts";
import type { DraftAnswer } from "../../../src/wire/config-editing.ts";
import { fakeConfig, handClock } from "./fake-config.ts";

let config: ReturnType<typeof fakeConfig>;
let clock: ReturnType<typeof handClock>;
let store: ConfigStore;

const A = "entities/a.json";
const B = "entities/b.json";

beforeEach(async () => {
  config = fakeConfig({ "app.json": "app", [A]: "a", [B]: "b" });
  clock = handClock();
  store = makeConfigStore({ calls: config.calls, after: clock.after });
  await store.refresh();
  await store.choose(A);
});

const file = (path = A) => store.get().open.get(path);
const textOnDisk = (path = A) => config.disk.get(path)?.text;
const edited = () => Object.fromEntries(edits(store.get()));
/** The pause after typing is over, and the answer is here. */
async function checked() {
  clock.pass();
  await vi.waitFor(() => expect(store.get().isPending).toBe(false));
}
const noJson: Problem = {
  code: "JSON_SYNTAX",
  file: A,
  line: 1,
  column: 1,
  path: "",
  length: 1,
  subject: [],
  message: "No JSON.",
  hint: "Mend it.",
};
const refused: DraftAnswer = {
  problems: [noJson],
  brought: [noJson],
  changes: [],
  more: 0,
  token: null,
};

describe("editing", () => {
  it("reads a text once, when it is chosen", async () => {
    expect(store.get().current).toBe(A);
    expect(file()?.text).toBe("a");
    store.edit(A, "a!");
    await store.choose(B);
    await store.choose(A);
    expect(file()?.text).toBe("a!");
    expect(edited()).toEqual({ [A]: "a!" });
  });

  it("shows the file that was chosen last, whichever text comes first", async () => {
    let come = () => {};
    const late = new Promise<void>((resolve) => {
      come = resolve;
    });
    const slow: ConfigCalls = {
      ...config.calls,
      text: (path) => (path === A ? late.then(() => config.calls.text(path)) : config.calls.text(path)),
    };
    store = makeConfigStore({ calls: slow, after: clock.after });
    const first = store.choose(A);
    await store.choose(B);
    expect(store.get().current).toBe(B);
    come();
    await first;
    expect(file(A)?.text).toBe("a");
    expect(store.get().current).toBe(B);
  });

  it("has nothing to save where the text is as it was", () => {
    store.edit(A, "a!");
    store.edit(A, "a");
    expect(edited()).toEqual({});
    expect(clock.isWaiting()).toBe(false);
  });

  it("makes a file, and a deleted one that was never on disk is simply gone", () => {
    store.create("entities/c.json", "c");
    expect(store.get().current).toBe("entities/c.json");
    expect(edited()).toEqual({ "entities/c.json": "c" });
    store.remove("entities/c.json");
    expect(edited()).toEqual({});
    expect(store.get().current).toBeUndefined();
  });

  it("a deletion is an edit until it is saved, and can be taken back", () => {
    store.remove(A);
    expect(edited()).toEqual({ [A]: null });
    store.discard(A);
    expect(edited()).toEqual({});
    expect(file()?.text).toBe("a");
  });

  it("says that a text could not be read, and reads it with the next try", async () => {
    config.disk.delete(B);
    await store.choose(B);
    expect(store.get().failure).toBeInstanceOf(ApiFailure);
    config.write(B, "b2");
    await store.refresh();
    expect(store.get().failure).toBeUndefined();
    await store.choose(B);
    expect(file(B)?.text).toBe("b2");
  });
});

describe("the draft", () => {
  it("is asked for once typing has paused, with all that is edited", async () => {
    await store.choose(B);
    store.edit(A, "a!");
    store.edit(B, "b!");
    expect(config.drafts).toEqual([]);
    expect(store.get().isPending).toBe(true);
    await checked();
    expect(config.drafts).toEqual([{ [A]: "a!", [B]: "b!" }]);
    expect(store.get().token).toBe("draft 1");
    expect(store.get().checked).toEqual(
      new Map([
        [A, "a!"],
        [B, "b!"],
      ]),
    );
  });

  it("with problems leaves the last good one to look at", async () => {
    store.edit(A, "a!");
    await checked();
    config.set({ check: () => refused });
    store.edit(A, "{");
    await checked();
    expect(store.get().answer?.problems).toHaveLength(1);
    expect(store.get().token).toBe("draft 1");
  });

  it("that is answered late is not taken for the newest", async () => {
    let answer: (answer: DraftAnswer) => void = () => {};
    config.set({ check: () => new Promise<DraftAnswer>((resolve) => (answer = resolve)) });
    store.edit(A, "slow");
    clock.pass();
    config.set({ check: () => ({ problems: [], brought: [], changes: [], more: 0, token: "fast" }) });
    store.edit(A, "fast");
    await checked();
    answer({ ...refused, token: "slow" });
    await Promise.resolve();
    expect(store.get().token).toBe("fast");
  });

  it("that fails late says nothing of the newest, and is not asked for again", async () => {
    let fail: (reason: unknown) => void = () => {};
    config.set({ check: () => new Promise<DraftAnswer>((_, reject) => (fail = reject)) });
    store.edit(A, "slow");
    clock.pass();
    config.set({ check: () => ({ problems: [], brought: [], changes: [], more: 0, token: "fast" }) });
    store.edit(A, "fast");
    await checked();
    fail(new TypeError("Failed to fetch"));
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.get()).toMatchObject({ token: "fast", draftFailure: undefined });
    const asked = config.drafts.length;
    clock.pass();
    expect(config.drafts).toHaveLength(asked);
  });

  it("is over when nothing is edited any more", async () => {
    store.edit(A, "a!");
    await checked();
    store.discard(A);
    expect(store.get()).toMatchObject({ answer: undefined, token: undefined, isPending: false });
  });

  it("that fails to come is asked for again after a pause", async () => {
    config.set({ check: () => Promise.reject(new TypeError("Failed to fetch")) });
    store.edit(A, "a!");
    clock.pass();
    await vi.waitFor(() => expect(hindrance(store.get())).toBe("failed"));
    config.set({ check: () => ({ problems: [], brought: [], changes: [], more: 0, token: "t" }) });
    await checked();
    expect(store.get()).toMatchObject({ draftFailure: undefined, token: "t" });
    expect(hindrance(store.get())).toBeUndefined();
  });

  it("that fails to come is said, and asked for again with the next edit", async () => {
    config.set({ check: () => Promise.reject(new TypeError("Failed to fetch")) });
    store.edit(A, "a!");
    clock.pass();
    await vi.waitFor(() => expect(store.get().draftFailure).toBeInstanceOf(TypeError));
    config.set({ check: () => ({ problems: [], brought: [], changes: [], more: 0, token: "t" }) });
    store.edit(A, "a!!");
    await checked();
    expect(store.get()).toMatchObject({ draftFailure: undefined, token: "t" });
  });
});

describe("saving", () => {
  it("writes all edits at once and has nothing left to save", async () => {
    await store.choose(B);
    store.edit(A, "a!");
    store.remove(B);
    await checked();
    expect(await store.save()).toBe("saved");
    expect(textOnDisk()).toBe("a!");
    expect(config.disk.has(B)).toBe(false);
    expect(edited()).toEqual({});
    expect(store.get().files?.files.map(({ path }) => path)).toEqual(["app.json", A]);
    expect(file(B)).toBeUndefined();
  });

  it("goes on looking at what was saved until the page has followed it", async () => {
    store.edit(A, "a!");
    await checked();
    await store.save();
    expect(store.get()).toMatchObject({ token: "draft 1", answer: undefined, isPending: false });
    await store.refresh();
    expect(store.get().token).toBeUndefined();
  });

  it("needs no draft any more once nothing is edited", async () => {
    store.edit(A, "a!");
    await store.save();
    const asked = config.drafts.length;
    store.askAgain();
    expect(store.get().token).toBeUndefined();
    expect(config.drafts).toHaveLength(asked);
  });

  it("waits until what was typed last is checked", async () => {
    config.set({ check: () => refused });
    store.edit(A, "{");
    expect(await store.save()).toBe("problems");
    expect(textOnDisk()).toBe("a");
    config.set({ check: () => ({ ...refused, problems: [], brought: [], token: "t" }) });
    store.edit(A, "fine");
    expect(await store.save()).toBe("saved");
    expect(textOnDisk()).toBe("fine");
  });

  it("does nothing where nothing is edited, and nothing twice at a time", async () => {
    expect(await store.save()).toBe("nothing");
    store.edit(A, "a!");
    const both = await Promise.all([store.save(), store.save()]);
    expect(both).toEqual(["saved", "nothing"]);
  });

  it("keeps what is typed meanwhile, on top of what was saved", async () => {
    config.set({ onSave: async () => store.edit(A, "a!!") });
    store.edit(A, "a!");
    expect(await store.save()).toBe("saved");
    expect(textOnDisk()).toBe("a!");
    expect(edited()).toEqual({ [A]: "a!!" });
    expect(conflicts(store.get())).toEqual([]);
    config.set({ onSave: undefined });
    expect(await store.save()).toBe("saved");
    expect(textOnDisk()).toBe("a!!");
  });

  it("rejects with what the server failed with; the edits stay", async () => {
    config.set({ onSave: () => Promise.reject(new ApiFailure("unreachable", "Nobody there")) });
    store.edit(A, "a!");
    await expect(store.save()).rejects.toThrow("Nobody there");
    expect(edited()).toEqual({ [A]: "a!" });
    expect(store.get().isSaving).toBe(false);
  });
});

describe("somebody else", () => {
  it("changed a file that is not edited here: it is shown as it is now", async () => {
    config.write(A, "theirs");
    await store.refresh();
    expect(file()?.text).toBe("theirs");
    expect(edited()).toEqual({});
  });

  it("changed a file that is edited here: nothing typed is lost, nothing is overwritten", async () => {
    store.edit(A, "mine");
    await checked();
    config.write(A, "theirs");
    expect(await store.save()).toBe("stale");
    expect(textOnDisk()).toBe("theirs");
    expect(file()).toMatchObject({ text: "mine", newer: { text: "theirs" } });
    expect(await store.save()).toBe("stale");
    store.keepMine(A);
    expect(conflicts(store.get())).toEqual([]);
    expect(await store.save()).toBe("saved");
    expect(textOnDisk()).toBe("mine");
  });

  it("changed it: theirs can be taken", async () => {
    store.edit(A, "mine");
    config.write(A, "theirs");
    await store.refresh();
    store.discard(A);
    expect(file()?.text).toBe("theirs");
    store.edit(A, "theirs and mine");
    expect(await store.save()).toBe("saved");
  });

  it("wrote the very same, or touched the file only: that is no conflict", async () => {
    store.edit(A, "mine");
    config.write(A, "a");
    await store.refresh();
    expect(conflicts(store.get())).toEqual([]);
    expect(edited()).toEqual({ [A]: "mine" });
    config.write(A, "mine");
    await store.refresh();
    expect(edited()).toEqual({});
  });

  it("deleted it: the edits can be saved as a new file", async () => {
    store.edit(A, "mine");
    config.write(A, null);
    await store.refresh();
    expect(file()?.newer).toEqual({ text: null, version: null });
    store.keepMine(A);
    expect(await store.save()).toBe("saved");
    expect(textOnDisk()).toBe("mine");
  });

  it("deleted it while it is still served: it stays open, to say so", async () => {
    const { calls } = config;
    const listed: ConfigCalls = {
      ...calls,
      async files() {
        const answer = await calls.files();
        const gone = { path: A, state: "heldBack", problems: [], version: null } as const;
        return config.disk.has(A) ? answer : { ...answer, files: [...answer.files, gone] };
      },
    };
    store = makeConfigStore({ calls: listed, after: clock.after });
    await store.refresh();
    await store.choose(A);
    config.write(A, null);
    await store.refresh();
    expect(store.get().current).toBe(A);
    expect(file()).toMatchObject({ text: null, disk: { text: null } });
    expect(listedFiles(store.get()).find(({ path }) => path === A)).toMatchObject({ isGone: true });
    expect(edited()).toEqual({});
    config.write(A, "again");
    await store.refresh();
    expect(file()?.text).toBe("again");
  });

  it("changed the config under edits: they stay and are checked against it", async () => {
    store.edit(A, "mine");
    await checked();
    config.write(B, "theirs");
    await store.refresh();
    expect(edited()).toEqual({ [A]: "mine" });
    await checked();
    expect(config.drafts).toHaveLength(2);
  });
});

describe("returning", () => {
  it("puts back the text before the last save, and forth again", async () => {
    store.edit(A, "a!");
    await store.save();
    expect(await store.giveBack(A)).toBe("saved");
    expect(file()?.text).toBe("a");
    expect(await store.giveBack(A)).toBe("saved");
    expect(file()?.text).toBe("a!");
  });

  it("is refused where somebody saved meanwhile", async () => {
    store.edit(A, "a!");
    await store.save();
    config.write(A, "theirs");
    expect(await store.giveBack(A)).toBe("stale");
    expect(file()?.text).toBe("theirs");
  });
});
