import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImageRecord } from "../../../src/model/record.ts";
import { collectExpired } from "../../../src/server/images/collect-expired.ts";
import { forgetOld } from "../../../src/server/records/history/forget-old.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { smallImageUrl } from "../../../src/wire/paths.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { plain } from "./pictures.ts";
import { UPLOAD, uploaded } from "./upload.ts";

const BOOKS = "/api/rest/books";
const HOUR = 3_600_000;

let server: TestServer;
let token: string;
let subject: string;
let first: ImageRecord;
let second: ImageRecord;

beforeEach(async () => {
  server = await buildServer();
  token = await server.as("stocker");
  subject = (await server.insert("subjects", { name: "Tea" }))._id;
  const images = await uploaded(server, token, await plain("png"), await plain("jpeg"));
  const none = { fileName: "", imgUrl: "", expiresAt: null };
  [first = none, second = none] = images;
});
afterEach(() => server.close());

const book = (values: object) => ({
  title: "Leaves",
  genre: "novel",
  year: 2001,
  subject,
  available: true,
  ...values,
});
const create = (values: object) => server.call("POST", BOOKS, { token, body: book(values) });
const put = (id: string, body: object) => server.call("PUT", `${BOOKS}/${id}`, { token, body });
const askDeletion = ({ fileName }: ImageRecord) => server.call("DELETE", `${UPLOAD}/${fileName}`, { token });
const held = ({ fileName, imgUrl }: ImageRecord) => ({ fileName, imgUrl, expiresAt: null });

async function expectThere(image: ImageRecord, there: boolean): Promise<void> {
  for (const url of [image.imgUrl, smallImageUrl(image.imgUrl)]) {
    expect((await server.call("GET", url)).status).toBe(there ? 200 : 404);
  }
}

describe("A record may only name images that this server gave out: an unknown one is 400, and `imgUrl` is the server's, whatever was sent.", () => {
  it("named by file name or address, with anything beside", async () => {
    const ways = [
      { fileName: first.fileName },
      { imgUrl: first.imgUrl },
      { imgUrl: `http://shop.example:8080${first.imgUrl}` },
      { imgUrl: smallImageUrl(first.imgUrl) },
      { imgUrl: `${first.imgUrl}?width=40#top` },
      { fileName: "", imgUrl: first.imgUrl },
      { ...first, _id: "x", __v: 1 },
      { fileName: first.fileName, imgUrl: "javascript:alert(1)", expiresAt: "2000-01-01T00:00:00.000Z" },
    ];
    for (const [index, cover] of ways.entries()) {
      const { status, record } = await create({ title: `Way ${index}`, cover, photos: [cover] });
      expect(status).toBe(201);
      expect(record.cover).toEqual(held(first));
      expect(record.photos).toEqual([held(first)]);
      const read = await server.call("GET", `${BOOKS}/${record._id}`, { token });
      expect([read.record.cover, read.record.photos]).toEqual([held(first), [held(first)]]);
    }
  });

  it("an unknown one, at its place, and nothing is stored (S05, S07)", async () => {
    const unknown = [
      { fileName: `${"x".repeat(43)}.png` },
      { fileName: "../../store.db" },
      { fileName: `../images/${first.fileName}` },
      { imgUrl: "https://evil.example/x.png" },
      { imgUrl: `https://evil.example/#${first.imgUrl}` },
      { imgUrl: "data:image/png;base64,AAAA" },
      { fileName: "__proto__" },
      { fileName: "x", imgUrl: first.imgUrl },
    ];
    for (const cover of unknown) {
      const { status, error, errors } = await create({ cover });
      expect([status, error.errorCode]).toEqual([400, "VALIDATION_ERROR"]);
      expect(errors).toEqual([{ path: "/cover", keyword: "image", message: expect.any(String) }]);
      const listed = await create({ photos: [first, cover] });
      expect(listed.errors).toMatchObject([{ path: "/photos/1", keyword: "image" }]);
    }
    for (const photos of [[{}], [null], ["x"], [[first]], "x", { 0: first }]) {
      expect((await create({ photos })).status).toBe(400);
    }
    expect(await server.store.read((view) => view.count("books"))).toBe(0);
    expect(server.log).toEqual([]);
  });

  it("an emptied cover is none", async () => {
    for (const [index, cover] of [null, {}, { imgUrl: "" }, { fileName: "", imgUrl: "" }].entries()) {
      const { status, record } = await create({ title: `Bare ${index}`, cover });
      expect([status, record.cover, record.photos]).toEqual([201, null, []]);
    }
  });
});

describe("An uploaded image that no record refers to expires (`expiresAt`, a day later) and is then collected; in a record it does not (`expiresAt` null).", () => {
  it("is collected after its day, not before", async () => {
    await create({ cover: first });
    server.advance(23 * HOUR);
    await collectExpired(server.store, server.effects);
    await expectThere(second, true);
    server.advance(2 * HOUR);
    await collectExpired(server.store, server.effects);
    await expectThere(second, false);
    await expectThere(first, true);
    await comeBack();
    expect((await create({ title: "Late", cover: second })).status).toBe(400);
  });

  it("one that a record let go of gets another day", async () => {
    const { record } = await create({ cover: first });
    server.advance(48 * HOUR);
    await comeBack();
    expect((await put(record._id, { cover: null })).status).toBe(200);
    await collectExpired(server.store, server.effects);
    await expectThere(first, true);
    server.advance(25 * HOUR);
    await collectExpired(server.store, server.effects);
    await expectThere(first, false);
  });

  it("ended sessions go with them", async () => {
    const [before] = await sessions();
    server.advance(13 * HOUR);
    await collectExpired(server.store, server.effects);
    expect([before, (await sessions())[0]]).toEqual([true, false]);
  });
});

describe("A deletion during a save must lose nothing if the save then fails: an image that a stored record still refers to stays readable.", () => {
  it("◆ Once its deletion was asked for, it leaves the record with the next `PUT` of it that does not name it (clients omit a removed cover), and then goes.", async () => {
    const { record } = await create({ cover: first, photos: [second] });
    expect((await askDeletion(first)).status).toBe(200);
    await expectThere(first, true);
    expect((await put(record._id, { year: 1 })).status).toBe(400);
    await expectThere(first, true);
    expect((await server.call("GET", `${BOOKS}/${record._id}`, { token })).record.cover).toEqual(held(first));

    const saved = await put(record._id, { year: 2002 });
    expect([saved.status, saved.record.cover]).toEqual([200, null]);
    expect(saved.record.photos).toEqual([held(second)]);
    await expectThere(first, false);
    await expectThere(second, true);
  });

  it("out of a list that the `PUT` does not name, the others stay", async () => {
    const { record } = await create({ photos: [first, second] });
    await askDeletion(first);
    const saved = await put(record._id, { year: 2002 });
    expect(saved.record.photos).toEqual([held(second)]);
    await expectThere(first, false);
  });

  it("named again, it stays, also through a later `PUT` that names no image", async () => {
    const { record } = await create({ cover: first });
    await askDeletion(first);
    const saved = await put(record._id, { ...record, year: 2002 });
    expect([saved.status, saved.record.cover]).toEqual([200, held(first)]);
    const later = await put(record._id, { year: 2003 });
    expect([later.status, later.record.cover]).toEqual([200, held(first)]);
    await expectThere(first, true);
  });

  it("without its deletion asked for, a field that is absent keeps its image", async () => {
    const { record } = await create({ cover: first, photos: [second] });
    const saved = await put(record._id, { year: 2002 });
    expect([saved.record.cover, saved.record.photos]).toEqual([held(first), [held(second)]]);
  });

  it("an image of two records goes with the last of them", async () => {
    const one = await create({ cover: first });
    const two = await create({ title: "Other leaves", photos: [first] });
    await askDeletion(first);
    await put(one.record._id, { year: 2002 });
    await expectThere(first, true);
    await put(two.record._id, { photos: [] });
    await expectThere(first, false);
  });
});

it("◆ `DELETE /upload/images/{fileName}` answers 200 also when the file is already gone.", async () => {
  for (const name of [first.fileName, first.fileName, `${"y".repeat(43)}.gif`, "no-such-file.png", "%00"]) {
    const { status, body } = await server.call("DELETE", `${UPLOAD}/${name}`, { token });
    expect([status, body]).toEqual([200, { message: "Deleted" }]);
  }
  await expectThere(first, false);
  await expectThere(second, true);
});

it("◆ Deleting a drink or an article deletes its images", async () => {
  const { record } = await create({ cover: first, photos: [second, first] });
  const other = await create({ title: "Other leaves", cover: second });
  expect((await server.call("DELETE", `${BOOKS}/${record._id}`, { token })).status).toBe(200);
  await expectThere(first, false);
  await expectThere(second, true);
  expect((await server.call("GET", `${BOOKS}/${other.record._id}`, { token })).record.cover).toEqual(
    held(second),
  );
});

it("a record of the bin has its images hidden, and with its restore they are there again", async () => {
  const { _id = "" } = (await create({ cover: first, photos: [second] })).record;
  await server.call("DELETE", `${BOOKS}/${_id}`, { token });
  for (const image of [first, second]) await expectThere(image, false);
  const other = await create({ title: "Another", cover: first });
  expect([other.status, other.body]).toMatchObject([400, { errors: [{ path: "/cover" }] }]);
  await askDeletion(second);
  const body = { entity: "books", _id };
  const restored = await server.call("POST", "/api/journal/restore", { token, body });
  expect(restored.body).toMatchObject({ record: { cover: held(first), photos: [held(second)] } });
  for (const image of [first, second]) await expectThere(image, true);
});

it("an image of the bin goes when its time there is over", async () => {
  const { _id = "" } = (await create({ cover: first })).record;
  await server.call("DELETE", `${BOOKS}/${_id}`, { token });
  const bytes = () =>
    server.store.read((view) => view.binnedImageBytes("books", _id, first.fileName, "full"));
  server.advance(15 * 24 * HOUR);
  await server.account({ role: "lender" });
  server.advance(16 * 24 * HOUR);
  await collectExpired(server.store, server.effects);
  expect(await bytes()).toBeDefined();
  await forgetOld(server.store, server.holder.current.config.app, server.effects);
  expect(await bytes()).toBeUndefined();
  expect(await server.store.read((view) => view.binned("books", _id))).toBeUndefined();
  await expectThere(first, false);
});

it("a record that names an image at the moment when it is deleted has it or is refused", async () => {
  for (let n = 0; n < 5; n += 1) {
    const [image] = await uploaded(server, token, await plain("png"));
    if (image === undefined) throw new Error("nothing uploaded");
    const [made] = await Promise.all([create({ title: `Race ${n}`, cover: image }), askDeletion(image)]);
    expect([201, 400]).toContain(made.status);
    await expectThere(image, made.status === 201);
  }
});

/** A new session, where the clock has ended the old one. */
async function comeBack(): Promise<void> {
  ({ token } = await server.account({ role: "stocker" }));
}

/** Whether the session of these tests is still kept. */
async function sessions(): Promise<boolean[]> {
  return [(await server.store.read((view) => view.session(hashToken(token)))) !== undefined];
}
