import { afterEach, beforeEach, expect, it } from "vitest";
import type { ConfigFolder } from "../../../src/server/config/config-source.ts";
import { publishedFolder } from "../../../src/server/config/published-folder.ts";
import { makeIds } from "../../../src/server/effects.ts";
import { buildServer, type TestServer } from "../build-server.ts";

let server: TestServer;
beforeEach(async () => {
  server = await buildServer();
});
afterEach(() => server.close());

const newVersion = makeIds(() => 0);

/** A server of its own with a folder that has these files, on the one store. */
function serverWith(files: Readonly<Record<string, string>>) {
  const local: ConfigFolder = {
    read: async () => new Map(Object.entries(files)),
    pictures: async () => new Set(["tea.png"]),
    write: () => Promise.reject(new Error("The folder is only read.")),
    isWritable: async () => false,
  };
  return publishedFolder(server.store, local, newVersion);
}

it("the folder of the first server is published; of later ones it is told where they differ", async () => {
  const [first, second] = [serverWith({ a: "1", b: "1" }), serverWith({ a: "2", c: "1" })];
  await first.publishFirst();
  await second.publishFirst();
  expect(await second.read()).toEqual(
    new Map([
      ["a", "1"],
      ["b", "1"],
    ]),
  );
  expect([await first.differences(), await second.differences()]).toEqual([[], ["a", "b", "c"]]);
  expect(await second.pictures()).toEqual(new Set(["tea.png"]));
});

it("what one server saves, the others read, with another version; a folder is published by asking for it", async () => {
  const [first, second] = [serverWith({ a: "1", b: "1" }), serverWith({ a: "2" })];
  await first.publishFirst();
  const before = await second.version();
  await first.write(
    new Map([
      ["a", "3"],
      ["b", null],
    ]),
  );
  expect(await second.read()).toEqual(new Map([["a", "3"]]));
  expect(await second.version()).not.toBe(before);
  await second.publish();
  expect(await first.read()).toEqual(new Map([["a", "2"]]));
  expect(await second.differences()).toEqual([]);
});

it("two that begin at once publish one folder, whole", async () => {
  const both = [serverWith({ a: "1", b: "1" }), serverWith({ a: "2", b: "2" })];
  await Promise.all(both.map((one) => one.publishFirst()));
  const files = await both[0]?.read();
  expect(new Set(files?.values()).size).toBe(1);
});
