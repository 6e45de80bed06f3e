import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ImageRecord, RecordData } from "../../../src/model/record.ts";
import { smallImageUrl } from "../../../src/wire/paths.ts";
import { LIBRARY } from "../../model/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { plain } from "./pictures.ts";
import { uploaded } from "./upload.ts";

const BOOKS = "/api/rest/books";
const NONE: ImageRecord = { fileName: "", imgUrl: "", expiresAt: null };

let server: TestServer;
let stocker: string;
let cover: ImageRecord;
let photo: ImageRecord;
let id: string;

beforeEach(async () => {
  server = await buildServer({
    config: {
      "entities/books.json": (books) => {
        books.rights.fields.photos = { view: "staffing" };
      },
    },
  });
  stocker = await server.as("stocker");
  [cover = NONE, photo = NONE] = await uploaded(server, stocker, await plain("png"), await plain("jpeg"));
  const subject = (await server.insert("subjects", { name: "Tea" }))._id;
  const values = { title: "Leaves", genre: "novel", year: 2001, subject, available: true };
  const director = await server.as("director");
  id = await make({ ...values, cover, photos: [photo] }, director);
});
afterEach(() => server.close());

async function make(body: RecordData, token: string): Promise<string> {
  return (await server.call("POST", BOOKS, { token, body })).record._id;
}
const remove = () => server.call("DELETE", `${BOOKS}/${id}`, { token: stocker });
const ask = async (image: ImageRecord, token: string | undefined, query = `entity=books&id=${id}`) =>
  server.call("GET", `/api/journal/images/${image.fileName}?${query}`, token === undefined ? {} : { token });
const publicly = async ({ imgUrl }: ImageRecord) => [
  (await server.call("GET", imgUrl)).status,
  (await server.call("GET", smallImageUrl(imgUrl))).status,
];

it("an image of a deleted record has no public address, and is shown to who sees the record and the field", async () => {
  const bytes = (await server.call("GET", cover.imgUrl)).text;
  expect((await ask(cover, stocker)).status).toBe(404);
  await remove();
  expect(await publicly(cover)).toEqual([404, 404]);
  const answer = await ask(cover, stocker);
  expect(answer).toMatchObject({
    status: 200,
    headers: {
      "content-type": "image/png",
      "cache-control": "no-store",
      "content-security-policy": "default-src 'none'; sandbox",
    },
  });
  expect(answer.text).toBe(bytes);
  expect((await ask(cover, stocker, `entity=books&id=${id}&size=small`)).headers["content-type"]).toBe(
    "image/webp",
  );
});

it("not without a session, nor to who may not see the record or the field, nor by another record's name", async () => {
  const other = await make(
    {
      title: "Other",
      genre: "novel",
      year: 2001,
      subject: (await server.insert("subjects", { name: "T" }))._id,
      available: true,
    },
    stocker,
  );
  await remove();
  await server.call("DELETE", `${BOOKS}/${other}`, { token: stocker });
  expect((await ask(cover, undefined)).status).toBe(401);
  expect((await ask(cover, await server.as("lender"))).status).toBe(404);
  expect((await ask(photo, stocker)).status).toBe(404);
  expect((await ask(photo, await server.as("director"))).status).toBe(200);
  for (const query of [`entity=books&id=${other}`, `entity=members&id=${id}`, `entity=books`, `id=${id}`, ""])
    expect([query, (await ask(cover, stocker, query)).status]).toEqual([query, 404]);
  expect((await ask({ ...NONE, fileName: "x" }, stocker)).status).toBe(404);
});

it("the bin and the history name it, until the record is restored", async () => {
  await remove();
  const bin = () => server.call("GET", "/api/journal/bin?entity=books", { token: stocker });
  expect((await bin()).body).toMatchObject({ records: [{ _id: id, image: cover.fileName }] });
  const history = () => server.call("GET", `/api/journal?entity=books&id=${id}`, { token: stocker });
  expect((await history()).body).toMatchObject({ entries: [{ binned: true }, { binned: true }] });
  await server.call("POST", "/api/journal/restore", { token: stocker, body: { entity: "books", _id: id } });
  expect((await history()).text).not.toContain("binned");
  expect(await publicly(cover)).toEqual([200, 200]);
  expect((await ask(cover, stocker)).status).toBe(404);
});

const restore = () =>
  server.call("POST", "/api/journal/restore", { token: stocker, body: { entity: "books", _id: id } });

it("a record whose picture's deletion was asked for is restored with it", async () => {
  const asked = await server.call("DELETE", `/api/upload/images/${cover.fileName}`, { token: stocker });
  expect(asked.status).toBe(200);
  await remove();
  expect(await publicly(cover)).toEqual([404, 404]);
  expect(await restore()).toMatchObject({
    status: 200,
    body: { record: { cover: { fileName: cover.fileName } } },
  });
  expect(await publicly(cover)).toEqual([200, 200]);
});

const LOST = { fileName: `${"f".repeat(32)}.png`, imgUrl: "", expiresAt: null };
/** A record of the bin whose pictures the server does not have any more. */
async function makeLost(): Promise<void> {
  const subject = (await server.insert("subjects", { name: "Lost" }))._id;
  const values = { title: "Lost", genre: "novel", year: 2001, subject, available: true };
  id = (await server.insert("books", { ...values, cover: LOST, photos: [LOST] }))._id;
}

it("a record is restored without the pictures that are gone, and those that one may see are named", async () => {
  await makeLost();
  await remove();
  expect(await restore()).toMatchObject({
    status: 200,
    body: {
      record: { title: "Lost", cover: null },
      notRestored: ["Without pictures that are gone: Cover"],
    },
  });
  const token = await server.as("director");
  expect((await server.call("GET", `${BOOKS}/${id}`, { token })).record).toMatchObject({ photos: [] });
  await remove();
  expect((await restore()).body).toMatchObject({ notRestored: [] });
});

it("the undoing of its deletion says it too", async () => {
  await makeLost();
  const { headers } = await remove();
  const body = { changeId: headers["change-id"] };
  const undone = await server.call("POST", "/api/journal/undo", { token: stocker, body });
  const reason = "Without pictures that are gone: Cover";
  expect([undone.status, undone.body]).toEqual([
    200,
    { undone: 1, kept: [], notRestored: [{ entity: "books", _id: id, title: "Lost", reason }] },
  ]);
});

/** They have no cover. */
const NO_SAMPLES = Object.fromEntries(
  readdirSync(join(LIBRARY, "samples"))
    .filter((name) => name.endsWith(".json"))
    .map((name) => [`samples/${name}`, undefined]),
);

it("a record is not restored without a picture that is required", async () => {
  await server.close();
  server = await buildServer({
    config: {
      "entities/books.json": (books) => {
        books.schema.required.push("cover");
        books.schema.properties.cover.messages = { required: "A book needs a cover" };
      },
      ...NO_SAMPLES,
    },
  });
  stocker = await server.as("stocker");
  await makeLost();
  await remove();
  expect(await restore()).toMatchObject({
    status: 400,
    body: { errors: [{ path: "/cover", keyword: "required", message: "A book needs a cover" }] },
  });
  expect(await server.store.read((view) => view.get("books", id))).toBeUndefined();
  expect(await server.store.read((view) => view.binned("books", id))).toBeDefined();
});
