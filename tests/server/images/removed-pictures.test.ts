import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import type { ImageRecord, RecordData } from "../../../src/model/record.ts";
import { foundPlugins } from "../../../src/node/found-plugins.ts";
import { collectExpired } from "../../../src/server/images/collect-expired.ts";
import { forgetOld } from "../../../src/server/records/history/forget-old.ts";
import { smallImageUrl } from "../../../src/wire/paths.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { plain } from "./pictures.ts";
import { UPLOAD, uploaded } from "./upload.ts";

/** Pictures that were removed from a record or replaced can come back, as long as the bin would keep them. */

const BOOKS = "/api/rest/books";
const DAY = 86_400_000;
const NONE: ImageRecord = { fileName: "", imgUrl: "", expiresAt: null };

let server: TestServer;
let token: string;
let subject: string;
let first: ImageRecord;
let second: ImageRecord;

beforeEach(async () => {
  const { registry } = makeRegistry(await foundPlugins());
  server = await buildServer({
    registry,
    config: {
      "entities/books.json": (books) => {
        books.rights.fields.photos = { view: "staffing", edit: "staffing" };
      },
    },
  });
  token = await server.as("stocker");
  subject = (await server.insert("subjects", { name: "Tea" }))._id;
  [first = NONE, second = NONE] = await uploaded(server, token, await plain("png"), await plain("jpeg"));
});
afterEach(() => server.close());

const create = async (values: object, by = token) => {
  const body = { title: "Leaves", genre: "novel", year: 2001, subject, available: true, ...values };
  const answer = await server.call("POST", BOOKS, { token: by, body });
  expect(answer.status).toBe(201);
  return answer.record._id;
};
const get = (id: string) => server.call("GET", `${BOOKS}/${id}`, { token });
const put = (id: string, body: RecordData, by = token) =>
  server.call("PUT", `${BOOKS}/${id}`, { token: by, body });
const ask = ({ fileName }: ImageRecord) => server.call("DELETE", `${UPLOAD}/${fileName}`, { token });
const named = ({ fileName }: ImageRecord) => ({ fileName, imgUrl: expect.any(String), expiresAt: null });
const publicly = async ({ imgUrl }: ImageRecord) =>
  Promise.all([imgUrl, smallImageUrl(imgUrl)].map(async (url) => (await server.call("GET", url)).status));
const kept = async ({ fileName }: ImageRecord, id: string, by: string | undefined = token) =>
  (
    await server.call("GET", `/api/journal/images/${fileName}?entity=books&id=${id}`, {
      ...(by === undefined ? {} : { token: by }),
    })
  ).status;
const undo = async (answer: { headers: Readonly<Record<string, unknown>> }) =>
  server.call("POST", "/api/journal/undo", {
    token,
    body: { changeId: String(answer.headers["change-id"]) },
  });
const SHOWN = [200, 200];
const HIDDEN = [404, 404];

describe("a picture that is removed in the form", () => {
  it("has no public address any more, is shown to a session, and comes back with the undoing of the save", async () => {
    const id = await create({ cover: first });
    const bytes = (await server.call("GET", first.imgUrl)).text;
    await ask(first);
    const saved = await put(id, { cover: null });
    expect([await publicly(first), await kept(first, id)]).toEqual([HIDDEN, 200]);
    expect(await undo(saved)).toMatchObject({ status: 200, body: { undone: 1, kept: [] } });
    expect((await get(id)).record.cover).toEqual(named(first));
    expect([await publicly(first), await kept(first, id)]).toEqual([SHOWN, 404]);
    expect((await server.call("GET", first.imgUrl)).text).toBe(bytes);
  });

  it("and replaced by another one, back and forth", async () => {
    const id = await create({ cover: first });
    await ask(first);
    const replaced = await put(id, { cover: second });
    const undone = await undo(replaced);
    expect([undone.status, await publicly(first), await publicly(second)]).toEqual([200, SHOWN, SHOWN]);
    // The upload is still the person's to delete, but the history has it.
    await ask(second);
    expect(await publicly(second)).toEqual(HIDDEN);
    const again = await undo(undone);
    expect([again.status, (await get(id)).record.cover]).toEqual([200, named(second)]);
    expect([await publicly(second), await kept(first, id)]).toEqual([SHOWN, 200]);
  });

  it("comes back with one field of the history, and its deletion may be asked for after the save", async () => {
    const id = await create({ cover: first });
    await put(id, { cover: null, year: 2002 });
    expect(await publicly(first)).toEqual(SHOWN);
    await ask(first);
    expect([await publicly(first), await kept(first, id)]).toEqual([HIDDEN, 200]);
    const back = await put(id, { cover: { ...first } });
    expect([back.status, back.record.cover, back.record.year]).toEqual([200, named(first), 2002]);
    expect(await publicly(first)).toEqual(SHOWN);
  });

  it("waits its day where nobody asked for its deletion, and is then kept", async () => {
    const id = await create({ cover: first });
    const saved = await put(id, { cover: null });
    server.advance(2 * DAY);
    await collectExpired(server.store, server.effects);
    ({ token } = await server.account({ role: "stocker" }));
    expect([await publicly(first), await kept(first, id)]).toEqual([HIDDEN, 200]);
    expect((await undo(saved)).status).toBe(200);
    expect(await publicly(first)).toEqual(SHOWN);
  });

  it("belongs to that record: no other may name it, and nobody may delete it", async () => {
    const id = await create({ cover: first });
    await ask(first);
    await put(id, { cover: null });
    const other = await create({ title: "Other" });
    const stolen = await put(other, { cover: first });
    expect([stolen.status, stolen.errors]).toMatchObject([400, [{ path: "/cover", keyword: "image" }]]);
    expect((await ask(first)).status).toBe(200);
    expect([await kept(first, id), await kept(first, other)]).toEqual([200, 404]);
  });

  it("of two records stays public until both let go, and comes back to each", async () => {
    const ids = [await create({ cover: first }), await create({ title: "Other", cover: first })];
    await ask(first);
    const saves = [];
    for (const id of ids) {
      expect(await publicly(first)).toEqual(SHOWN);
      saves.push(await put(id, { cover: null }));
    }
    expect(await publicly(first)).toEqual(HIDDEN);
    for (const [index, id] of ids.entries()) {
      expect((await undo(saves[index] ?? { headers: {} })).status).toBe(200);
      expect((await get(id)).record.cover).toEqual(named(first));
    }
    expect(await publicly(first)).toEqual(SHOWN);
  });

  it("comes back although its record was deleted and restored meanwhile", async () => {
    const id = await create({ cover: first });
    await ask(first);
    const saved = await put(id, { cover: second });
    await server.call("DELETE", `${BOOKS}/${id}`, { token });
    expect([await kept(first, id), await kept(second, id)]).toEqual([200, 200]);
    const body = { entity: "books", _id: id };
    expect((await server.call("POST", "/api/journal/restore", { token, body })).status).toBe(200);
    expect([await publicly(first), await publicly(second)]).toEqual([HIDDEN, SHOWN]);
    expect((await undo(saved)).status).toBe(200);
    expect((await get(id)).record.cover).toEqual(named(first));
  });

  it("goes with its record that is deleted for good", async () => {
    const id = await create({ cover: first });
    await ask(first);
    await put(id, { cover: null });
    await server.call("DELETE", `${BOOKS}/${id}`, { token });
    const body = { entity: "books", _id: id };
    expect((await server.call("POST", "/api/journal/purge", { token, body })).status).toBe(200);
    expect(await bytes(id, first)).toBeUndefined();
  });
});

describe("a deletion that was asked for by a form whose save then failed", () => {
  it("takes no picture from a record whose other fields are changed, or changed back", async () => {
    const id = await create({ cover: first });
    const priced = await put(id, { year: 2002, cover: first });
    await ask(first);
    const changed = await server.call("PUT", `${BOOKS}/${id}`, {
      token,
      body: { title: "Renamed" },
      headers: { "if-match": String(priced.headers.etag) },
    });
    expect([changed.status, changed.record.cover]).toEqual([200, named(first)]);
    await ask(first);
    expect((await undo(changed)).status).toBe(200);
    expect((await get(id)).record).toMatchObject({ title: "Leaves", cover: named(first) });
    expect(await publicly(first)).toEqual(SHOWN);
  });

  it("takes it from one that is sent whole without it, and undo brings it back", async () => {
    const id = await create({ cover: first });
    await ask(first);
    const changed = await put(id, { year: 2002 });
    expect([changed.record.cover, await publicly(first)]).toEqual([null, HIDDEN]);
    expect((await undo(changed)).status).toBe(200);
    expect((await get(id)).record).toMatchObject({ year: 2001, cover: named(first) });
  });
});

describe("who may see it", () => {
  it("is who sees the record and the field, with a session", async () => {
    const director = await server.as("director");
    const id = await create({ photos: [first] }, director);
    await server.call("DELETE", `${UPLOAD}/${first.fileName}`, { token: director });
    expect((await put(id, { photos: [] }, director)).status).toBe(200);
    expect(await publicly(first)).toEqual(HIDDEN);
    expect(await kept(first, id, director)).toBe(200);
    expect(await kept(first, id)).toBe(404);
    expect(await kept(first, id, await server.as("lender"))).toBe(404);
    const bare = await server.call("GET", `/api/journal/images/${first.fileName}?entity=books&id=${id}`);
    expect(bare.status).toBe(401);
  });
});

describe("a picture inside a text", () => {
  it("is kept and comes back as one of a field", async () => {
    const id = await create({ note: `<p>Plate</p><img src="${first.imgUrl}">` });
    await ask(first);
    const saved = await put(id, { note: "<p>Plate</p>" });
    expect([saved.status, await publicly(first), await kept(first, id)]).toEqual([200, HIDDEN, 200]);
    expect((await undo(saved)).status).toBe(200);
    expect((await get(id)).record.note).toContain(first.fileName);
    expect(await publicly(first)).toEqual(SHOWN);
  });
});

it("a deleted record comes back with the pictures in its text", async () => {
  const id = await create({ note: `<p>Plate</p><img src="${first.imgUrl}">` });
  await server.call("DELETE", `${BOOKS}/${id}`, { token });
  expect(await publicly(first)).toEqual(HIDDEN);
  const body = { entity: "books", _id: id };
  const restored = await server.call("POST", "/api/journal/restore", { token, body });
  expect(restored).toMatchObject({ status: 200, body: { notRestored: [] } });
  expect([(await get(id)).record.note, await publicly(first)]).toEqual([
    expect.stringContaining(first.fileName),
    SHOWN,
  ]);
});

describe("it is kept", () => {
  const pass = async (days: number) => {
    server.advance(days * DAY);
    ({ token } = await server.account({ role: "stocker" }));
    await collectExpired(server.store, server.effects);
    await forgetOld(server.store, server.holder.current.config.app, server.effects);
  };

  it("as long as a deleted record, and then the undoing says why it cannot be", async () => {
    const id = await create({ cover: first });
    await ask(first);
    const saved = await put(id, { cover: null });
    await pass(15);
    await pass(14);
    expect(await kept(first, id)).toBe(200);
    await pass(2);
    expect(await kept(first, id)).toBe(404);
    expect(await bytes(id, first)).toBeUndefined();
    const undone = await undo(saved);
    expect([undone.status, (await get(id)).record.cover]).toEqual([409, null]);
    expect(undone.body).toMatchObject({ kept: [{ _id: id, reason: expect.stringMatching(/\S/) }] });
  });

  it("or else the rest of the change can be undone, and the field with the picture stays as it is", async () => {
    const id = await create({ cover: first, year: 2001 });
    await ask(first);
    const saved = await put(id, { cover: second, year: 2002 });
    await pass(15);
    await pass(16);
    expect(await kept(first, id)).toBe(404);
    const refused = await undo(saved);
    expect(refused.body).toMatchObject({
      errorCode: "NOT_UNDONE",
      undoable: 1,
      kept: [
        { _id: id, partly: true, reason: expect.stringMatching(/^Without pictures that are gone: Cover/) },
      ],
    });
    expect((await get(id)).record.year).toBe(2002);
    const changeId = String(saved.headers["change-id"]);
    const rest = await server.call("POST", "/api/journal/undo", { token, body: { changeId, rest: true } });
    expect(rest).toMatchObject({ status: 200, body: { undone: 1, kept: [{ _id: id }] } });
    expect((await get(id)).record).toMatchObject({ year: 2001, cover: named(second) });
  });

  it("not longer than the history, where that is shorter", async () => {
    await server.close();
    server = await buildServer({
      config: { "app.json": (app) => Object.assign(app, { history: { days: 5, binDays: 30 } }) },
    });
    token = await server.as("stocker");
    subject = (await server.insert("subjects", { name: "Tea" }))._id;
    [first = NONE] = await uploaded(server, token, await plain("png"));
    const id = await create({ cover: first });
    await ask(first);
    await put(id, { cover: null });
    const image = await server.store.read((view) => view.image(first.fileName, { table: "books", _id: id }));
    const until = Date.parse(image?.expiresAt ?? "") - server.effects.now().getTime();
    expect(until / DAY).toBeCloseTo(5, 3);
  });

  it("not at all where no record ever used it", async () => {
    await ask(first);
    expect(await publicly(first)).toEqual(HIDDEN);
    const id = await create({});
    expect((await put(id, { cover: first })).status).toBe(400);
    expect(await bytes(id, first)).toBeUndefined();
  });
});

const bytes = (id: string, { fileName }: ImageRecord) =>
  server.store.read((view) => view.binnedImageBytes("books", id, fileName, "full"));
