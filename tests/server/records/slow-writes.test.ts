import { afterEach, describe, expect, it } from "vitest";
import { defineServerPlugin } from "../../../src/plugin/server-hook.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { makeBook, makeSubject } from "./library-records.ts";

let server: TestServer;
let token: string;
let release: () => void;
let held: Promise<void>;

/** A server whose writes of a summary "slow" wait, after the record was read and before it is written. */
async function build(): Promise<void> {
  let arrived = () => {};
  held = new Promise((resolve) => {
    arrived = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const textarea = defineServerPlugin<string>({
    async clean(value) {
      if (value !== "slow") return value;
      arrived();
      await gate;
      return value;
    },
  });
  server = await buildServer({ hooks: { textarea } });
  token = await server.as("stocker");
}

afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

describe("nothing is overwritten unseen, also where a write comes between the reading and the writing of another", () => {
  it("a `PUT` without `updatedAt` is merged into the newer record", async () => {
    await build();
    const book = await makeBook(server);
    const url = `/api/rest/books/${book._id}`;
    const first = server.call("PUT", url, { token, body: { summary: "slow" } });
    await held;
    expect((await server.call("PUT", url, { token, body: { year: 2001 } })).status).toBe(200);
    release();
    expect((await first).body).toMatchObject({ summary: "slow", year: 2001 });
    expect((await server.call("GET", url, { token })).body).toEqual((await first).body);
  });

  it("one with `updatedAt` is 409", async () => {
    await build();
    const book = await makeBook(server);
    const put = (body: object) => server.call("PUT", `/api/rest/books/${book._id}`, { token, body });
    const first = put({ ...book, summary: "slow" });
    await held;
    const second = await put({ ...book, year: 2001 });
    release();
    expect([second.status, (await first).status]).toEqual([200, 409]);
    const stored = await server.call("GET", `/api/rest/books/${book._id}`, { token });
    expect(stored.body).toEqual(second.body);
  });

  it("one of a record deleted meanwhile is 404, and nothing comes back", async () => {
    await build();
    const book = await makeBook(server);
    const url = `/api/rest/books/${book._id}`;
    const first = server.call("PUT", url, { token, body: { summary: "slow" } });
    await held;
    expect((await server.call("DELETE", url, { token })).status).toBe(200);
    release();
    expect((await first).status).toBe(404);
    expect((await server.call("GET", url, { token })).status).toBe(404);
  });

  it("a reference deleted meanwhile is 400", async () => {
    await build();
    const [book, subject] = [await makeBook(server), await makeSubject(server)];
    const body = { summary: "slow", subject: subject._id };
    const first = server.call("PUT", `/api/rest/books/${book._id}`, { token, body });
    await held;
    await server.call("DELETE", `/api/rest/subjects/${subject._id}`, { token });
    release();
    expect([(await first).status, (await first).errors]).toMatchObject([400, [{ path: "/subject" }]]);
  });
});
