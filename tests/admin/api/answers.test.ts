import { describe, expect, it } from "vitest";
import { getChart } from "../../../src/admin/api/charts.ts";
import { getCreated } from "../../../src/admin/api/created.ts";
import {
  getBin,
  getBinnedImage,
  getChange,
  getHistory,
  getJournal,
  purgeBin,
  restoreRecord,
  restoreVersion,
} from "../../../src/admin/api/journal.ts";
import {
  isAppView,
  readFieldErrors,
  readImages,
  readList,
  readUser,
} from "../../../src/admin/api/read-answer.ts";
import { requestSession, validateToken } from "../../../src/admin/api/session-calls.ts";
import { moveReferences, readConflicts, readKept, undoChange } from "../../../src/admin/api/undo.ts";
import { getWebhooks } from "../../../src/admin/api/webhooks.ts";
import { setUp, USER } from "./set-up-client.ts";

// A server of another version, or something on the way, may answer anything.

const NOTHING = [null, "text", 7, [], {}];
const { signal } = new AbortController();

/** A client whose requests are answered one after the other; the last answer stays. */
function answering(...bodies: readonly unknown[]) {
  let at = 0;
  return setUp(async () => {
    const body = bodies[Math.min(at, bodies.length - 1)];
    at += 1;
    return new Response(JSON.stringify(body), { headers: { "change-id": "c7" } });
  });
}

/** The same without one part, and with each part as something that it is not. */
function spoiled(good: Readonly<Record<string, unknown>>): readonly object[] {
  return Object.keys(good).flatMap((key) => {
    const { [key]: _, ...rest } = good;
    return [rest, { ...good, [key]: {} }, { ...good, [key]: typeof good[key] === "string" ? 7 : "x" }];
  });
}

const ENTRY = {
  changeId: "c1",
  kind: "update",
  entity: "books",
  _id: "b1",
  title: "Gulls",
  at: "2026-03-04T15:06:00.000Z",
  position: 7,
  fields: [],
};
const EVENT = { changeId: "c2", kind: "login", at: ENTRY.at, position: 8 };
const BINNED = { _id: "b1", title: "Gulls", until: ENTRY.at, deletedAt: ENTRY.at, position: 9 };

describe("the journal", () => {
  it("keeps changes and events, and where the next page begins", async () => {
    const { client, requests } = answering({ entries: [ENTRY, EVENT], next: 5 });
    const page = await getJournal(client, { entity: "books", by: "ada" }, undefined, signal);
    expect(page).toEqual({ entries: [ENTRY, EVENT], next: 5 });
    await getJournal(client, { entity: "books" }, 5, signal);
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/journal?entity=books&by=ada",
      "/api/journal?entity=books&before=5",
    ]);
  });

  it("leaves out what is neither", async () => {
    const wrong = [
      ...spoiled(ENTRY),
      ...spoiled(EVENT).filter((one) => !("entity" in one)),
      { ...EVENT, kind: "dance" },
      ...NOTHING,
    ];
    const { client } = answering({ entries: [...wrong, ENTRY], next: "5" });
    expect(await getJournal(client, {}, undefined, signal)).toEqual({ entries: [ENTRY] });
  });

  it("of one record has changes alone", async () => {
    const { client } = answering({ entries: [EVENT, ENTRY], next: 5 });
    const page = await getHistory(client, { entity: "books", id: "b1" }, undefined, signal);
    expect(page).toEqual({ entries: [ENTRY], next: 5 });
  });

  it("is empty where the answer is none", async () => {
    for (const nothing of [...NOTHING, { entries: "x" }])
      expect(await getJournal(answering(nothing).client, {}, undefined, signal)).toEqual({ entries: [] });
  });

  it("has each change whole, or the call fails", async () => {
    expect(await getChange(answering(ENTRY).client, 7)).toEqual(ENTRY);
    for (const wrong of [...spoiled(ENTRY), ...NOTHING])
      await expect(getChange(answering(wrong).client, 7)).rejects.toThrow("The server answered no change.");
  });
});

describe("the bin", () => {
  it("keeps its records, and leaves out what is none", async () => {
    const { client, requests } = answering({ records: [...spoiled(BINNED), BINNED, ...NOTHING], next: 3 });
    expect(await getBin(client, "books", undefined, signal)).toEqual({ records: [BINNED], next: 3 });
    await getBin(client, "books", 3, signal, "1");
    expect(requests.map(({ path }) => path)).toEqual([
      "/api/journal/bin?entity=books",
      "/api/journal/bin?entity=books&before=3&limit=1",
    ]);
  });

  it("names what of a record did not come back", async () => {
    const body = { notRestored: ["Subject", 7, null] };
    expect(await restoreRecord(answering(body).client, "books", "b1", signal)).toEqual(["Subject"]);
    const { client, requests } = answering(body);
    const seen = { record: { _id: "b1" } as never, version: '"4"' };
    const done = await restoreVersion(client, "books", seen, 7, signal);
    expect(done).toEqual({ notRestored: ["Subject"], changeId: "c7" });
    await restoreVersion(client, "books", { ...seen, version: undefined }, 7, signal);
    expect(requests.map(({ headers }) => headers.get("if-match"))).toEqual(['"4"', null]);
    expect(requests[0]?.init.body).toBe('{"entity":"books","_id":"b1","position":7}');
  });

  it("is emptied in as many steps as the server takes", async () => {
    const { client, requests } = answering({ purged: 20, next: 12 }, { purged: "x", next: 4 }, { purged: 3 });
    expect(await purgeBin(client, "books", 30, signal)).toBe(23);
    expect(requests.map(({ init }) => JSON.parse(String(init.body)).upTo)).toEqual([30, 12, 4]);
  });

  it("has small pictures", async () => {
    const { client, requests } = setUp(async () => new Response("bytes"));
    const image = { entity: "books", _id: "b1", fileName: "a.png" };
    expect(await (await getBinnedImage(client, image, signal)).text()).toBe("bytes");
    expect(requests[0]?.path).toBe("/api/journal/images/a.png?entity=books&id=b1&size=small");
    expect(requests[0]?.init.signal).toBe(signal);
  });
});

describe("what an account created with a key", () => {
  it("is a record, or nothing", async () => {
    expect(await getCreated(answering({ record: { _id: "b1" } }).client, "books", "k")).toEqual({
      _id: "b1",
    });
    for (const record of [undefined, null, {}, { _id: 7 }])
      expect(await getCreated(answering({ record }).client, "books", "k")).toBeUndefined();
  });
});

describe("what stands in the way", () => {
  const KEPT = { title: "Gulls", reason: "changed since" };

  it("of an undo is told apart from what is no such thing; the rest can be undone where there is one", () => {
    expect(readKept({ kept: [...spoiled(KEPT), KEPT, null], undoable: 1 })).toEqual({
      kept: [KEPT],
      hasRest: true,
    });
    for (const undoable of [0, "1", undefined])
      expect(readKept({ kept: KEPT, undoable })).toEqual({ kept: [], hasRest: false });
    for (const nothing of NOTHING) expect(readKept(nothing)).toEqual({ kept: [], hasRest: false });
  });

  it("is said of what was kept, and of what came back without something", async () => {
    const undone = { kept: [KEPT, 7], notRestored: [{ ...KEPT, title: "Terns" }, {}] };
    const request = { changeId: "c1" } as never;
    expect(await undoChange(answering(undone).client, request, signal)).toEqual({
      kept: [KEPT],
      notRestored: [{ ...KEPT, title: "Terns" }],
    });
    for (const nothing of NOTHING)
      expect(await undoChange(answering(nothing).client, request, signal)).toEqual({
        kept: [],
        notRestored: [],
      });
  });

  it("of a move is as many as are moved", async () => {
    const move = async (answer: unknown) => moveReferences(answering(answer).client, {} as never, signal);
    expect(await move({ moved: 2 })).toEqual({ moved: 2, changeId: "c7" });
    for (const answer of [...NOTHING, { moved: "2" }])
      expect(await move(answer)).toEqual({ moved: 0, changeId: "c7" });
  });

  it("of a save is a field that two people changed, whatever theirs is", () => {
    const conflicts = [{ path: "/a", theirs: null }, { path: "/b" }, { path: 7, theirs: 1 }, null];
    expect(readConflicts({ conflicts })).toEqual([{ path: "/a", theirs: null }]);
    for (const nothing of [...NOTHING, { conflicts: "x" }]) expect(readConflicts(nothing)).toEqual([]);
  });
});

describe("the webhooks", () => {
  const HOOK = {
    id: "w1",
    entity: "books",
    host: "example.org",
    path: "/hook",
    waiting: 0,
    failures: 0,
    allowed: true,
    on: [],
    nextTry: ENTRY.at,
    last: { at: ENTRY.at },
  };

  it("are all as they shall be, or the call fails", async () => {
    const ask = (...webhooks: readonly unknown[]) => getWebhooks(answering({ webhooks }).client, signal);
    const fresh = { ...HOOK, nextTry: null, last: null };
    expect(await ask(HOOK, fresh)).toEqual([HOOK, fresh]);
    for (const wrong of [...spoiled(HOOK), ...NOTHING])
      await expect(ask(HOOK, wrong)).rejects.toThrow("The server answered no webhooks.");
    for (const nothing of [...NOTHING, { webhooks: {} }])
      await expect(getWebhooks(answering(nothing).client, signal)).rejects.toThrow("no webhooks");
  });
});

describe("a chart", () => {
  const CHART = { computedAt: ENTRY.at, by: "day", groups: [{ value: "2026-03-04", amount: 2 }] };
  const ask = (answer: unknown) => getChart(answering(answer).client, "a tile");

  it("has groups with numbers, by day or by value, and perhaps the others", async () => {
    const full = { ...CHART, by: "value", groups: [{ value: null, amount: 1 }], others: { amount: 3 } };
    expect(await ask(CHART)).toEqual(CHART);
    expect(await ask(full)).toEqual(full);
  });

  it("is none without them", async () => {
    const wrong = [
      ...NOTHING,
      ...spoiled(CHART),
      { ...CHART, groups: [...CHART.groups, { value: "x" }] },
      { ...CHART, groups: [{ value: {}, amount: 1 }] },
      { ...CHART, groups: [null] },
      { ...CHART, others: {} },
      { ...CHART, others: 3 },
    ];
    for (const answer of wrong) await expect(ask(answer)).rejects.toThrow("The server answered no chart.");
  });
});

describe("a session", () => {
  const ENDPOINTS = { login: "/login", validateToken: "/validate" } as never;
  const account = { username: "ada", password: "pw" };

  it("is a token with an account, or the call fails", async () => {
    const { client, requests } = answering({ token: "t", user: USER });
    expect(await requestSession(client, ENDPOINTS, account)).toEqual({ token: "t", user: USER });
    expect(requests[0]?.init.body).toBe(JSON.stringify(account));
    for (const answer of [...NOTHING, { token: "t" }, { token: 7, user: USER }, { user: USER }])
      await expect(requestSession(answering(answer).client, ENDPOINTS, account)).rejects.toThrow(
        "The server answered no session.",
      );
  });

  it("is not begun in the name of another one", async () => {
    const { client, session, requests } = answering({ token: "t", user: USER });
    session.set({ token: "before", user: USER });
    await requestSession(client, ENDPOINTS, account);
    expect(requests[0]?.headers.get("authorization")).toBeNull();
  });

  it("that is valid tells its account, where the server says it", async () => {
    expect(await validateToken(answering({ user: USER }).client, ENDPOINTS)).toEqual(USER);
    for (const nothing of [...NOTHING, { user: 7 }])
      expect(await validateToken(answering(nothing).client, ENDPOINTS)).toBeUndefined();
  });

  it("is of an account by its _id, or its id, with permissions that are texts", () => {
    expect(readUser({ ...USER, id: "other" })).toEqual(USER);
    expect(readUser({ ...USER, _id: undefined })).toEqual(USER);
    expect(readUser({ ...USER, permissions: ["stock", 7] })).toEqual(USER);
    for (const key of ["username", "role", "permissions"])
      expect(readUser({ ...USER, [key]: undefined })).toBeUndefined();
    expect(readUser({ ...USER, _id: 7, id: 7 })).toBeUndefined();
    for (const nothing of NOTHING) expect(readUser(nothing)).toBeUndefined();
  });
});

describe("other answers", () => {
  it("a list says what of it is counted, and keeps its records alone", () => {
    const list = { books: [{ _id: "b1" }, { _id: 7 }, null], total: 1, totalIsMore: true, isPartial: true };
    expect(readList(list, "books")).toEqual({ ...list, books: undefined, records: [{ _id: "b1" }] });
    expect(readList({ books: "x", total: "1", totalIsMore: 1, isPartial: 1 }, "books")).toEqual({
      records: [],
    });
    for (const nothing of NOTHING) expect(readList(nothing, "toString")).toEqual({ records: [] });
  });

  it("images have a name and an address", () => {
    const image = { fileName: "a.png", imgUrl: "/a.png" };
    expect(readImages([...spoiled(image), image, null])).toEqual([image]);
    expect(readImages({ data: [image] })).toEqual([image]);
    expect(readImages({ data: image })).toEqual([]);
  });

  it("broken rules have a path, a keyword and a message", () => {
    const error = { path: "/a", keyword: "type", message: "No" };
    expect(readFieldErrors({ errors: [...spoiled(error), error, null] })).toEqual([error]);
    for (const nothing of [...NOTHING, { errors: {} }]) expect(readFieldErrors(nothing)).toBeUndefined();
  });

  it("what an account may see has entities, a menu, a home and messages", () => {
    const view = { entities: [], menu: [], home: [], messages: {} };
    expect(isAppView(view)).toBe(true);
    for (const key of Object.keys(view)) expect(isAppView({ ...view, [key]: 7 })).toBe(false);
    for (const nothing of NOTHING) expect(isAppView(nothing)).toBe(false);
  });
});
