import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { announceFirst, browserFiles } from "../../src/node/server.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "browser-files-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

it("the built page is all files of its folder, by their path in it, but for hidden ones at its top", async () => {
  mkdirSync(join(folder, "assets", "more"), { recursive: true });
  mkdirSync(join(folder, ".vite"));
  for (const file of ["index.html", ".hidden", ".vite/manifest.json", "assets/a.js", "assets/more/b.css"])
    writeFileSync(join(folder, file), `text of ${file}`);
  const files = await browserFiles(folder);
  expect([...files.keys()].sort()).toEqual(["assets/a.js", "assets/more/b.css", "index.html"]);
  expect(String(files.get("assets/a.js"))).toBe("text of assets/a.js");
});

it("the first account is told with its password, unless the operator gave it", () => {
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  announceFirst({ username: "director", password: "made up" });
  announceFirst({ username: "director", password: undefined });
  expect(said.mock.calls).toEqual([
    ["First account (shown this once): director, password: made up"],
    ["First account (shown this once): director, password: the one given as ADMIN_PASSWORD"],
  ]);
});
