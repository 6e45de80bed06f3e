import { describe, expect, it } from "vitest";
import type { Client } from "../../../src/admin/api/client.ts";
import { ApiFailure } from "../../../src/admin/api/failure.ts";
import { brokenText, changeText, leftText, storedText } from "../../../src/admin/config/changes-view.tsx";
import {
  allProblems,
  changesHidden,
  checkedProblems,
  hindrance,
  listedFiles,
  undoneFiles,
} from "../../../src/admin/config/config-state.ts";
import { makeConfigStore } from "../../../src/admin/config/config-store.ts";
import { knownNames } from "../../../src/admin/config/editor/names-at.ts";
import { entityOf, fileKind } from "../../../src/admin/config/file-kind.ts";
import { previewClient } from "../../../src/admin/config/preview-pane.tsx";
import { makeSay } from "../../../src/admin/messages/say.ts";
import { asksToSave } from "../../../src/admin/shell/save-keys.ts";
import type { ConfigChange, DraftAnswer } from "../../../src/wire/config-editing.ts";
import type { AppView } from "../../../src/wire/views.ts";
import { fakeConfig, handClock } from "./fake-config.ts";

describe("a change in words", () => {
  const say = makeSay({
    "config.changeAdded": "{subject}: {what} is new: {to}",
    "config.changeAddedWhole": "{subject}: new ({what})",
    "config.changeRemoved": "{subject}: {what} is gone; it was {from}",
    "config.changeChanged": "{subject}: {what} {from} → {to}",
    "config.changeMovedWhole": "{subject}: stands elsewhere ({what})",
    "config.samplesAdded": "{subject}: {count} new sample records",
    "config.samplesRemoved": "{subject}: {count} sample records removed",
    "config.samplesChanged": "{subject}: {count} sample records changed",
    "config.whatField": "field",
    "config.whatColumn": "table column",
    "config.whatRole": "role",
    "config.left": "{count} no longer seen",
    "config.leftAtLeast": "{count} or more no longer seen",
    "config.changedType": "Stored values become the new kind",
    "config.broken": "{count} no longer fit",
    "config.brokenAtLeast": "{count} or more no longer fit",
  });
  const change = (parts: Partial<ConfigChange>): ConfigChange => ({
    file: "entities/books.json",
    path: "/schema",
    subject: ["book", "Price"],
    kind: "changed",
    what: "maximum",
    ...parts,
  });

  it("names what changes from the outside in, and from what to what", () => {
    expect(changeText(change({ from: "100", to: "200" }), say)).toBe("book › Price: maximum 100 → 200");
    expect(changeText(change({ kind: "added", to: "7" }), say)).toBe("book › Price: maximum is new: 7");
    expect(changeText(change({ kind: "removed", from: "7" }), say)).toBe(
      "book › Price: maximum is gone; it was 7",
    );
  });

  it("of a whole thing has no values; of no subject names the file", () => {
    expect(changeText(change({ kind: "added", what: "field" }), say)).toBe("book › Price: new (field)");
    expect(changeText(change({ kind: "moved", what: "column", subject: [] }), say)).toBe(
      "entities/books.json: stands elsewhere (table column)",
    );
  });

  it("calls things as people do, and leaves out the type of a field and numbers of places", () => {
    expect(changeText(change({ kind: "added", what: "field", to: "string" }), say)).toBe(
      "book › Price: new (field)",
    );
    expect(changeText(change({ kind: "moved", what: "column", from: "1", to: "3" }), say)).toBe(
      "book › Price: stands elsewhere (table column)",
    );
    const role = change({ file: "app.json", subject: ["Keeper"], kind: "added", what: "role", to: "stock" });
    expect(changeText(role, say)).toBe("Keeper: role is new: stock");
    // the key of a column
    expect(changeText(change({ what: "field", from: "price", to: "cost" }), say)).toBe(
      "book › Price: field price → cost",
    );
  });

  it("says how many values a field takes with it", () => {
    const gone = { kind: "removed", what: "field", from: "number" } as const;
    expect(leftText(change({ ...gone, left: { count: 3, atLeast: false } }), say)).toBe("3 no longer seen");
    expect(leftText(change({ ...gone, left: { count: 3, atLeast: true } }), say)).toBe(
      "3 or more no longer seen",
    );
    expect(leftText(change({ ...gone, left: { count: 0, atLeast: false } }), say)).toBeUndefined();
    expect(leftText(change(gone), say)).toBeUndefined();
  });

  it("counts sample records, and says what becomes of stored values", () => {
    const samples = { file: "samples/books.json", subject: ["book"], what: "records" };
    expect(changeText(change({ ...samples, kind: "removed", from: "12" }), say)).toBe(
      "book: 12 sample records removed",
    );
    const [added, other] = [change({ ...samples, kind: "added", to: "2" }), change({ ...samples, to: "1" })];
    expect(changeText(added, say)).toBe("book: 2 new sample records");
    expect(changeText(other, say)).toBe("book: 1 sample records changed");
    expect(storedText(change({ what: "type", from: "string", to: "number" }), say)).toBe(
      "Stored values become the new kind",
    );
    expect(storedText(change({}), say)).toBeUndefined();
  });

  it("says what it breaks only where it breaks something", () => {
    expect(brokenText(change({}), say)).toBeUndefined();
    expect(brokenText(change({ broken: { count: 0, atLeast: false } }), say)).toBeUndefined();
    expect(brokenText(change({ broken: { count: 3, atLeast: false } }), say)).toBe("3 no longer fit");
    expect(brokenText(change({ broken: { count: 99, atLeast: true } }), say)).toBe(
      "99 or more no longer fit",
    );
  });
});

describe("files by their path", () => {
  it("are of a kind, and may be an entity's", () => {
    const of = (path: string) => [fileKind(path), entityOf(path)];
    expect(of("app.json")).toEqual(["app", undefined]);
    expect(of("messages.json")).toEqual(["messages", undefined]);
    expect(of("entities/books.json")).toEqual(["entity", "books"]);
    expect(of("samples/reading-lists.json")).toEqual(["samples", "reading-lists"]);
  });
});

describe("what the page shows of its state", () => {
  const A = "entities/a.json";
  const setUp = async () => {
    const config = fakeConfig({ "app.json": "app", [A]: "a", "samples/a.json": "s", "entities/b.json": "b" });
    const clock = handClock();
    const store = makeConfigStore({ calls: config.calls, after: clock.after });
    await store.refresh();
    await store.choose(A);
    const checked = async (answer: Partial<DraftAnswer>) => {
      const { problems = [] } = answer;
      config.set({
        check: () => ({ problems, brought: problems, changes: [], more: 0, token: "t", ...answer }),
      });
      clock.pass();
      await Promise.resolve();
      await Promise.resolve();
    };
    return { store, config, checked };
  };
  const problem = {
    code: "JSON_SYNTAX",
    file: A,
    line: 1,
    column: 1,
    path: "",
    length: 1,
    subject: [],
    message: "No JSON.",
    hint: "Mend it.",
  } as const;

  it("lists the app first, then entities, then samples, with what is edited, new and going", async () => {
    const { store } = await setUp();
    store.edit(A, "a!");
    store.create("entities/c.json", "c");
    await store.choose("samples/a.json");
    store.remove("samples/a.json");
    const marks = listedFiles(store.get()).map(({ path, isEdited, isNew, isGoing }) => [
      path,
      isNew ? "new" : isGoing ? "going" : isEdited ? "edited" : "",
    ]);
    expect(marks).toEqual([
      ["app.json", ""],
      [A, "edited"],
      ["entities/b.json", ""],
      ["entities/c.json", "new"],
      ["samples/a.json", "going"],
    ]);
  });

  it("knows the names that the edited files give, also while one of them is half written", async () => {
    const { store } = await setUp();
    await store.choose("app.json");
    store.edit("app.json", '{ "permissions": ["p", 7], "roles": { "r": {} }, "config": { "editors": ["');
    store.edit(A, '{ "schema": { "properties": { "name": {}, "');
    const view = { menu: [{ permission: "served" }], entities: [], messages: { en: {} } };
    const names = knownNames(store.get(), view as unknown as AppView);
    expect(names).toMatchObject({
      entities: ["a", "b"],
      permissions: ["p"],
      roles: ["r"],
      languages: ["en"],
    });
    expect(names.fieldsOf("a")).toEqual(["name"]);
    store.discard("app.json");
    expect(knownNames(store.get(), view as unknown as AppView).permissions).toEqual(["served"]);
  });

  it("underlines only what was checked as it stands now", async () => {
    const { store, checked } = await setUp();
    const shown = () => {
      const file = store.get().open.get(A);
      return file && checkedProblems(store.get(), file);
    };
    expect(shown()).toEqual([]);
    store.edit(A, "{");
    expect(shown()).toBeUndefined();
    await checked({ problems: [problem], token: null });
    expect(shown()).toEqual([problem]);
    expect(allProblems(store.get())).toEqual([problem]);
    store.edit(A, "{}");
    expect(shown()).toBeUndefined();
    store.edit(A, "a");
    expect(shown()).toEqual([]);
  });

  it("knows why nothing can be saved", async () => {
    const { store, checked } = await setUp();
    expect(hindrance(store.get())).toBe("unedited");
    store.edit(A, "a!");
    expect([hindrance(store.get()), changesHidden(store.get())]).toEqual(["checking", "checking"]);
    await checked({});
    expect([hindrance(store.get()), changesHidden(store.get())]).toEqual([undefined, undefined]);
    store.edit(A, "{");
    await checked({ problems: [problem], token: null });
    expect([hindrance(store.get()), changesHidden(store.get())]).toEqual(["problems", "problems"]);
    store.edit(A, "a");
    expect(changesHidden(store.get())).toBe("unedited");
  });

  it("knows in which files saving undoes what somebody else wrote", async () => {
    const { store, config } = await setUp();
    store.edit(A, "mine");
    config.write(A, "theirs");
    await store.refresh();
    expect(undoneFiles(store.get())).toEqual([]);
    store.keepMine(A);
    await store.refresh();
    expect(undoneFiles(store.get())).toEqual([A]);
    store.discard(A);
    expect(undoneFiles(store.get())).toEqual([]);
  });

  it("lets edits be saved beside the problems that the server does not lay to them, but not with others", async () => {
    const { store, checked } = await setUp();
    const other = { ...problem, file: "entities/b.json" };
    store.edit(A, "a!");
    await checked({ problems: [other], token: "t" });
    expect(hindrance(store.get())).toBe("problems");
    expect(await store.save()).toBe("problems");
    store.edit(A, "a!!");
    await checked({ problems: [other], brought: [], token: "t" });
    expect(hindrance(store.get())).toBeUndefined();
  });

  it("lets edits be saved that are served once another file is corrected, and says that they are not yet", async () => {
    const { store, config, checked } = await setUp();
    store.edit(A, "a!");
    await checked({ problems: [{ ...problem, file: "entities/b.json" }], brought: [], token: null });
    expect([hindrance(store.get()), changesHidden(store.get())]).toEqual([undefined, "problems"]);
    config.held.add(A);
    expect(await store.save()).toBe("held");
    expect(config.disk.get(A)?.text).toBe("a!");
    config.held.delete(A);
    expect(await store.giveBack(A)).toBe("saved");
  });
});

it.each([
  [true, "s", "ctrlKey"],
  [true, "S", "ctrlKey"],
  [true, "s", "metaKey"],
  [false, "s", "shiftKey"],
  [false, "d", "ctrlKey"],
  [false, "s", "ctrlKey", "altKey"],
])("a key saves: %s for %s with %s %s", (saves, key, ...held) => {
  const none = { altKey: false, ctrlKey: false, metaKey: false };
  expect(asksToSave({ key, ...none, ...Object.fromEntries(held.map((one) => [one, true])) })).toBe(saves);
});

describe("the preview's gate", () => {
  const setUp = (answer: () => Promise<unknown>) => {
    const asked: unknown[] = [];
    const client: Client = {
      request: () => Promise.reject(new Error("without its headers")),
      async exchange(method, path, options) {
        asked.push([method, path, options?.headers]);
        return { body: await answer(), status: 200, version: undefined, changeId: undefined };
      },
      upload: () => Promise.reject(new Error("uploaded")),
      stream: () => Promise.reject(new Error("streamed")),
      loadModule: async (path) => path,
    };
    let gone = 0;
    const onGone = () => {
      gone += 1;
    };
    const preview = previewClient({ client, token: "t1", refusal: "Nothing is stored", onGone });
    return { preview, client, asked, gone: () => gone };
  };

  it("reads by the draft's token, and writes nothing", async () => {
    const { preview, asked } = setUp(async () => ({}));
    await preview.request("GET", "/api/rest/books");
    for (const method of ["POST", "PUT", "DELETE"] as const)
      await expect(preview.request(method, "/api/rest/books")).rejects.toThrow("Nothing is stored");
    await expect(preview.upload("/api/upload/images", [])).rejects.toThrow("Nothing is stored");
    expect(asked).toEqual([["GET", "/api/rest/books", { "x-config-draft": "t1" }]]);
  });

  it("reads as another role", async () => {
    const { asked, client } = setUp(async () => ({}));
    const preview = previewClient({ client, token: undefined, role: "櫃台", refusal: "", onGone: () => {} });
    await preview.request("GET", "/api/config");
    expect(asked).toEqual([["GET", "/api/config", { "x-config-role": encodeURIComponent("櫃台") }]]);
  });

  it("tells when the draft is not kept any more", async () => {
    const failure = new ApiFailure("answer", "gone", { status: 410, code: "DRAFT_GONE" });
    const { preview, gone } = setUp(() => Promise.reject(failure));
    await expect(preview.request("GET", "/api/config")).rejects.toBe(failure);
    expect(gone()).toBe(1);
  });
});
