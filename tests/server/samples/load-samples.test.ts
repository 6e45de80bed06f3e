import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ImageRecord } from "../../../src/model/record.ts";
import { loadSamples } from "../../../src/server/samples/load-samples.ts";
import { LIBRARY } from "../../model/library.ts";
import { buildServer, type TestServer } from "../build-server.ts";

let server: TestServer;

beforeEach(async () => {
  server = await buildServer();
});
afterEach(() => server.close());

const load = (
  readImage = (file: string): Promise<Uint8Array> => readFile(join(LIBRARY, "samples/images", file)),
) => {
  const { store, effects, holder } = server;
  return loadSamples({ store, effects, runtime: holder.current, readImage });
};

const count = async () => {
  const counts = [];
  for (const id of server.holder.current.entities.keys()) {
    counts.push(await server.store.read((view) => view.count(id)));
  }
  return counts.reduce((sum, one) => sum + one, 0);
};

describe("Sample data is loaded into an empty store only", () => {
  it("all of it, protected where it does not say otherwise, with pictures that stay", async () => {
    const all = [...server.holder.current.config.samples.values()].flat().length;
    expect(await load()).toBe(all);
    expect(await count()).toBe(all);
    const token = await server.as("keeper");
    const got = await server.call<{ cover: ImageRecord; photos: ImageRecord[] }>(
      "GET",
      "/api/rest/books/b00000000000000000000001",
      { token },
    );
    expect(got.body).toMatchObject({ title: "A Field Guide to Gulls", isProtected: true, updatedBy: null });
    server.advance(48 * 3_600_000);
    await server.store.write((transaction) => transaction.collectImages(server.effects.now().toISOString()));
    server.advance(-48 * 3_600_000);
    for (const image of [got.body.cover, ...got.body.photos]) {
      expect(image.expiresAt).toBe(null);
      const shown = await server.call("GET", image.imgUrl);
      expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/png"]);
    }
    const open = await server.call("GET", "/api/rest/books/b00000000000000000000003", { token });
    expect(open.record.isProtected).toBe(false);
    const put = await server.call("PUT", "/api/rest/books/b00000000000000000000001", { token, body: {} });
    expect([put.status, put.error.errorCode]).toEqual([403, "PROTECTED"]);
  });

  it("once: a second start loads nothing", async () => {
    await load();
    const before = await count();
    expect(await load()).toBe(0);
    expect(await count()).toBe(before);
  });

  it("not beside a single record of one's own, an account included", async () => {
    await server.account({ role: "keeper" });
    expect(await load()).toBe(0);
    expect(await count()).toBe(1);
  });

  it("all or nothing: a picture that is not there leaves the store empty", async () => {
    await expect(load(() => Promise.reject(new Error("no such file")))).rejects.toThrow("no such file");
    expect(await count()).toBe(0);
  });

  it("two starts at once load once", async () => {
    const loaded = await Promise.all([load(), load()]);
    expect(loaded.filter((one) => one > 0).length).toBe(1);
  });

  it("a sample account has no password", async () => {
    await load();
    const members = await server.store.read((view) =>
      view.list("members", { offset: 0, limit: 10, sort: { field: "createdAt", order: "asc" } }),
    );
    expect(members.records.map(({ username, password }) => [username, password])).toEqual([["desk", null]]);
  });
});
