import { describe, expect, it } from "vitest";
import type { Json } from "../../../src/model/record.ts";
import type { AnyServerPlugin, ServerContext } from "../../../src/plugin/server-hook.ts";
import { valueAnswer } from "../../../src/server/records/call-hook.ts";
import { placedAt } from "../../../src/server/records/entity-runtime.ts";
import { bookValues, next, rowsOf } from "./library-records.ts";
import { type HookServer, openHookServer } from "./one-hook.ts";

let open: HookServer;
openHookServer((given) => {
  open = given;
});

const FAILED = "Summary could not be checked: the plugin textarea broke. Nothing is stored";

/** Writes of a summary are refused at the field; nothing is stored, others go on, and whoever runs the server is told. */
async function expectRefused(step: string, hook: AnyServerPlugin, summary: Json = "Typed"): Promise<string> {
  const { server, token, use } = open;
  const stored = await server.insert("books", await bookValues(server));
  const body = { ...(await bookValues(server)), summary };
  const before = await rowsOf(server, "books");
  use(hook);
  const writes = [
    ["POST", "/api/rest/books"],
    ["PUT", `/api/rest/books/${stored._id}`],
  ] as const;
  for (const [method, url] of writes) {
    const { status, error, errors } = await server.call(method, url, { token, body });
    expect([status, error.errorCode, error.message]).toEqual([400, "VALIDATION_ERROR", FAILED]);
    expect(errors).toEqual([{ path: "/summary", keyword: "serverFailed", message: FAILED }]);
  }
  expect(await rowsOf(server, "books")).toEqual(before);
  const other = await server.call("POST", "/api/rest/subjects", { token, body: { name: `Other ${next()}` } });
  expect(other.status).toBe(201);
  const log = server.log.splice(0);
  expect(
    log.map((line) =>
      line
        .replace(/ \(request \w+\)/, "")
        .split(": ")
        .slice(0, 3),
    ),
  ).toEqual([
    ["create books", "plugins/textarea", `${step} of books/summary`],
    ["update books", "plugins/textarea", `${step} of books/summary`],
  ]);
  return log[0] ?? "";
}

function boom(): never {
  throw new Error("Boom");
}

describe("what a hook throws refuses the write at its field", () => {
  it.each<[string, AnyServerPlugin]>([
    ["complete", { complete: boom }],
    ["clean", { clean: boom }],
    ["clean", { clean: async () => boom() }],
    ["check", { check: boom }],
    ["check", { check: () => Promise.reject(new Error("Boom")) }],
    ["images", { images: boom }],
  ])("%s: an error with its stack", async (step, hook) => {
    const line = await expectRefused(step, hook, step === "complete" ? null : "Typed");
    expect(line).toMatch(/Error: Boom\n +at .*broken-hooks/);
    expect(line).not.toContain("Typed");
  });

  const unreadable = Object.defineProperty(new Error("x"), "stack", { get: boom });
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["a text", "Boom"],
    ["what cannot be written", Object.create(null)],
    ["an error that cannot be read", unreadable],
  ])("%s", async (_case, thrown) => {
    const clean = () => {
      throw thrown;
    };
    await expectRefused("clean", { clean });
  });

  it("recursion without end", async () => {
    const clean = (value: string): string => clean(`${value}.`).trim();
    expect(await expectRefused("clean", { clean })).toContain("Maximum call stack");
  });

  it("a step that is no function", async () => {
    expect(await expectRefused("clean", Object({ clean: 5 }))).toContain("is not a function");
  });
});

describe("what is no answer refuses the write at its field", () => {
  const cyclic: unknown[] = [];
  cyclic.push(cyclic, cyclic);
  let laughs: unknown = "ha";
  for (let level = 0; level < 60; level += 1) laughs = [laughs, laughs];

  // biome-ignore lint/suspicious/noThenProperty: what await would take for a promise
  const thenable = Object.defineProperty({}, "then", { get: boom });

  it.each<[string, unknown]>([
    ["undefined", undefined],
    ["a promise of it", Promise.resolve()],
    ["a number, for a text", 5],
    ["a list, for a text", ["a"]],
    ["NaN", Number.NaN],
    ["a function", () => "x"],
    ["a symbol", Symbol("x")],
    ["a bigint", 5n],
    ["a date", new Date()],
    ["a text that is an object", Object("x")],
    ["what holds itself", cyclic],
    ["what is written out without end", laughs],
    ["a thenable that throws", thenable],
    ["a promise in a list", [Promise.resolve("x")]],
    ["what lies about its prototype", JSON.parse('{"__proto__":{"a":1}}')],
  ])(
    "clean and complete: %s",
    async (_case, answer) => {
      expect(await expectRefused("clean", { clean: () => answer })).toMatch(/Error: /);
      await expectRefused("complete", { clean: (value: Json) => value, complete: () => answer }, null);
      // A million values, four times.
    },
    60_000,
  );

  it("a list, for several fields under one heading", () => {
    const books = open.server.holder.current.entities.get("books");
    if (books === undefined) throw new Error("There are no books.");
    const scores = placedAt(books, "/scores");
    expect(valueAnswer({ readers: 1 }, scores)).toEqual({ readers: 1 });
    expect(() => valueAnswer([{ readers: 1 }], scores)).toThrow("for a field of type object");
  });

  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["no list", { keyword: "maxLength" }],
    ["null in it", [null]],
    ["a hole in it", new Array(1)],
    ["no keyword", [{}]],
    ["a keyword that is no text", [{ keyword: 5 }]],
    ["a keyword that no message has", [{ keyword: "unheardOf" }]],
    ["a keyword that every object has", [{ keyword: "constructor" }]],
    ["a value that is no number", [{ keyword: "unheardOf", values: { limit: Number.NaN } }]],
    ["a value that is an object", [{ keyword: "unheardOf", values: { limit: {} } }]],
    ["values that are none", [{ keyword: "unheardOf", values: "limit" }]],
    ["a promise of nothing", Promise.resolve()],
  ])("check: %s", async (_case, answer) => {
    await expectRefused("check", Object({ check: () => answer }));
  });

  it.each<[string, () => unknown]>([
    ["nothing", () => undefined],
    ["names that are no text", () => [5]],
    ["a hole in them", () => new Array(1)],
    ["a text", () => "x.png"],
    ["a promise that fails", () => Promise.reject(new Error("late"))],
  ])("images: %s", async (_case, images) => {
    await expectRefused("images", Object({ images }));
  });
});

describe("what the gates refuse is no fault of the hook", () => {
  const noImage = new Uint8Array(4);

  it("but where it throws something of its own instead, that is", async () => {
    const clean = (_value: string, { storeImage }: ServerContext) => storeImage(noImage).catch(boom);
    expect(await expectRefused("clean", { clean })).toContain("Error: Boom");
  });

  it("one that nobody waits for ends no process, and stores nothing", async () => {
    const clean = (value: string, { storeImage }: ServerContext) => {
      void storeImage(noImage);
      return value;
    };
    const { server, token, use } = open;
    use({ clean });
    const body = await bookValues(server, { summary: "Typed" });
    expect((await server.call("POST", "/api/rest/books", { token, body })).status).toBe(201);
  });
});
