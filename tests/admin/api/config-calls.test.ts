import { describe, expect, it } from "vitest";
import { makeConfigCalls } from "../../../src/admin/api/config-calls.ts";
import { setUp } from "./set-up-client.ts";

const calls = (body: unknown) =>
  makeConfigCalls(setUp(async () => new Response(JSON.stringify(body), { status: 200 })).client);
const ELSE = "The server answered something else.";

const DRAFT = { problems: [], brought: [], changes: [], more: 0, token: null };
const FILES = { files: [], schemas: {}, writable: true };
const TEXT = { path: "app.json", text: "", version: "v1" };

describe("what the page works with is what it expects, or the call fails", () => {
  it("complete answers", async () => {
    expect(await calls(DRAFT).draft({ files: {} })).toEqual(DRAFT);
    expect(await calls(FILES).files()).toEqual(FILES);
    expect(await calls(TEXT).text("app.json")).toEqual(TEXT);
  });

  it.each(["problems", "brought", "changes"])("a draft without %s", async (key) => {
    await expect(calls({ ...DRAFT, [key]: undefined }).draft({ files: {} })).rejects.toThrow(ELSE);
  });

  it.each(["files", "schemas"])("the files without %s", async (key) => {
    await expect(calls({ ...FILES, [key]: undefined }).files()).rejects.toThrow(ELSE);
  });

  it.each(["text", "version"])("a file without %s", async (key) => {
    await expect(calls({ ...TEXT, [key]: undefined }).text("app.json")).rejects.toThrow(ELSE);
  });
});
