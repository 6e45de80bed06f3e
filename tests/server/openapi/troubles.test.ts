import { afterEach, beforeEach, expect, it } from "vitest";
import type { OpenApiDocument } from "../../../src/server/openapi/document.ts";
import {
  BusyError,
  NotReadError,
  NotStoredError,
  UnknownOutcomeError,
} from "../../../src/server/store/store-errors.ts";
import { PATHS } from "../../../src/wire/paths.ts";
import { buildServer, type TestServer } from "../build-server.ts";
import { bookValues } from "../records/library-records.ts";
import { makeAnswerCheck } from "./documented.ts";

let server: TestServer;
beforeEach(async () => {
  server = await buildServer();
});
afterEach(() => server.close());

it.each([
  ["cannot be read", "read", new NotReadError("It is away."), 503],
  ["cannot be written", "write", new NotStoredError("failed"), 507],
  ["is written by others all the time", "write", new BusyError("Others came in between."), 503],
  ["does not say what became of a write", "write", new UnknownOutcomeError("It was lost."), 500],
] as const)("a store that %s is in the description of every operation", async (_, does, error, status) => {
  const token = await server.as("stocker");
  const { body } = await server.call("GET", PATHS.openapi, { token });
  const { misfit } = makeAnswerCheck(body as OpenApiDocument);
  const book = await bookValues(server);
  const { record } = await server.call("POST", "/api/rest/books", { token, body: book });
  const one = `/api/rest/books/${record._id}`;
  Object.assign(server.store, { [does]: () => Promise.reject(error) });
  const asked = [
    ["POST", "/rest/books", await server.call("POST", "/api/rest/books", { token, body: book })],
    ["PUT", "/rest/books/{id}", await server.call("PUT", one, { token, body: book })],
    ["DELETE", "/rest/books/{id}", await server.call("DELETE", one, { token })],
    ...(does === "write"
      ? []
      : ([["GET", "/rest/books/{id}", await server.call("GET", one, { token })]] as const)),
  ] as const;
  for (const [method, pattern, answer] of asked)
    expect([method, answer.status, misfit(method, pattern, answer)]).toEqual([method, status, undefined]);
});
