import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadSamples } from "../../../src/server/samples/load-samples.ts";
import { removeSamples } from "../../../src/server/samples/remove-samples.ts";
import { LIBRARY } from "../../model/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await buildServer();
  const { store, effects, holder } = server;
  const readImage = (file: string) => readFile(join(LIBRARY, "samples/images", file));
  await loadSamples({ store, effects, runtime: holder.current, readImage });
});
afterEach(() => server.close());

const remove = () => removeSamples(server.store, server.holder.current, server.effects);
const protectedLeft = async () => {
  const left = [];
  for (const [entity, samples] of server.holder.current.config.samples) {
    const ids = samples.flatMap(({ _id }) => (typeof _id === "string" ? [_id] : []));
    const records = await server.store.read((view) => view.getMany(entity, ids));
    left.push(...records.filter((record) => record.isProtected).map((record) => record._id));
  }
  return left;
};

it("Sample data: one command removes it for a shop that goes live, in whatever order it refers to itself", async () => {
  const before = (await protectedLeft()).length;
  const { removed, kept } = await remove();
  expect(before).toBeGreaterThan(5);
  // Samples written as open are the shop's own, and so is what they refer to.
  expect(removed + kept.length).toBe(before);
  expect(await protectedLeft()).toEqual([]);
  expect(await remove()).toEqual({ removed: 0, kept: [], needed: [] });
});

it("keeps what a record of the shop's own refers to, and gives it to the shop", async () => {
  const token = await server.as("keeper");
  const book = {
    title: "Mine",
    genre: "history",
    year: 2001,
    subject: "a00000000000000000000002",
    available: true,
  };
  const made = await server.call("POST", "/api/rest/books", { token, body: book });
  expect(made.status).toBe(201);
  await remove();
  const subject = await server.call("GET", "/api/rest/subjects/a00000000000000000000002", { token });
  expect([subject.status, subject.record.isProtected]).toEqual([200, false]);
  const gone = await server.call("GET", "/api/rest/books/b00000000000000000000001", { token });
  expect(gone.status).toBe(404);
});
