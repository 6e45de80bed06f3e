import { afterEach, beforeEach, expect, it } from "vitest";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";
import { bookValues, rowsOf } from "../records/library-records.ts";
import { bearer, headOf, listen, rawClient } from "./raw-client.ts";

/** A body takes as long as its sender likes: what was allowed at its beginning may be over at its end (S17, S30). */
let server: TestServer;
let port: number;
let chief: string;
beforeEach(async () => {
  server = await buildServer();
  port = await listen(server);
  chief = await server.as("keeper");
});
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
});

it.each<[string, number, (account: TestAccount) => Promise<unknown>]>([
  ["is logged out", 401, ({ token }) => server.call("POST", "/api/rest/session/logout", { token })],
  [
    "gets another role",
    403,
    ({ _id }) => server.call("PUT", `/api/rest/members/${_id}`, { token: chief, body: { role: "lender" } }),
  ],
  [
    "waits for approval again",
    403,
    ({ _id }) => server.call("PUT", `/api/rest/members/${_id}`, { token: chief, body: { approved: false } }),
  ],
  ["is deleted", 401, ({ _id }) => server.call("DELETE", `/api/rest/members/${_id}`, { token: chief })],
])("an account that %s while its body comes writes nothing: %i", async (_, status, change) => {
  const account = await server.account({ role: "stocker" });
  const body = JSON.stringify(await bookValues(server));
  const before = await rowsOf(server, "books");
  const client = await rawClient(port);
  const headers = {
    ...bearer(account.token),
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  client.send(headOf("POST", "/api/rest/books", headers));
  client.send(body.slice(0, 10));
  // Sent later, and answered: by then the server knows the account of the first.
  await fetch(`http://127.0.0.1:${port}/api/health`);
  await change(account);
  client.send(body.slice(10));
  expect(await client.closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(await rowsOf(server, "books")).toEqual(before);
});
