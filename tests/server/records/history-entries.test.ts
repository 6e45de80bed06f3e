import { beforeEach, expect, it } from "vitest";
import type { RecordData } from "../../../src/model/record.ts";
import type { HistoryEntry } from "../../../src/wire/journal.ts";
import { serveLibrary } from "../serve-library.ts";
import { bookRequests, changeOf } from "./book-requests.ts";
import { makeBook } from "./library-records.ts";

const { server, stocker } = await serveLibrary();
let book: RecordData & { _id: string };

beforeEach(async () => {
  book = await makeBook(server, { summary: "first" });
});

const { put, remove, undo, entriesOf } = bookRequests(server, stocker, () => book);

/** What an entry has beside its fields, and those that every entry has. */
const marks = ({ kind, fields: _, names: __, ...entry }: HistoryEntry) => {
  const { position: _p, changeId: _c, entity: _e, _id: _i, title: _t, version: _v, at: _a, ...rest } = entry;
  const { by: _b, byId: _d, ...own } = rest;
  return [kind, own];
};

it("an entry has what was done, by whom, and the ways that its reader has; nothing else", async () => {
  const changed = await put({ summary: "second", available: false });
  const [update] = await entriesOf();
  expect(update).toEqual({
    position: expect.any(Number),
    changeId: changeOf(changed),
    kind: "update",
    entity: "books",
    _id: book._id,
    title: book.title,
    version: 2,
    at: expect.any(String),
    by: "the-stocker",
    byId: expect.any(String),
    fields: [
      { field: "available", was: true, now: false },
      { field: "summary", was: "first", now: "second" },
    ],
    undoable: true,
  });
});

it("what came back has its ways back again; the deletion that was undone has none", async () => {
  const removed = await remove();
  expect((await entriesOf()).map(marks)).toEqual([
    ["delete", { undoable: true, binned: true }],
    ["create", { binned: true }],
  ]);
  await undo(changeOf(removed));
  expect((await entriesOf()).map(marks)).toEqual([
    ["restore", { undoable: true, undoes: changeOf(removed) }],
    ["delete", {}],
    ["create", { undoable: true }],
  ]);
});

it("what was deleted for good has no way back, nor the name that it had", async () => {
  await remove();
  const body = { entity: "books", _id: book._id };
  await server.call("POST", "/api/journal/purge", { token: stocker, body });
  const entries = await entriesOf();
  expect(entries.map(marks)).toEqual(entries.map(({ kind }) => [kind, {}]));
  expect(entries.map(({ kind, title, fields }) => [kind, title, fields])).toEqual(
    ["purge", "delete", "create"].map((kind) => [kind, book._id, []]),
  );
});
