import { afterEach, describe, expect, it } from "vitest";
import manifest from "../../../plugins/rich-text/plugin.json" with { type: "json" };
import richText from "../../../plugins/rich-text/server.ts";
import type { PluginManifest } from "../../../src/model/plugin-manifest.ts";
import type { RecordData } from "../../../src/model/record.ts";
import { type AnyServerPlugin, defineServerPlugin } from "../../../src/plugin/server-hook.ts";
import type { Runtime } from "../../../src/server/config/runtime.ts";
import { loadSamples } from "../../../src/server/samples/load-samples.ts";
import { UnconvertibleError } from "../../../src/server/store/store-errors.ts";
import { type BuildOptions, buildLibrary, buildServer, type TestServer } from "../build-server.ts";
import { plain } from "../images/pictures.ts";
import { bookValues, makeBook } from "./library-records.ts";

let server: TestServer;
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

const PLAIN = '<p style="text-align: center">a<br>b</p><ul><li>c<ol><li>d</li></ol></li></ul>';
const QUILL =
  '<p class="ql-align-center">a</p><p class="ql-align-center">b</p><ol><li data-list="bullet">c</li><li data-list="ordered" class="ql-indent-1">d</li></ol>';
/** As the other client saves it. */
const MARKED =
  '<ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>c</li></ol><p><br></p>';

const NOTE = { type: "string", title: "Note", format: "html", widget: "rich-text" };

/** The library with a formatted text at the top, in an object and in a list, in this form; undefined: by a plugin without forms. */
function libraryIn(
  output: string | undefined,
  hook: AnyServerPlugin = richText,
  more: object = {},
): BuildOptions {
  const field = { ...NOTE, ...(output === undefined ? {} : { options: { output } }) };
  const { storedForm: _, convert: __, ...older } = richText;
  return {
    hooks: { "rich-text": output === undefined ? older : hook },
    manifests: { "rich-text": manifest as Partial<PluginManifest> },
    config: {
      "entities/books.json": ({ schema: { properties } }) => {
        properties.note = { ...field, ...more };
        properties.card = {
          type: "object",
          title: "Card",
          properties: { text: field, pages: { type: "number" } },
        };
        const items = { type: "object", properties: { text: field } };
        properties.letters = { type: "array", title: "Letters", widget: "record-slots", items };
      },
    },
  };
}

async function follow(runtime: Runtime): Promise<void> {
  await server.store.applyShapes(runtime.tables);
  server.holder.current = runtime;
}

const textsOf = (html: string): RecordData => ({
  note: html,
  card: { text: html, pages: 3 },
  letters: [{ text: html }, { text: null }, { text: html }],
});

const stored = (id: string) => server.store.read((view) => view.get("books", id));

describe("a changed form of stored values", () => {
  it("converts what is stored, nested and protected too, and leaves to the byte what is in it", async () => {
    server = await buildServer(libraryIn(undefined));
    const values = await bookValues(server);
    const plain = await server.insert("books", { ...values, ...textsOf(PLAIN), isProtected: true });
    const quill = await server.insert("books", { ...values, ...textsOf(MARKED), title: "Quill" });
    const none = await server.insert("books", { ...values, title: "None" });

    await follow(await buildLibrary(libraryIn("quill")));
    expect(await stored(plain._id)).toEqual({ ...plain, ...textsOf(QUILL) });
    expect(await stored(quill._id)).toEqual(quill);
    expect(await stored(none._id)).toEqual(none);

    await follow(await buildLibrary(libraryIn("semantic")));
    const back = { ...plain, ...textsOf(PLAIN.replace("<br>", '</p><p style="text-align: center">')) };
    expect(await stored(plain._id)).toEqual(back);
    expect(await stored(quill._id)).toEqual({ ...quill, ...textsOf("<ul><li>c</li></ul><p><br></p>") });
  });

  it("is converted once, and before it is served", async () => {
    server = await buildServer(libraryIn(undefined));
    const { _id } = await server.insert("books", { ...(await bookValues(server)), note: PLAIN });
    const asked: string[] = [];
    const hook = defineServerPlugin<string>({
      storedForm: () => "shouted",
      convert: (value) => {
        asked.push(value);
        return value.toUpperCase();
      },
    });
    const runtime = await buildLibrary(libraryIn("quill", hook));
    await follow(runtime);
    expect(await stored(_id)).toMatchObject({ note: PLAIN.toUpperCase() });
    const times = asked.length;
    await follow(await buildLibrary(libraryIn("quill", hook)));
    expect(asked).toHaveLength(times);
  });

  it("is given to many long values with turns for others in between", async () => {
    server = await buildServer(libraryIn(undefined));
    const values = await bookValues(server);
    for (let n = 0; n < 60; n += 1)
      await server.insert("books", { ...values, title: `Long ${n}`, note: "x".repeat(n < 20 ? 10 : 30_000) });
    let sinceTurn = 0;
    let longest = 0;
    let isOver = false;
    const turn = () => {
      sinceTurn = 0;
      if (!isOver) setImmediate(turn);
    };
    turn();
    const hook = defineServerPlugin<string>({
      storedForm: () => "shouted",
      convert: (value) => {
        sinceTurn += value.length;
        longest = Math.max(longest, sinceTurn);
        return value.toUpperCase();
      },
    });
    await follow(await buildLibrary(libraryIn("quill", hook)));
    isOver = true;
    // Lists leave formatted texts out.
    const records = await server.store.read((view) => view.walk("books", undefined, 100));
    expect(records.filter(({ note }) => /^X+$/.test(String(note)))).toHaveLength(60);
    expect(longest).toBeLessThan(100_000);
  });

  it.each<[string, AnyServerPlugin["convert"]]>([
    ["throws", () => JSON.parse("<")],
    ["answers nothing", () => undefined as unknown as null],
    ["answers another kind of value", () => 5],
    ["answers later", async () => "x"],
  ])("where a conversion %s, nothing is changed and the config is refused", async (_what, convert) => {
    server = await buildServer(libraryIn(undefined));
    const before = await server.insert("books", { ...(await bookValues(server)), ...textsOf(PLAIN) });
    const { convert: _, ...hook } = richText;
    const runtime = await buildLibrary(
      libraryIn("quill", convert === undefined ? hook : { ...hook, convert }),
    );
    const unconvertible = ["note", "card", "letters"].map((column) => ({
      table: "books",
      column,
      reason: "kind",
      count: 1,
      first: [before.title],
    }));
    const refused = await server.store.applyShapes(runtime.tables).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UnconvertibleError);
    expect(refused).toMatchObject({ unconvertible: expect.arrayContaining(unconvertible) });
    expect(await stored(before._id)).toEqual(before);
  });

  it("is that of samples from their first loading on", async () => {
    const library = libraryIn("quill");
    server = await buildServer({
      ...library,
      config: {
        ...library.config,
        "samples/books.json": (samples) => Object.assign(samples[0], textsOf(PLAIN)),
      },
    });
    const { store, effects, holder } = server;
    await loadSamples({ store, effects, runtime: holder.current, readImage: async () => PIXEL });
    const [sample] = holder.current.config.samples.get("books") ?? [];
    expect(await stored(String(sample?._id))).toMatchObject({ ...textsOf(QUILL), isProtected: true });
  });
});

describe("a text that is written in Quill's form", () => {
  it("is stored in it, whoever writes it how; what is in it already stays to the byte", async () => {
    server = await buildServer(libraryIn("quill"));
    const token = await server.as("stocker");
    const { _id, note, letters } = await makeBook(server, { note: PLAIN, letters: [{ text: PLAIN }] });
    expect([note, letters]).toEqual([QUILL, [{ text: QUILL }]]);
    const put = (body: object) => server.call("PUT", `/api/rest/books/${_id}`, { token, body });
    expect((await put({ note: MARKED })).record.note).toBe(MARKED);
    const { record: read } = await server.call("GET", `/api/rest/books/${_id}`, { token });
    expect((await put({ ...read, year: 1999 })).record).toMatchObject({ note: MARKED, year: 1999 });
  });
});

describe.each(["semantic", "quill"])("a text in the form %s", (output) => {
  it("is as long as its field lets it be, its inline pictures aside", async () => {
    const limit = { maxLength: 150, messages: { maxLength: "Too long" } };
    server = await buildServer(libraryIn(output, richText, limit));
    const token = await server.as("stocker");
    const post = async (note: string) =>
      server.call("POST", "/api/rest/books", { token, body: await bookValues(server, { note }) });
    const picture = `<img src="data:image/png;base64,${(await plain("png")).toString("base64")}">`;
    expect(picture.length).toBeGreaterThan(150);
    const answer = await post(`<ul><li>a${picture}</li></ul>`);
    expect([answer.status, answer.record.note]).toEqual([
      201,
      expect.stringMatching(
        /^<(ul><li|ol><li data-list="bullet")>a<img src="\/api\/images\/[\w-]{43}\.png"><\/li>/,
      ),
    ]);
    const refused = await post(`<p>${"a".repeat(150)}</p>`);
    expect([refused.status, refused.error.errors]).toMatchObject([
      400,
      [{ path: "/note", keyword: "maxLength" }],
    ]);
  });
});

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
