import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { makeChecks, pickLastGood } from "../../../src/compiler/last-good.ts";
import { readFolder, readPictures, statFolder } from "../../../src/compiler/source/read-folder.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { LIBRARY, PLUGINS } from "../../model/library.ts";

const folder = mkdtempSync(join(tmpdir(), "folder-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a file that cannot be read is its own problem, and rejected like any other", async () => {
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
  const settled = atOnce(pickLastGood({ files, lastGood, checks: makeChecks(PLUGINS) }));
  expect(settled.rejected).toEqual(["entities/loans.json", "entities/shelves.json"]);
  expect([...settled.files.keys()]).toEqual([...lastGood.keys()]);
  expect(settled.files.get("messages.json")).toBe(`${title}\n`);
});

it.each([
  ["Big5", Buffer.from([0x7b, 0x22, 0xb6, 0xbc, 0xab, 0x7e, 0x22, 0x3a, 0x31, 0x7d])],
  ["UTF-16", Buffer.from("\uFEFF{}", "utf16le")],
])(
  "a file saved as %s is reported to be no UTF-8, once, and is not served as something else",
  async (_name, bytes) => {
    cpSync(LIBRARY, folder, { recursive: true });
    writeFileSync(join(folder, "entities/loans.json"), bytes);
    const { problems } = checkConfig(await readFolder(folder), PLUGINS);
    expect(problems.map(formatProblem)).toEqual([
      expect.stringMatching(/^entities\/loans\.json:1:1 .*not saved as UTF-8\. In your editor.*UTF-8/),
    ]);
  },
);

it("a BOM is none of the text's business, and a pipe is no file", async () => {
  cpSync(LIBRARY, folder, { recursive: true });
  const path = join(folder, "messages.json");
  writeFileSync(path, `\uFEFF${readFileSync(path, "utf8")}`);
  execFileSync("mkfifo", [join(folder, "entities/pipe.json")]);
  const files = await readFolder(folder);
  expect(files.has("entities/pipe.json")).toBe(false);
  expect(checkConfig(files, PLUGINS).problems).toEqual([]);
});

it("a folder that does not exist has no files and no pictures; one that cannot be read is an error", async () => {
  expect([...(await readFolder(folder))]).toEqual([]);
  expect([...(await readPictures(folder))]).toEqual([]);
  mkdirSync(join(folder, "samples"), { recursive: true });
  writeFileSync(join(folder, "entities"), "no folder");
  writeFileSync(join(folder, "samples/images"), "no folder");
  await expect(readFolder(folder)).rejects.toThrow("ENOTDIR");
  await expect(readPictures(folder)).rejects.toThrow("ENOTDIR");
});

it("a file that goes while the folder is looked at is an error of that look alone, never one that nobody takes", async () => {
  const untaken: unknown[] = [];
  const take = (error: unknown) => untaken.push(error);
  process.on("unhandledRejection", take);
  const file = join(folder, "app.json");
  mkdirSync(join(folder, "samples/images"), { recursive: true });
  for (let index = 0; index < 60; index++) writeFileSync(join(folder, `samples/images/${index}.png`), "");
  try {
    let failed = 0;
    for (let round = 0; round < 200; round++) {
      writeFileSync(file, "{}");
      const looks = [statFolder(folder), statFolder(folder)].map((look) => look.catch(() => failed++));
      // In each round at another step of the looks.
      for (let turn = 0; turn < round % 20; turn++) await new Promise(setImmediate);
      rmSync(file, { force: true });
      await Promise.all(looks);
    }
    expect(failed).toBeGreaterThan(0);
    await new Promise(setImmediate);
    expect(untaken).toEqual([]);
  } finally {
    process.off("unhandledRejection", take);
  }
});

it("has the JSON files alone, those with almost their ending too, in the order of their names, and no link that leads out of it or nowhere", async () => {
  mkdirSync(join(folder, "config/entities"), { recursive: true });
  const config = join(folder, "config");
  for (const name of [
    "b.json",
    "a.json",
    ".hidden.json",
    "notes.txt",
    "e.json.bak",
    "entities/c.json",
    "entities/d.Json.TXT",
  ])
    writeFileSync(join(config, name), name);
  mkdirSync(join(config, "folder.json"));
  writeFileSync(join(folder, "outside.json"), "outside");
  symlinkSync("../outside.json", join(config, "out.json"));
  symlinkSync("nowhere.json", join(config, "gone.json"));
  symlinkSync("a.json", join(config, "link.json"));
  expect([...(await readFolder(config))]).toEqual([
    ["a.json", "a.json"],
    ["b.json", "b.json"],
    ["link.json", "a.json"],
    ["entities/c.json", "entities/c.json"],
    ["entities/d.Json.TXT", "entities/d.Json.TXT"],
  ]);
});

it("has as pictures the files of their folder that are some by their first bytes, in the order of their names", async () => {
  const pictures = join(folder, "samples/images");
  mkdirSync(join(pictures, "folder.png"), { recursive: true });
  const heads: Readonly<Record<string, string>> = {
    "e.webp": "RIFF\0\0\0\0WEBP",
    "d.gif": "GIF89a",
    "c.gif": "GIF87a",
    "b.jpg": "\xff\xd8\xff\xe0",
    "a.png": "\x89PNG\r\n\x1a\n",
    "cut.png": "\x89PNG",
    "sound.webp": "RIFF\0\0\0\0WAVE",
    "empty.png": "",
    "text.png": "a picture, they said",
  };
  for (const [name, head] of Object.entries(heads)) writeFileSync(join(pictures, name), head, "latin1");
  symlinkSync(join(pictures, "nowhere.png"), join(pictures, "link.png"));
  expect([...(await readPictures(folder))]).toEqual(["a.png", "b.jpg", "c.gif", "d.gif", "e.webp"]);
});
