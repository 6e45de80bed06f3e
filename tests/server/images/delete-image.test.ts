import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import type { ImageRecord } from "../../../src/model/record.ts";
import { foundPlugins } from "../../../src/node/found-plugins.ts";
import { loadSamples } from "../../../src/server/samples/load-samples.ts";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";
import { type EditedLibrary, editedLibrary } from "../config/edited-library.ts";
import { bookValues, makeBook } from "../records/library-records.ts";
import { plain } from "./pictures.ts";
import { formOf, MULTIPART, UPLOAD, uploaded } from "./upload.ts";

/** What the matrix of `image-rights.test.ts` cannot show: where owners come from, and what becomes of images in time. */
let library: EditedLibrary;
let server: TestServer;
let stocker: TestAccount;
let other: TestAccount;

/** With portraits of members, which only those who manage accounts may change. */
const withPortraits = () =>
  library.edit("entities/members.json", (json) => {
    json.schema.properties.portrait = { type: "object", title: "Portrait", image: true };
  });

beforeEach(async () => {
  library = editedLibrary();
  withPortraits();
  const { registry } = makeRegistry(await foundPlugins());
  server = await buildServer({ folder: library.config, registry });
  stocker = await server.account({ role: "stocker" });
  other = await server.account({ role: "stocker" });
});
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
  library.remove();
});

const row = (fileName: string) => server.store.read((view) => view.image(fileName));
const remove = ({ fileName }: ImageRecord, { token }: TestAccount) =>
  server.call("DELETE", `${UPLOAD}/${fileName}`, { token });
const shown = async ({ imgUrl }: ImageRecord) => (await server.call("GET", imgUrl)).status;

async function upload({ token }: TestAccount): Promise<ImageRecord> {
  const [image] = await uploaded(server, token, await plain("png"));
  if (image === undefined) throw new Error("nothing uploaded");
  return image;
}

describe("whose an image is", () => {
  it("an upload is the uploader's, whatever else was sent, and no answer says so (S09)", async () => {
    const part = (field: string, text: string) =>
      Buffer.from(
        formOf([])
          .toString()
          .replace(/--\r\n$/, `\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${text}\r\n`),
      );
    const fields = [part("uploadedBy", other._id), part("uploaded_by", "null")];
    const body = Buffer.concat([...fields, formOf([{ bytes: await plain("png") }])]);
    const { token } = stocker;
    const answer = await server.call<ImageRecord[]>("POST", UPLOAD, { token, body, headers: MULTIPART });
    expect(answer.status).toBe(201);
    const [image] = answer.body;
    expect(Object.keys(image ?? {}).sort()).toEqual(["expiresAt", "fileName", "imgUrl"]);
    expect((await row(image?.fileName ?? ""))?.uploadedBy).toBe(stocker._id);
  });

  it("naming it in a record, with an owner of one's own, changes nothing of it", async () => {
    const image = await upload(stocker);
    const cover = { ...image, uploadedBy: other._id };
    const { token } = other;
    const body = await bookValues(server, { cover, uploadedBy: other._id });
    const made = await server.call("POST", "/api/rest/books", { token, body });
    expect([made.status, Object.keys(made.record.cover ?? {}).sort()]).toEqual([
      201,
      ["expiresAt", "fileName", "imgUrl"],
    ]);
    const put = await server.call("PUT", `/api/rest/books/${made.record._id}`, {
      token,
      body: { cover: null },
    });
    expect(put.status).toBe(200);
    expect((await row(image.fileName))?.uploadedBy).toBe(stocker._id);
    expect((await remove(image, other)).status).toBe(403);
    expect((await remove(image, stocker)).status).toBe(200);
  });

  it("an inline picture is whoever's who saved the text", async () => {
    const src = `data:image/png;base64,${(await plain("png")).toString("base64")}`;
    const book = await makeBook(server);
    const { token } = stocker;
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, {
      token,
      body: { note: `<p>Plate</p><img src="${src}">` },
    });
    const fileName = /images\/([\w.-]+)/.exec(String(put.record.note))?.[1] ?? "";
    expect((await row(fileName))?.uploadedBy).toBe(stocker._id);
  });

  it("a sample's is nobody's", async () => {
    await server.close();
    const { registry } = makeRegistry(await foundPlugins());
    server = await buildServer({ folder: library.config, registry });
    const picture = await plain("png");
    const { store, effects, holder } = server;
    await loadSamples({ store, effects, runtime: holder.current, readImage: async () => picture });
    const { records } = await store.read((view) =>
      view.list("books", { offset: 0, limit: 100, sort: { field: "createdAt", order: "asc" } }),
    );
    const names = await store.read((view) =>
      Promise.all(records.map(({ _id }) => view.imagesOf("books", _id))),
    );
    expect(names.flat().length).toBeGreaterThan(0);
    for (const name of names.flat()) expect((await row(name))?.uploadedBy).toBeNull();
  });

  it("an account made anew is not the one before it", async () => {
    const image = await upload(stocker);
    await server.store.write((transaction) => transaction.delete("members", stocker._id));
    const again = await server.account({ role: "stocker", username: stocker.username });
    expect((await remove(image, again)).status).toBe(403);
    expect(await shown(image)).toBe(200);
  });
});

describe("a deletion that is refused leaves nothing behind", () => {
  it("the image stays in the record also through a `PUT` that does not name it", async () => {
    const keeper = await server.account({ role: "keeper" });
    const portrait = await upload(keeper);
    const url = `/api/rest/members/${other._id}`;
    const { token } = keeper;
    expect((await server.call("PUT", url, { token, body: { portrait } })).status).toBe(200);
    const refused = await remove(portrait, stocker);
    expect([refused.status, refused.error.message]).toEqual([403, "This picture is not yours to delete"]);
    const saved = await server.call("PUT", url, { token, body: { username: "renamed" } });
    expect(saved.record.portrait).toMatchObject({ fileName: portrait.fileName });
    expect(await shown(portrait)).toBe(200);
    expect((await remove(portrait, keeper)).status).toBe(200);
    expect(await shown(portrait)).toBe(200);
    expect(
      (await server.call("PUT", url, { token, body: { username: "again" } })).record.portrait,
    ).toBeNull();
    expect(await shown(portrait)).toBe(404);
  });

  it("who uses the image as a cover of theirs does not get the right to it", async () => {
    const keeper = await server.account({ role: "keeper" });
    const portrait = await upload(keeper);
    const { token } = keeper;
    await server.call("PUT", `/api/rest/members/${other._id}`, { token, body: { portrait } });
    const book = await makeBook(server, { cover: portrait });
    expect((await remove(portrait, stocker)).status).toBe(403);
    // Its own use of it is the book's to give up.
    const gone = await server.call("DELETE", `/api/rest/books/${book._id}`, { token: stocker.token });
    expect([gone.status, await shown(portrait)]).toEqual([200, 200]);
  });

  it("a picture of a protected record says why, in the words of that record", async () => {
    const image = await upload(stocker);
    await server.insert("books", { title: "Sample", cover: image, isProtected: true }, [image.fileName]);
    const { status, error } = await remove(image, stocker);
    expect([status, error.errorCode, error.message]).toEqual([
      403,
      "PROTECTED",
      "The sample books cannot be edited",
    ]);
    expect(await row(image.fileName)).toMatchObject({ deletionAsked: false, expiresAt: null });
  });

  it("one of hundreds of records is looked at as well as the first", async () => {
    const image = await upload(stocker);
    const keeper = await server.account({ role: "keeper" });
    for (let n = 0; n < 230; n += 1)
      await server.insert("books", { title: `Book no. ${n}` }, [image.fileName]);
    expect((await remove(image, stocker)).status).toBe(200);
    const last = await server.insert("books", { title: "Last" }, [image.fileName]);
    expect((await remove(image, stocker)).status).toBe(200);
    await server.insert("members", { username: "zoe", role: "director" }, [image.fileName]);
    for (const one of [stocker, keeper]) expect((await remove(image, one)).status).toBe(403);
    const sample = await server.insert("books", { title: "Sample", isProtected: true }, [image.fileName]);
    expect(sample._id > last._id).toBe(true);
    const director = await server.account({ role: "director" });
    expect((await remove(image, director)).error.errorCode).toBe("PROTECTED");
  });
});

it("An image in a field that left the config is still used: it stays, for who may edit the record and for everyone else", async () => {
  const keeper = await server.account({ role: "keeper" });
  const portrait = await upload(keeper);
  const { token } = keeper;
  const url = `/api/rest/members/${other._id}`;
  await server.call("PUT", url, { token, body: { portrait } });
  library.restore();
  await server.config?.follow();
  expect(server.holder.current.entities.get("members")?.fields.map(({ name }) => name)).not.toContain(
    "portrait",
  );

  expect((await remove(portrait, stocker)).status).toBe(403);
  expect((await server.call("PUT", url, { token, body: { username: "renamed" } })).status).toBe(200);
  expect(await shown(portrait)).toBe(200);
  withPortraits();
  await server.config?.follow();
  expect((await server.call("GET", url, { token })).record.portrait).toMatchObject({
    fileName: portrait.fileName,
  });
  expect(server.log.splice(0)).toEqual(Array(2).fill("config: entities/members.json served"));
});
