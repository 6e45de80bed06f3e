import { expect, it } from "vitest";
import type { ServerContext } from "../../../src/plugin/server-hook.ts";
import { bookValues } from "./library-records.ts";
import { type HookServer, openHookServer } from "./one-hook.ts";

let open: HookServer;
openHookServer((given) => {
  open = given;
});

async function create(values: Parameters<typeof bookValues>[1]) {
  const { server, token } = open;
  return server.call("POST", "/api/rest/books", { token, body: await bookValues(server, values) });
}

type Change = (value: object, context: ServerContext) => void;

it.each<[string, Change]>([
  ["the record", (_value, { record }) => Object.assign(record, { title: "Another" })],
  ["what is inside it", (_value, { record }) => Object.assign(Object(record.scores), { staff: 9 })],
  ["the value", (value) => Object.assign(value, [{ name: "Another" }])],
  ["what is inside it", (value) => Object.assign(Object.values(value)[0], { name: "Another" })],
  ["the options", (_value, { options }) => Object.assign(options, { imageField: "cover" })],
  ["the context", (_value, context) => Object.assign(context, { record: {} })],
])("a hook cannot change %s", async (_case, change) => {
  for (const step of ["clean", "check"] as const) {
    open.use({
      [step]: (value: object, context: ServerContext) => {
        change(value, context);
        return step === "clean" ? value : [];
      },
    });
    const refused = await create({ marks: [{ name: "x" }], scores: { readers: 1, staff: 1 } });
    expect(refused.errors).toMatchObject([{ path: "/marks", keyword: "serverFailed" }]);
    const [line] = open.server.log.splice(0);
    expect(line).toMatch(/TypeError: Cannot (assign to read only|add) property/);
    open.use({ clean: (value: object) => value });
  }
});

it("nor the record when it completes, nor the value whose images it names", async () => {
  open.use({
    complete({ record }: ServerContext) {
      Object.assign(Object(record.scores), { staff: 9 });
      return null;
    },
  });
  const completed = await create({ marks: [], scores: { readers: 1, staff: 1 } });
  expect(completed.status).toBe(400);
  open.use({
    complete: () => null,
    images(value: object) {
      Object.assign(Object(Object.values(value)[0]), { name: "Another" });
      return [];
    },
  });
  const shown = await create({ marks: [{ name: "x" }] });
  expect(shown.errors).toMatchObject([{ path: "/marks", keyword: "serverFailed" }]);
  const log = open.server.log.splice(0);
  for (const line of log) expect(line).toMatch(/TypeError: Cannot assign to read only/);
  expect(log).toHaveLength(2);
});

it("it is given nothing but what its contract names", async () => {
  const keys: string[][] = [];
  open.use({
    clean(value: object, context: ServerContext) {
      keys.push(Object.keys(context).sort());
      return value;
    },
  });
  expect((await create({ marks: [] })).status).toBe(201);
  expect(keys).toEqual([["findImage", "options", "path", "record", "storeImage"]]);
});

it("an answer is taken as it was when it was given", async () => {
  const answer = [{ name: "given" }];
  open.use({
    clean: () => answer,
    check() {
      answer.push({ name: "later" });
      Object.assign(Object(answer[0]), { name: "later" });
      return [];
    },
  });
  const { status, record } = await create({ marks: [{ name: "x" }] });
  expect([status, record.marks]).toEqual([201, [{ name: "given", grade: null }]]);
  expect(answer).toHaveLength(2);
});

it("a key of its answer that is a prototype is no answer, inside a list too", async () => {
  open.use({ clean: () => [JSON.parse('{"name":"x","__proto__":{"a":1}}')] });
  const refused = await create({ marks: [{ name: "x" }] });
  expect(refused.errors).toMatchObject([{ path: "/marks", keyword: "serverFailed" }]);
  expect(open.server.log.splice(0)).toHaveLength(1);
});
