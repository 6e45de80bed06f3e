import { afterEach, beforeEach, expect, it } from "vitest";
import { buildServer, type TestAccount, type TestServer } from "../build-server.ts";
import { type EditedLibrary, editedLibrary } from "../config/edited-library.ts";
import { bookValues, rowsOf } from "../records/library-records.ts";
import { bearer, headOf, listen, rawClient } from "./raw-client.ts";

/** A body takes as long as its sender likes: what was allowed at its beginning may be over at its end (S17, S30). */
let library: EditedLibrary;
let server: TestServer;
let port: number;
let chief: string;
beforeEach(async () => {
  // Its files, so that its config can be edited.
  library = editedLibrary();
  server = await buildServer({ folder: library.config });
  port = await listen(server);
  chief = await server.as("keeper");
});
afterEach(async () => {
  expect(server.log).toEqual([]);
  await server.close();
  library.remove();
});

/** Sends the body in two parts, and changes the account between them. */
async function sendSlowly(
  path: string,
  body: string,
  account: TestAccount,
  change: (account: TestAccount) => Promise<unknown>,
) {
  const client = await rawClient(port);
  const headers = {
    ...bearer(account.token),
    "content-length": Buffer.byteLength(body),
    connection: "close",
  };
  client.send(headOf("POST", path, headers));
  client.send(body.slice(0, 10));
  // Sent later, and answered: by then the server knows the account of the first.
  await fetch(`http://127.0.0.1:${port}/api/health`);
  await change(account);
  client.send(body.slice(10));
  return client;
}

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
  const client = await sendSlowly("/api/rest/books", body, account, change);
  expect(await client.closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(await rowsOf(server, "books")).toEqual(before);
});

it("nor is it told what a record must be, which it may not see any more", async () => {
  const account = await server.account({ role: "stocker" });
  const client = await sendSlowly("/api/rest/books", '{ "title": "No more" }', account, ({ _id }) =>
    server.call("PUT", `/api/rest/members/${_id}`, { token: chief, body: { role: "lender" } }),
  );
  expect(await client.closed).toMatch(/^HTTP\/1\.1 403 /);
});

// Nothing is written here, so that no transaction looks at the account again.
it.each([
  ["keeps its role", 200, undefined],
  ["gets another", 403, "stocker"],
])("an editor who %s while a draft of the config comes: %i", async (_, status, role) => {
  const account = await server.account({ role: "director" });
  const body = JSON.stringify({ files: { "app.json": "{}" } });
  const client = await sendSlowly("/api/config/drafts", body, account, async ({ _id }) => {
    if (role === undefined) return;
    const token = await server.as("director");
    const changed = await server.call("PUT", `/api/rest/members/${_id}`, { token, body: { role } });
    expect(changed.status).toBe(200);
  });
  expect(await client.closed).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});
