import { Agent, request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { buildServer, type TestServer } from "../build-server.ts";
import { bookValues, makeSubject } from "../records/library-records.ts";

const WRITERS = 16;
const EACH = 25;

let server: TestServer;
let commits = 0;
afterEach(() => server.close());

/** A server that listens, and what 16 clients send to it, each on a connection of its own, one request after another. */
async function listening(): Promise<(body: (n: number) => object) => Promise<number[]>> {
  server = await buildServer({
    writesOnce: true,
    observe: (statement) => {
      if (statement === "commit") commits += 1;
    },
  });
  const address = await server.app.listen({ port: 0, host: "127.0.0.1" });
  const token = await server.as("stocker");
  const agent = new Agent({ keepAlive: true, maxSockets: WRITERS });
  const post = (body: object) =>
    new Promise<number>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      const sent = request(`${address}/api/rest/books`, { method: "POST", agent, headers }, (answer) => {
        answer.resume().on("end", () => resolve(answer.statusCode ?? 0));
      });
      sent.on("error", reject).end(JSON.stringify(body));
    });
  return async (body) => {
    let next = 0;
    const statuses: number[] = [];
    commits = 0;
    const client = async () => {
      for (let n = 0; n < EACH; n += 1) statuses.push(await post(body(next++)));
    };
    await Promise.all(Array.from({ length: WRITERS }, client));
    agent.destroy();
    return statuses;
  };
}

it("16 clients that write at the same time cost at most one commit, so one fsync, for 8 writes", async () => {
  const send = await listening();
  const subject = (await makeSubject(server))._id;
  const values = await bookValues(server, { subject });
  const statuses = await send((n) => ({ ...values, title: `Book number ${n}` }));
  expect(statuses).toEqual(Array(WRITERS * EACH).fill(201));
  expect(await server.store.read((view) => view.count("books"))).toBe(WRITERS * EACH);
  expect(commits).toBeLessThanOrEqual((WRITERS * EACH) / 8);
});

it("what is refused among them is refused alone: of each title there is one book", async () => {
  const send = await listening();
  const subject = (await makeSubject(server))._id;
  const values = await bookValues(server, { subject });
  const statuses = await send((n) => ({ ...values, title: `Book number ${Math.floor(n / 4)}` }));
  const of = (status: number) => statuses.filter((one) => one === status).length;
  expect([of(201), of(400) + of(409)]).toEqual([(WRITERS * EACH) / 4, (WRITERS * EACH * 3) / 4]);
  expect(await server.store.read((view) => view.count("books"))).toBe((WRITERS * EACH) / 4);
});

it("a commit that fails is told to every client of the group, and none of their writes is there", async () => {
  let fails = false;
  server = await buildServer({
    writesOnce: true,
    observe: (statement) => {
      if (fails && statement === "commit") throw new Error("no commit");
    },
  });
  const token = await server.as("stocker");
  const values = await bookValues(server);
  fails = true;
  const create = (title: string) =>
    server.call("POST", "/api/rest/books", { token, body: { ...values, title } });
  const answers = await Promise.all(["a", "b", "a", "c"].map(create));
  fails = false;
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500]);
  expect(server.log.splice(0)).toHaveLength(4);
  expect(await server.store.read((view) => view.count("books"))).toBe(0);
  expect((await create("a")).status).toBe(201);
});
