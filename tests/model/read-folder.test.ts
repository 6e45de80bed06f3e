import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { makeChecks } from "../../src/model/config-checks.ts";
import { checkConfig } from "../../src/model/read-config.ts";
import { readFolder } from "../../src/model/read-folder.ts";
import { settleConfig } from "../../src/model/settle-config.ts";
import { atOnce } from "../../src/model/steps.ts";
import { LIBRARY, PLUGINS } from "./library.ts";

const folder = mkdtempSync(join(tmpdir(), "folder-"));
afterEach(() => rmSync(folder, { recursive: true }));

it("a file that cannot be read is its own problem, and held back like any other", async () => {
  cpSync(LIBRARY, folder, { recursive: true });
  const lastGood = await readFolder(folder);
  const title = lastGood.get("messages.json") ?? "";
  writeFileSync(join(folder, "messages.json"), `${title}\n`);
  rmSync(join(folder, "entities/loans.json"));
  symlinkSync("../samples", join(folder, "entities/loans.json"));
  symlinkSync("../samples", join(folder, "entities/shelves.json"));

  const files = await readFolder(folder);
  const { problems } = checkConfig(files, PLUGINS);
  expect(problems.map(({ code, file, message }) => [code, file, message])).toEqual(
    ["entities/loans.json", "entities/shelves.json"].map((file) => [
      "FILE_UNREADABLE",
      file,
      "The file cannot be read: EISDIR: illegal operation on a directory.",
    ]),
  );
  const settled = atOnce(settleConfig({ files, lastGood, checks: makeChecks(PLUGINS) }));
  expect(settled.heldBack).toEqual(["entities/loans.json", "entities/shelves.json"]);
  expect([...settled.files.keys()]).toEqual([...lastGood.keys()]);
  expect(settled.files.get("messages.json")).toBe(`${title}\n`);
});
