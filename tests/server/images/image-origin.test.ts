import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../../plugins/rich-text/plugin.json" with { type: "json" };
import richText from "../../../plugins/rich-text/server.ts";
import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import type { ImageRecord, RecordData, StoredRecord } from "../../../src/model/record.ts";
import { missingImages } from "../../../src/server/images/resolve-images.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { plain } from "./pictures.ts";
import { uploaded } from "./upload.ts";

const ORIGIN = "https://cms.example";
const BOOKS = "/api/rest/books";

let server: TestServer;
let token: string;
let image: ImageRecord;
let base: RecordData;

beforeAll(async () => {
  server = await buildServer({
    imageOrigin: ORIGIN,
    browserFiles: new Map([["index.html", new TextEncoder().encode("the page")]]),
    hooks: { "rich-text": richText },
    manifests: { "rich-text": manifest as Partial<PluginManifest> },
    config: {
      "entities/loans.json": (json) => {
        json.schema.properties.book.reference.fields = ["cover"];
      },
    },
  });
  token = await server.as("keeper");
  const [first] = await uploaded(server, token, await plain("png"));
  if (first === undefined) throw new Error("no image");
  image = first;
  const subject = (await server.insert("subjects", { name: "Tea" }))._id;
  base = { title: "Leaves", genre: "novel", year: 2001, subject, available: true };
});
afterAll(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

let count = 0;
const create = (values: object) => {
  count += 1;
  return server.call("POST", BOOKS, { token, body: { ...base, title: `Leaves ${count}`, ...values } });
};
const stored = ({ _id }: StoredRecord) => server.store.read((view) => view.get("books", _id));
const path = () => `/api/images/${image.fileName}`;
const inText = (address: string) => `<p>a<img src="${address}" alt="b"></p>`;

describe("with PUBLIC_URL", () => {
  it("the addresses of images are absolute in every answer, whatever host was asked; the store has none of it", async () => {
    expect(image.imgUrl).toBe(`${ORIGIN}${path()}`);
    const shown = { fileName: image.fileName, imgUrl: `${ORIGIN}${path()}`, expiresAt: null };
    const made = await create({ cover: image, photos: [image], note: inText(path()) });
    expect(made.status).toBe(201);
    const url = `${BOOKS}/${made.record._id}`;
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
    };
    const answers = [
      made.record,
      (await server.call("GET", url, { token, headers })).record,
      (await server.call("PUT", url, { token, headers, body: { year: 2002 } })).record,
    ];
    for (const record of answers)
      expect(record).toMatchObject({ cover: shown, photos: [shown], note: inText(shown.imgUrl) });
    const list = await server.call("GET", `${BOOKS}?nameQuery=${made.record.title}`, { token, headers });
    expect(list.rows("books")).toMatchObject([{ cover: shown, photos: [shown] }]);
    const own = { ...shown, imgUrl: path() };
    expect(await stored(made.record)).toMatchObject({ cover: own, photos: [own], note: inText(path()) });
    expect(list.text + JSON.stringify(answers)).not.toContain("evil.example");
  });

  it("through a reference too, for one who reads no more of it", async () => {
    const { record } = await create({ cover: image });
    const reader = await server.as("lender");
    const { status, body } = await server.call("GET", `${BOOKS}/${record._id}`, { token: reader });
    expect([status, body]).toEqual([200, { _id: record._id, title: record.title, cover: record.cover }]);
    expect(record.cover).toMatchObject({ imgUrl: `${ORIGIN}${path()}` });
  });

  it.each([
    ["without an origin", () => inText(path())],
    ["with it", () => inText(`${ORIGIN}${path()}`)],
    ["with it, by a client with another hand", () => `<P>a<IMG alt='b' SRC='${ORIGIN}${path()}'></P>`],
    ["with it, without quotes", () => `<p>a<img src=${ORIGIN}${path()} alt=b></p>`],
    ["with it in character references", () => inText(`${ORIGIN}${path()}`.replaceAll("/", "&#x2F;"))],
  ])("a picture in a text is taken %s, stored without, and kept as long as the text", async (_what, note) => {
    const { status, record } = await create({ note: note() });
    expect(status).toBe(201);
    const kept = String((await stored(record))?.note);
    expect(kept).toContain(`src="${path()}"`);
    expect(kept).not.toContain(ORIGIN);
    expect(String(record.note)).toContain(`src="${ORIGIN}${path()}"`);
    const held = await server.store.read((view) => view.image(image.fileName));
    expect(held?.expiresAt).toBeNull();
  });

  it("what was read can be sent whole, again and again, and says the same", async () => {
    const { record } = await create({ cover: image, photos: [image], note: inText(path()) });
    const url = `${BOOKS}/${record._id}`;
    let before: StoredRecord = record;
    for (let round = 0; round < 3; round += 1) {
      const { status, record: after } = await server.call("PUT", url, { token, body: { ...before, __v: 1 } });
      const { updatedAt: _, updatedBy: __, ...same } = before;
      expect([status, after]).toMatchObject([200, same]);
      before = after;
    }
  });

  it("only pictures are changed, and only ours: no link, no text, no other site's", async () => {
    const other = `https://elsewhere.example${path()}`;
    const note = `<p><a href="${ORIGIN}${path()}">&lt;img src="${path()}"&gt; ${ORIGIN}${path()}</a><img src="${other}"></p>`;
    const { record } = await create({ note });
    const kept = String((await stored(record))?.note);
    expect(kept).toContain(`href="${ORIGIN}${path()}"`);
    expect(kept).toContain(`&lt;img src="${path()}"&gt; ${ORIGIN}${path()}`);
    expect(kept).toContain(`<img src="${other}"`);
    expect(record.note).toBe(kept);
  });

  it("a picture that this server does not have is refused with the origin as without", async () => {
    const unknown = `/api/images/${"x".repeat(43)}.png`;
    for (const address of [unknown, ORIGIN + unknown]) {
      const { status, errors } = await create({ note: inText(address) });
      expect([status, errors.map(({ path, keyword }) => [path, keyword])]).toEqual([
        400,
        [["/note", "lostImage"]],
      ]);
    }
  });

  it("the origin takes nothing of a text's length", async () => {
    const text = `${"a".repeat(999_000)}${`<img src="${path()}">`.repeat(8)}`;
    const long = `<p>${text.replaceAll(path(), ORIGIN + path())}</p>`;
    const fits = `<p>${text}</p>`;
    expect(fits.length).toBeLessThan(1_000_000);
    const { status, record } = await create({ note: fits });
    expect(status).toBe(201);
    expect(record.note).toBe(long);
    const again = await server.call("PUT", `${BOOKS}/${record._id}`, { token, body: record });
    expect(again.status).toBe(200);
  });

  it("the page may show images from there, and from nowhere else", async () => {
    const { headers } = await server.call("GET", "/login");
    expect(headers["content-security-policy"]).toContain(`img-src 'self' ${ORIGIN} data: blob:;`);
  });
});

it("without PUBLIC_URL addresses have no origin, whatever host was asked", async () => {
  const other = await buildServer();
  const keeper = await other.as("keeper");
  const [first] = await uploaded(other, keeper, await plain("png"));
  expect(first?.imgUrl).toBe(`/api/images/${first?.fileName}`);
  const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
  const { record } = await other
    .insert("subjects", { name: "Tea" })
    .then(({ _id: subject }) =>
      other.call("POST", BOOKS, { token: keeper, headers, body: { ...base, subject, cover: first } }),
    );
  expect(record.cover).toEqual({ ...first, expiresAt: null });
  await other.close();
});

it("of the pictures inside a text, each that the server does not have is missing, not the first alone", async () => {
  const [gone, lost] = [`${"a".repeat(43)}.png`, `${"b".repeat(43)}.png`];
  const missing = (...names: string[]) => server.store.read((view) => missingImages(view, names));
  expect(await missing(gone, image.fileName, lost)).toEqual([gone, lost]);
  expect(await missing(image.fileName, lost)).toEqual([lost]);
  expect(await missing(image.fileName)).toEqual([]);
});
