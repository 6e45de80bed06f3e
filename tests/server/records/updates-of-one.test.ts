import { Agent, request } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { defineServerPlugin } from "../../../src/plugin/server-hook.ts";
import { type BuildOptions, buildServer, ofFile, type TestServer } from "../build-server.ts";
import { makeBook, makeLoan, makeSubject, rowsOf } from "./library-records.ts";

const CLIENTS = 16;
const EACH = 25;

let server: TestServer;
let commits: number;
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

async function begin(options: BuildOptions = {}): Promise<void> {
  server = await buildServer({
    writesOnce: true,
    observe: (statement) => {
      if (statement === "commit") commits += 1;
    },
    ...options,
  });
}

it("updates within one millisecond, and those of a clock that was set back, each make a later version", async () => {
  let now = Date.parse("2026-11-20T10:00:00.000Z");
  await begin({ effects: { now: () => new Date(now) } });
  const book = await makeBook(server);
  const token = await server.as("stocker");
  const versions = [book.updatedAt];
  for (const back of [0, 0, 60_000]) {
    now -= back;
    const put = await server.call("PUT", `/api/rest/books/${book._id}`, { token, body: { year: 1990 } });
    versions.push(put.record.updatedAt);
  }
  expect(versions).toEqual([0, 1, 2, 3].map((at) => `2026-11-20T10:00:00.00${at}Z`));
});

const IN_ORDER = "requests that come together reach PostgreSQL by several connections, in any order";

describe("many who update one record at once", () => {
  ofFile("writes of a server on PostgreSQL share no commit")(
    "share commits: at most one for 8 updates, and no field of another is lost",
    async () => {
      await begin();
      const book = await makeBook(server);
      const token = await server.as("stocker");
      const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
      const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
      const put = (body: object) =>
        new Promise<number>((resolve, reject) => {
          const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
          const url = `${address}/api/rest/books/${book._id}`;
          const sent = request(url, { method: "PUT", agent, headers }, (answer) => {
            answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
          });
          sent.on("error", reject).end(JSON.stringify(body));
        });
      // Of each kind of client another field.
      const bodies = [
        (n: number) => ({ year: 1500 + n }),
        (n: number) => ({ summary: `Number ${n}` }),
        (n: number) => ({ price: n }),
        (n: number) => ({ title: `Title ${n}` }),
      ];
      commits = 0;
      const statuses: number[] = [];
      const client = async (_: unknown, at: number) => {
        for (let n = 0; n < EACH; n += 1) statuses.push(await put(bodies[at % 4]?.(n) ?? {}));
      };
      await Promise.all(Array.from({ length: CLIENTS }, client));
      agent.destroy();
      expect(statuses).toEqual(Array(CLIENTS * EACH).fill(200));
      expect(commits).toBeLessThanOrEqual((CLIENTS * EACH) / 8);
      // Of each kind the last one stored is the last of some client.
      const [stored] = await rowsOf(server, "books");
      expect(stored).toMatchObject({
        year: 1500 + EACH - 1,
        summary: `Number ${EACH - 1}`,
        price: EACH - 1,
        title: `Title ${EACH - 1}`,
      });
    },
  );

  it("of those who saw the same version one is stored, the others are 409", async () => {
    await begin();
    const book = await makeBook(server);
    const token = await server.as("stocker");
    const put = (n: number) =>
      server.call("PUT", `/api/rest/books/${book._id}`, { token, body: { ...book, year: 1500 + n } });
    const answers = await Promise.all(Array.from({ length: CLIENTS }, (_, n) => put(n)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(CLIENTS - 1).fill(409)]);
    const [stored] = await rowsOf(server, "books");
    expect(stored).toMatchObject({ year: answers.find(({ status }) => status === 200)?.record.year });
  });

  ofFile(IN_ORDER)("each is judged by what those before it left", async () => {
    await begin();
    const token = await server.as("lender");
    const { _id } = await makeLoan(server, { renewals: 4, reason: "A slow reader" });
    const put = (body: object) => server.call("PUT", `/api/rest/loans/${_id}`, { token, body });
    // Once it is back, no other reason is taken; out again, and often renewed, it needs one.
    const [back, ignored, out, refused] = await Promise.all([
      put({ returned: true, returnedOn: "2026-04-01" }),
      put({ reason: "Forgotten" }),
      put({ returned: false }),
      put({ reason: "" }),
    ]);
    expect([back.status, ignored.status, out.status, refused.status]).toEqual([200, 200, 200, 400]);
    expect(ignored.record).toMatchObject({ returned: true, reason: "A slow reader" });
    expect(refused.errors).toMatchObject([{ path: "/reason", keyword: "required" }]);
    expect(await rowsOf(server, "loans")).toMatchObject([{ returned: false, reason: "A slow reader" }]);
  });
});

describe("what takes its time is never prepared inside a transaction", () => {
  ofFile(IN_ORDER)("a hook that is asked again lets others write meanwhile", async () => {
    let asked = 0;
    let write = async () => {};
    const textarea = defineServerPlugin<string>({
      async clean(value) {
        if (value !== "slow") return value;
        asked += 1;
        if (asked > 1) await write();
        return value;
      },
    });
    await begin({ hooks: { textarea } });
    const [book, token] = [await makeBook(server), await server.as("stocker")];
    write = async () => void (await makeSubject(server));
    const put = (body: object) => server.call("PUT", `/api/rest/books/${book._id}`, { token, body });
    const [first, second] = await Promise.all([put({ year: 2001 }), put({ summary: "slow" })]);
    expect([first.status, second.status, asked]).toEqual([200, 200, 2]);
    expect(second.record).toMatchObject({ year: 2001, summary: "slow" });
  });

  ofFile("it counts shared commits")("nor is a password hashed in one", async () => {
    await begin();
    const [member, token] = [await server.account({ role: "lender" }), await server.as("director")];
    const put = (body: object) => server.call("PUT", `/api/rest/members/${member._id}`, { token, body });
    commits = 0;
    // Together they are of one commit; who comes too late begins anew.
    const answers = await Promise.all([put({ approved: false }), put({ role: "stocker" })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(commits).toBe(2);
    expect(answers[1]?.record).toMatchObject({ approved: false, role: "stocker" });
  });
});
