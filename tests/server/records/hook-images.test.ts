import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { afterEach, describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import { defineServerPlugin } from "../../../src/plugin/server-hook.ts";
import { systemEffects } from "../../../src/server/effects.ts";
import { buildServer, ofFile, type TestServer } from "../build-server.ts";
import { plain } from "../images/pictures.ts";
import { bookValues, makeBook } from "./library-records.ts";

let server: TestServer;

afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function build(hooks: Parameters<typeof buildServer>[0] & object): Promise<string> {
  server = await buildServer(hooks);
  return server.as("stocker");
}

/** Calls `seen` with the name of each image that a write of the server stores, also of one that fails later. */
function seeImages(seen: (fileName: string) => void): void {
  const write = server.store.write.bind(server.store);
  Object.assign(server.store, {
    write: (work: Parameters<typeof write>[0]) =>
      write((transaction) =>
        work({
          ...transaction,
          addImage: async (image, full, small) => {
            seen(image.fileName);
            await transaction.addImage(image, full, small);
          },
        }),
      ),
  });
}

describe("Images that a hook finds inside a value are stored with the record, or go", () => {
  const address = (value: string) => /\/api\/images\/[\w.-]+/.exec(value)?.[0];
  const hook = defineServerPlugin<string>({
    async clean(value, { storeImage }) {
      const inline = /data:image\/png;base64,([^"]+)/.exec(value);
      if (inline === null) return value;
      const { imgUrl } = await storeImage(Buffer.from(inline[1] ?? "", "base64"));
      return value.replace(inline[0], imgUrl);
    },
    async check(value, { findImage }) {
      const own = address(value);
      return own === undefined || (await findImage(own)) !== undefined ? [] : [{ keyword: "lost" }];
    },
    images: (value) => [address(value) ?? "https://elsewhere.example/x.png"],
  });
  /** Keeps each of several, with blanks between. */
  const severalHook = defineServerPlugin<string>({
    clean: async (value, context) => {
      const all = await Promise.all(value.split(" ").map((one) => hook.clean?.(one, context)));
      return all.join(" ");
    },
    images: (value) => value.match(/\/api\/images\/[\w-]{43}\.png/g) ?? [],
  });
  const noise = () =>
    sharp(randomBytes(512 * 512 * 3), { raw: { width: 512, height: 512, channels: 3 } })
      .png()
      .toBuffer();
  const lost = { description: "It is gone.", text: { en: "A picture of {label} is gone" } };
  const shown = async (note: Json | undefined) =>
    (await server.call("GET", address(String(note)) ?? "")).status;

  it("is kept while the record shows it and goes with it", async () => {
    const token = await build({ hooks: { "rich-text": hook } });
    const data = `<img src="data:image/png;base64,${(await plain("png")).toString("base64")}">`;
    const book = await makeBook(server, { note: data });
    expect(book.note).toMatch(/^<img src="\/api\/images\/[\w-]{43}\.png">$/);
    server.advance(48 * 3_600_000);
    await server.store.write((transaction) => transaction.collectImages(server.effects.now().toISOString()));
    server.advance(-48 * 3_600_000);
    expect(await shown(book.note)).toBe(200);
    await server.call("DELETE", `/api/rest/books/${book._id}`, { token });
    expect(await shown(book.note)).toBe(404);
  });

  it("is asked for before the transaction: no other write waits for a hook", async () => {
    const heard: string[] = [];
    const images = (value: string) => {
      heard.push("images");
      return hook.images?.(value) ?? [];
    };
    const observe = (statement: string) => void heard.push(statement);
    await build({ hooks: { "rich-text": { ...hook, images } }, observe, writesOnce: true });
    heard.length = 0;
    await makeBook(server, { note: "<p>Text</p>" });
    const asked = heard.indexOf("images");
    expect(asked).toBeGreaterThan(-1);
    expect(heard.findIndex((one) => /^insert into "?records\$books/i.test(one))).toBeGreaterThan(asked);
    const before = heard.slice(0, asked);
    expect(before.lastIndexOf("commit")).toBe(
      before.findLastIndex((one) => /^(begin immediate|commit)$/.test(one)),
    );
  });

  it("a save that fails stores none of it", async () => {
    const token = await build({ hooks: { "rich-text": hook } });
    const data = `<img src="data:image/png;base64,${(await plain("png")).toString("base64")}">`;
    const stored = new Set<string>();
    seeImages((name) => void stored.add(name));
    const body = await bookValues(server, { note: data, subject: "000000000000000000000000" });
    const refused = await server.call("POST", "/api/rest/books", { token, body });
    expect([refused.status, stored.size]).toEqual([400, 1]);
    expect(await server.store.read((view) => view.image([...stored][0] ?? ""))).toBe(undefined);
  });

  ofFile("the words are SQLite's")("one that the store refuses refuses the save", async () => {
    let isSame = false;
    const { randomToken } = systemEffects();
    const token = await build({
      hooks: { "rich-text": hook },
      effects: { randomToken: () => (isSame ? "a".repeat(43) : randomToken()) },
    });
    const data = `<img src="data:image/png;base64,${(await plain("png")).toString("base64")}">`;
    const first = await bookValues(server, { note: data });
    const second = { ...first, title: "Its picture has a name that is taken" };
    isSame = true;
    const post = (body: object) => server.call("POST", "/api/rest/books", { token, body });
    expect((await post(first)).status).toBe(201);
    const refused = await post(second);
    expect([refused.status, refused.error.errorCode]).toEqual([500, "INTERNAL"]);
    expect(server.log.splice(0).join()).toContain("images.file_name");
    expect(await server.store.read((view) => view.count("books"))).toBe(1);
  });

  ofFile("it reads SQLite's statements")(
    "megabytes of them are stored before, one in a transaction; where the save fails, they expire",
    async () => {
      const groups: string[][] = [];
      const observe = (statement: string) => {
        if (statement === "begin immediate") groups.push([]);
        groups.at(-1)?.push(statement);
      };
      const token = await build({
        hooks: { "rich-text": severalHook },
        observe,
        writesOnce: true,
        effects: { now: () => new Date("2026-11-20T10:00:00Z") },
      });
      const data = await Promise.all([noise(), noise()]);
      const note = data.map((bytes) => `src="data:image/png;base64,${bytes.toString("base64")}"`).join(" ");
      const body = await bookValues(server, { note });
      groups.length = 0;
      const { status, record } = await server.call("POST", "/api/rest/books", { token, body });
      expect(status).toBe(201);
      const inserted = groups.map(
        (group) => group.filter((one) => one.startsWith("insert into images ")).length,
      );
      expect(inserted.filter((count) => count > 0)).toEqual([1, 1]);
      const names: string[] = String(record.note).match(/[\w-]{43}\.png/g) ?? [];
      const images = () =>
        server.store.read((view) =>
          Promise.all(names.map((name) => view.image(name).then((one) => one?.expiresAt))),
        );
      expect([names.length, await images()]).toEqual([2, [null, null]]);

      names.length = 0;
      seeImages((name) => void names.push(name));
      const refused = await server.call("POST", "/api/rest/books", {
        token,
        body: { ...body, title: "Another", subject: "000000000000000000000000" },
      });
      expect(refused.status).toBe(400);
      expect([names.length, await images()]).toEqual([2, Array(2).fill("2026-11-21T10:00:00.000Z")]);
      await server.store.write((transaction) => transaction.collectImages("2026-11-21T10:00:01.000Z"));
      expect(await images()).toEqual([undefined, undefined]);
    },
  );

  it("what is no image is refused at the field with a sentence", async () => {
    const token = await build({ hooks: { "rich-text": hook } });
    const body = await bookValues(server, { note: `<img src="data:image/png;base64,AAAA">` });
    const refused = await server.call("POST", "/api/rest/books", { token, body });
    const message = "Note is not an image of this library";
    expect([refused.status, refused.error.errorCode, refused.error.message]).toEqual([
      400,
      "VALIDATION_ERROR",
      message,
    ]);
    expect(refused.errors).toEqual([{ path: "/note", keyword: "image", message }]);
  });

  it("one larger than an upload may be is 413", async () => {
    const config = {
      "app.json": (json: { limits?: object }) => {
        json.limits = { ...json.limits, imageBytes: 64 * 1024 };
      },
    };
    const token = await build({ config, hooks: { "rich-text": hook } });
    const bytes = Buffer.concat([await plain("png"), Buffer.alloc(64 * 1024)]);
    const note = `<img src="data:image/png;base64,${bytes.toString("base64")}">`;
    const refused = await server.call("POST", "/api/rest/books", {
      token,
      body: await bookValues(server, { note }),
    });
    expect([refused.status, refused.error.message]).toEqual([413, "That is too large: at most 64 kB"]);
  });

  it("an address that this server never gave out is the plugin's to refuse", async () => {
    const token = await build({
      hooks: { "rich-text": hook },
      manifests: { "rich-text": { messages: { lost } } },
    });
    const body = await bookValues(server, { note: `<img src="/api/images/${"a".repeat(43)}.png">` });
    const refused = await server.call("POST", "/api/rest/books", { token, body });
    expect([refused.status, refused.errors[0]]).toEqual([
      400,
      { path: "/note", keyword: "lost", message: "A picture of Note is gone" },
    ]);
  });
});
