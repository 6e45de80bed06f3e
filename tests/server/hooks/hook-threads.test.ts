import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { HOOK_TIMEOUT_MS } from "../../../src/plugin/server-hook.ts";
import { type HookThreads, openHookThreads } from "../../../src/server/hooks/hook-threads.ts";
import { routeServices } from "../../../src/server/runtime/build-runtime.ts";
import { UnconvertibleError } from "../../../src/server/store/store-errors.ts";
import { buildLibrary, buildServer, type TestServer } from "../build-server.ts";
import { plain } from "../images/pictures.ts";
import { bookValues, makeBook, rowsOf } from "../records/library-records.ts";
import { buildThread, removeThreads } from "./build-thread.ts";

/** What the hook does is the value's first word; the rest makes it long. */
const HOOK = `
let calls = 0;
const IMAGE = /data:([\\w+/=]+)/;
export default {
  async clean(value, context) {
    const [what] = value.split(" ");
    calls += 1;
    if (what === "loop") for (;;);
    if (what === "throw") throw new RangeError("It broke.");
    if (what === "exit") process.exit(0);
    if (what === "crash") await new Promise(() => setTimeout(() => { throw new Error("Crashed."); }));
    if (what === "date") return new Date(0);
    if (what === "function") return { f() {} };
    if (what === "nothing") return undefined;
    if (what === "write") context.record.title = "Another";
    if (what === "left") void Promise.reject(new Error("Left behind."));
    if (what === "later") void new Promise((resolve) => setTimeout(resolve, 50)).then(() => context.findImage("a.png"));
    if (what === "context") {
      const { options, path, record } = context;
      return JSON.stringify({ options, path, title: record.title, same: record.summary === value, calls }) + " ".repeat(70_000);
    }
    if (what === "refused") return (await context.storeImage(Buffer.from("no image"))).imgUrl;
    if (what === "image") {
      const stored = await context.storeImage(Buffer.from(IMAGE.exec(value)[1], "base64"));
      const found = await context.findImage(stored.fileName);
      return "shows " + found.imgUrl + " ".repeat(70_000);
    }
    return value;
  },
  convert(value) {
    if (value.startsWith("loop ")) for (;;);
    return value.toUpperCase();
  },
  check: (value) => (value.startsWith("bad ") ? [{ keyword: "odd" }] : []),
  images(value) {
    if (value.startsWith("promise ")) return Promise.resolve([]);
    return value.startsWith("shows ") ? [value.split(" ")[1]] : [];
  },
};
`;

const LONG = "x".repeat(70_000);

let module: URL;
let server: TestServer;
let threads: HookThreads;
let token: string;
/** A hook's time passes so quickly. */
let timeoutMs = HOOK_TIMEOUT_MS;

const here = () => {
  throw new Error("It ran here.");
};

beforeAll(async () => {
  module = await buildThread({ textarea: HOOK });
  server = await buildServer({
    hooks: { textarea: { clean: here, check: here, images: here } },
    manifests: { textarea: { messages: { odd: { description: "Odd.", text: { en: "Odd" } } } } },
    hookThreads: (effects, log) => {
      const wait: typeof effects.wait = (_ms, signal) => effects.wait(timeoutMs, signal);
      threads = openHookThreads({ module, effects: { ...effects, wait }, log });
      return threads;
    },
  });
  token = await server.as("stocker");
});
afterEach(() => {
  timeoutMs = HOOK_TIMEOUT_MS;
  expect(server.log).toEqual([]);
});
afterAll(async () => {
  await threads.close();
  await server.close();
  await removeThreads();
});

function callOf(summary: string) {
  const call = { folder: "plugins/textarea", step: "clean", pointer: "/summary", options: {} } as const;
  return { ...call, record: { summary, title: "A" } };
}

/** A gate whose images are stored once the first is called. */
function pausedGate(): [go: () => void, gate: Parameters<HookThreads["run"]>[1]] {
  let go = () => {};
  const going = new Promise<void>((resolve) => {
    go = resolve;
  });
  const storeImage = async () => {
    await going;
    return { fileName: "a.png", imgUrl: "/a.png", expiresAt: null };
  };
  return [go, { findImage: async () => undefined, storeImage }];
}

async function create(summary: string) {
  const body = await bookValues(server, { summary });
  return server.call("POST", "/api/rest/books", { token, body });
}

async function refused(what: string, keyword = "serverFailed"): Promise<string> {
  const before = await rowsOf(server, "books");
  const answer = await create(`${what} ${LONG}`);
  expect([answer.status, answer.errors]).toMatchObject([400, [{ path: "/summary", keyword }]]);
  expect(await rowsOf(server, "books")).toEqual(before);
  return server.log.splice(0).join("\n");
}

describe("a stored value of more than 16 kB", () => {
  const books = () => server.store.read((view) => view.walk("books", undefined, 10));
  const textsOf = async () => (await books()).map(({ summary }) => summary);
  const loudly = () =>
    buildLibrary(
      { hooks: { textarea: { storedForm: () => "loud", convert: here } } },
      routeServices(server.effects, threads),
    );
  afterEach(async () => {
    for (const { _id } of await books())
      await server.store.write((transaction) => transaction.delete("books", _id));
  });

  it("is converted in a thread, and the event loop goes on; a short one is not", async () => {
    const values = await bookValues(server);
    await server.insert("books", { ...values, summary: LONG });
    const { tables } = await loudly();
    expect(await server.store.unconvertible(tables)).toEqual([]);
    await server.store.applyShapes(tables);
    expect(await textsOf()).toEqual([LONG.toUpperCase()]);
    await server.store.applyShapes(server.holder.current.tables);
    await server.insert("books", { ...values, title: "Short", summary: "short" });
    const found = { table: "books", column: "summary", reason: "kind", count: 1 };
    expect(await server.store.unconvertible(tables)).toMatchObject([found]);
  });

  it("whose conversion does not end cannot become one of the form, and keeps nobody waiting", async () => {
    timeoutMs = 300;
    await server.insert("books", { ...(await bookValues(server)), summary: `loop ${LONG}` });
    const { tables } = await loudly();
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 10);
    await expect(server.store.applyShapes(tables)).rejects.toBeInstanceOf(UnconvertibleError);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(0);
    expect(await textsOf()).toEqual([`loop ${LONG}`]);
  });
});

describe("a server hook given more than 16 kB", () => {
  it("runs in a thread; with less, here", async () => {
    expect(await create(`keep ${LONG}`)).toMatchObject({ status: 201, record: { summary: `keep ${LONG}` } });
    expect((await create("short")).errors).toMatchObject([{ keyword: "serverFailed" }]);
    expect(server.log.splice(0).join()).toContain("It ran here.");
  });

  it("gets its context there, and the thread is kept for the next call", async () => {
    const body = await bookValues(server, {});
    const { _id } = await makeBook(server, body);
    const summary = `context ${LONG}`;
    const contextOf = async () => {
      const { record } = await server.call("PUT", `/api/rest/books/${_id}`, { token, body: { summary } });
      return JSON.parse(String(record.summary));
    };
    const { calls, ...first } = await contextOf();
    expect(first).toEqual({ options: { rows: 4 }, path: "summary", title: body.title, same: true });
    expect((await contextOf()).calls).toBe(calls + 1);
  });

  it("of two threads, the one that is free first is kept", async () => {
    const [stored, gate] = pausedGate();
    const run = (what: string) => threads.run(callOf(`${what} `), gate, HOOK_TIMEOUT_MS);
    const calls = async () => JSON.parse(String((await run("context")).answer)).calls;
    await calls();
    const slow = run("refused");
    expect(await calls()).toBe(1);
    stored();
    await slow;
    expect(await calls()).toBe(2);
  });

  it.each([
    [
      "throw",
      /^create books \(request \w+\): plugins\/textarea: clean of books\/summary: RangeError: It broke\.\n +at .*server\.ts|hook-thread/,
    ],
    ["date", /TypeError: a Date is no JSON/],
    ["function", /TypeError: a function at \/f is no JSON/],
    ["nothing", /TypeError: It answered nothing/],
    ["write", /TypeError: Cannot assign to read only property 'title'/],
    ["promise", /images of books\/summary: TypeError: a Promise is no JSON/],
    ["exit", /It ended its thread/],
    ["crash", /Error: Crashed\./],
  ])("that does wrong refuses its field, and the next call is served: %s", async (what, says) => {
    expect(await refused(what)).toMatch(says);
    expect((await create(`keep ${LONG}`)).status).toBe(201);
  });

  it("in an endless loop is ended at its time; everyone is served meanwhile, and the next call too", async () => {
    timeoutMs = 500;
    const asked = refused("loop", "serverSlow");
    let longest = 0;
    let isOver = false;
    const over = asked.finally(() => {
      isOver = true;
    });
    for (let last = performance.now(); !isOver; last = performance.now()) {
      expect((await server.call("GET", "/api/health")).status).toBe(200);
      longest = Math.max(longest, performance.now() - last);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(await over).toContain("It did not settle within 10 seconds.");
    expect(longest).toBeLessThan(400);
    timeoutMs = HOOK_TIMEOUT_MS;
    expect((await create(`keep ${LONG}`)).status).toBe(201);
  });

  it("in many endless loops keeps two threads busy, no more, and each gets its whole time", async () => {
    timeoutMs = 300;
    const began = performance.now();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(`loop ${LONG}`)));
    expect(answers.map(({ errors }) => errors[0]?.keyword)).toEqual(Array(4).fill("serverSlow"));
    expect(performance.now() - began).toBeGreaterThan(600);
    server.log.splice(0);
  });

  it("checks there, and its refusal is that of the field", async () => {
    await refused("bad", "odd");
  });

  it("stores and finds images through the server, which keeps them with the record", async () => {
    const png = (await plain("png")).toString("base64");
    const { status, record } = await create(`image data:${png} ${LONG}`);
    expect(status).toBe(201);
    const [, url = ""] = String(record.summary).split(" ");
    const image = await server.app.inject({ url });
    expect([image.statusCode, image.headers["content-type"]]).toEqual([200, "image/png"]);
    const kept = await server.store.read((view) => view.imagesOf("books", record._id));
    expect(kept).toEqual([url.split("/").at(-1)]);
  });

  it("what the server refuses it stays the server's refusal", async () => {
    await refused("refused", "image");
  });

  it("that goes on after its answer reaches nothing, and is told", async () => {
    const asked: string[] = [];
    const gate = {
      findImage: async (name: string) => void asked.push(name),
      storeImage: () => Promise.reject(new Error("none")),
    };
    const call = callOf(`later ${LONG}`);
    expect((await threads.run(call, gate, HOOK_TIMEOUT_MS)).answer).toBe(call.record.summary);
    await expect.poll(() => server.log.length).toBe(1);
    expect(server.log.splice(0)[0]).toContain("The call of the server hook is over.");
    expect(asked).toEqual([]);
  });

  it("that leaves a failing promise behind is told, and ends nothing", async () => {
    expect((await create(`left ${LONG}`)).status).toBe(201);
    await expect.poll(() => server.log.length).toBe(1);
    expect(server.log.splice(0)[0]).toMatch(
      /^plugins\/textarea: a promise failed that nobody waits for: Error: Left behind/,
    );
  });
});

it("the thread of the build has the installed plugins: rich text is cleaned beside the event loop", async () => {
  const log: string[] = [];
  const effects = server.effects;
  const real = openHookThreads({ module: await buildThread(), effects, log: (text) => log.push(text) });
  const gate = {
    findImage: async () => undefined,
    storeImage: async () => Promise.reject(new Error("none")),
  };
  const text = "<p onclick=x>a</p>".repeat(40_000);
  const call = {
    folder: "plugins/rich-text",
    step: "clean",
    pointer: "/text",
    record: { text },
    options: {},
  } as const;
  const began = performance.now();
  const asked = real.run(call, gate, HOOK_TIMEOUT_MS);
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  const { answer } = await asked;
  isOver = true;
  expect(answer).toBe("<p>a</p>".repeat(40_000));
  expect(turns).toBeGreaterThan((performance.now() - began) / 50);
  await real.close();
  expect(log).toEqual([]);
});
