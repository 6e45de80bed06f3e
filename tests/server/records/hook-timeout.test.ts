import { beforeEach, expect, it } from "vitest";
import { HOOK_TIMEOUT_MS, type ServerContext } from "../../../src/plugin/server-hook.ts";
import { buildServer } from "../build-server.ts";
import { plain } from "../images/pictures.ts";
import { bookValues, makeSubject, rowsOf } from "./library-records.ts";
import { type HookServer, openHookServer } from "./one-hook.ts";

/** Time that passes when the test says so. */
const waits: { readonly ms: number; readonly signal: AbortSignal | undefined; pass(): void }[] = [];
const wait = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((pass) => void waits.push({ ms, signal, pass }));

let clock = 0;

let open: HookServer;
openHookServer(
  (given) => {
    open = given;
  },
  { wait, elapsed: () => clock },
);
beforeEach(() => waits.splice(0));

const SLOW = "Summary could not be checked in time by the plugin textarea. Nothing is stored";

it("a hook that does not settle is given up after its patience, everyone else is served meanwhile", async () => {
  const { server, token, use } = open;
  const body = await bookValues(server, { summary: "Typed" });
  const before = await rowsOf(server, "books");
  let goOn: (() => Promise<string>) | undefined;
  use({
    clean: (value: string, { storeImage }: ServerContext) =>
      new Promise<string>((settle) => {
        goOn = async () => {
          settle(value);
          return storeImage(await plain("png")).then(
            () => "stored",
            (error: Error) => error.message,
          );
        };
      }),
  });
  const asked = server.call("POST", "/api/rest/books", { token, body });
  await makeSubject(server);
  await expect.poll(() => waits.length).toBe(1);
  expect(waits[0]?.ms).toBe(HOOK_TIMEOUT_MS);
  waits[0]?.pass();
  const refused = await asked;
  expect([refused.status, refused.errors]).toEqual([
    400,
    [{ path: "/summary", keyword: "serverSlow", message: SLOW }],
  ]);
  const [line] = server.log.splice(0);
  expect(line).toMatch(
    /^create books \(request \w+\): plugins\/textarea: clean of books\/summary: .*within 10 seconds/,
  );
  expect(await goOn?.()).toBe("The call of the server hook is over.");
  expect(await rowsOf(server, "books")).toEqual(before);
});

it.each<[string, (value: string) => unknown]>([
  ["answers", (value) => value],
  ["answers a promise", async (value) => value],
])("one that computes longer than its patience, then %s, is refused all the same", async (_how, answer) => {
  const { server, token, use } = open;
  const body = await bookValues(server, { summary: "Typed" });
  use({
    clean: (value: string) => {
      clock += HOOK_TIMEOUT_MS;
      return answer(value);
    },
  });
  const { status, errors } = await server.call("POST", "/api/rest/books", { token, body });
  expect([status, errors]).toEqual([400, [{ path: "/summary", keyword: "serverSlow", message: SLOW }]]);
  expect(server.log.splice(0)).toHaveLength(1);
  expect(waits).toEqual([]);
});

it("one that settles leaves no timer behind", async () => {
  const { server, token, use } = open;
  use({ complete: async () => "Given", clean: async (value: string) => value, check: async () => [] });
  const body = await bookValues(server, { marks: [{ name: "x" }] });
  expect((await server.call("POST", "/api/rest/books", { token, body })).status).toBe(201);
  expect(waits.map(({ ms, signal }) => [ms, signal?.aborted])).toEqual(
    Array.from({ length: 5 }, () => [HOOK_TIMEOUT_MS, true]),
  );
});

it("one that answers at once starts no timer", async () => {
  const { server, token, use } = open;
  use({ complete: () => "Given", clean: (value: string) => value, check: () => [] });
  const body = await bookValues(server, { marks: [{ name: "x" }] });
  expect((await server.call("POST", "/api/rest/books", { token, body })).status).toBe(201);
  expect(waits).toEqual([]);
});

it("all calls of a field's hook in one write share its patience, every item of a list included", async () => {
  const number = {
    clean: async (value: number) => {
      await undefined;
      clock += 4_000;
      return value;
    },
  };
  const server = await buildServer({
    effects: { wait, elapsed: () => clock },
    hooks: { number },
    config: {
      "entities/books.json": (json) => {
        const pages = { type: "integer", title: "Pages", widget: "number" };
        const items = { type: "object", properties: { pages } };
        json.schema.properties.chapters = { type: "array", title: "Chapters", widget: "record-slots", items };
      },
    },
  });
  const token = await server.as("stocker");
  const values = await bookValues(server, { year: 1990, chapters: [1, 2, 3, 4].map((pages) => ({ pages })) });
  const { status, errors } = await server.call("POST", "/api/rest/books", { token, body: values });
  expect([status, errors]).toMatchObject([400, [{ path: "/chapters/3/pages", keyword: "serverSlow" }]]);
  expect(server.log.splice(0)[0]).toMatch(/clean of books\/chapters\/3\/pages/);
  const lasts = waits.slice(-3).map(({ ms }) => ms);
  expect(lasts).toEqual([HOOK_TIMEOUT_MS, HOOK_TIMEOUT_MS - 4_000, HOOK_TIMEOUT_MS - 8_000]);
  expect(
    (await server.call("POST", "/api/rest/books", { token, body: { ...values, chapters: [] } })).status,
  ).toBe(201);
  await server.close();
});
