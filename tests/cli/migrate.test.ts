import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { check } from "../../src/cli/check.ts";
import { migrate } from "../../src/cli/migrate.ts";
import { MIGRATIONS, planMigration } from "../../src/compiler/migrations/plan-migration.ts";
import { readFolder } from "../../src/compiler/source/read-folder.ts";
import { CONFIG_FORMAT } from "../../src/model/app-config.ts";
import { runCommand } from "./terminal.ts";

const FORMAT_1 = "tests/fixtures/format-1";
let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "config-"));
  await cp(FORMAT_1, folder, { recursive: true });
  // sentences are no matter of the format, and are added to with every release
  await cp("tests/fixtures/library/messages.json", join(folder, "messages.json"));
});
afterEach(() => rm(folder, { recursive: true }));

const textOf = (path: string) => readFile(join(folder, path), "utf8");
const change = async (path: string, edit: (text: string) => string) =>
  writeFile(join(folder, path), edit(await textOf(path)));

describe("npm run migrate", () => {
  it("brings a config of format 1 to the newest, which holds, and changes nothing else in it", async () => {
    const before = await readFolder(folder);
    expect((await runCommand(check, [folder])).output).toContain("[OLD_FORMAT]");

    const { code, output } = await runCommand(migrate, [folder]);
    expect(code).toBe(0);
    expect(output).toContain("From format 1 to 2:");
    expect(output).toContain("From format 2 to 3:");
    expect(output).toContain(`${folder}/app.json: "configEditors" becomes "config"`);
    expect(output).toContain('"staffing", which opens entities/people.json');

    const written = before
      .get("app.json")
      ?.replace('"format": 1', '"format": 3')
      .replace('"configEditors": [', '"config": { "editors": [')
      .replace('"keeper"\n    ],', '"keeper"\n    ], "permission": "staffing" },');
    expect(await textOf("app.json")).toBe(written);
    const after = await readFolder(folder);
    expect([...after].filter(([path]) => path !== "app.json")).toEqual(
      [...before].filter(([path]) => path !== "app.json"),
    );
    expect(await runCommand(check, [folder])).toMatchObject({ code: 0 });
  });

  it("does nothing the second time", async () => {
    await runCommand(migrate, [folder]);
    const once = await readFolder(folder);
    const { code, output } = await runCommand(migrate, [], { CONFIG_DIR: folder });
    expect({ code, output }).toEqual({
      code: 0,
      output: `${folder} is of format ${CONFIG_FORMAT}, the newest. There is nothing to do.`,
    });
    expect(await readFolder(folder)).toEqual(once);
  });

  it("only shows what it would do with --dry-run", async () => {
    const before = await readFolder(folder);
    const { code, output } = await runCommand(migrate, ["--dry-run", folder]);
    expect(code).toBe(0);
    expect(output).toContain('-     "format": 1,\n+     "format": 3,');
    expect(output).toContain('-     "configEditors": [\n+     "config": { "editors": [');
    expect(output).not.toContain("loginTriesPerAccount");
    expect(output).toContain("Nothing was written.");
    expect(await readFolder(folder)).toEqual(before);
  });

  it("keeps line ends and a byte order mark as they are", async () => {
    await change("app.json", (text) => `\uFEFF${text.replaceAll("\n", "\r\n")}`);
    await runCommand(migrate, [folder]);
    const text = await textOf("app.json");
    expect(text.startsWith('\uFEFF{\r\n    "format": 3,\r\n')).toBe(true);
    expect(text).toContain('"keeper"\r\n    ], "permission": "staffing" },\r\n');
    expect(await runCommand(check, [folder])).toMatchObject({ code: 0 });
  });

  it("adds the sentences that this version says since, of a language that the program does not bring in its first", async () => {
    const { en } = JSON.parse(await textOf("messages.json"));
    const old = { ...en };
    delete old["list.search"];
    delete old["form.save"];
    const { "form.save": _, ...german } = en;
    await writeFile(join(folder, "messages.json"), JSON.stringify({ en: old, de: german }, null, 2));
    const { code, output } = await runCommand(migrate, [folder]);
    expect(code).toBe(0);
    expect(output).toContain('"en" gets 2 sentences that this version says.');
    expect(output).toContain("Sentences:");
    expect(output).toContain("\n2 files written. Now: npm run check");
    expect(output).toContain('"de" gets one sentence that this version says, in "en": translate them.');
    const shipped = JSON.parse(await readFile("config/messages.json", "utf8")).en;
    const text = await textOf("messages.json");
    expect(JSON.parse(text)).toEqual({
      en: { ...old, "list.search": shipped["list.search"], "form.save": shipped["form.save"] },
      de: { ...german, "form.save": shipped["form.save"] },
    });
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
    expect(await runCommand(migrate, [folder])).toMatchObject({ code: 0 });
    expect(await textOf("messages.json")).toBe(text);
  });

  it("leaves no file behind but those of the config", async () => {
    await runCommand(migrate, [folder]);
    expect((await readdir(folder)).sort()).toEqual(["app.json", "entities", "messages.json"]);
  });

  it.each([
    [
      "a config of a newer format",
      "app.json",
      '"format": 1',
      '"format": 99',
      /format 99.*Update the program/,
    ],
    ["sentences that are not JSON", "messages.json", "{", "{,", /messages\.json is not JSON/],
    ["what is not JSON", "app.json", '"format": 1,', '"format": 1', /app\.json is not JSON/],
    ["a config without a format", "app.json", '"format": 1,', "", /needs a "format"/],
    ["a format that is a text", "app.json", '"format": 1', '"format": "1"', /needs a "format": the number/],
    ["a format that is no whole number", "app.json", '"format": 1', '"format": 1.5', /needs a "format"/],
    ["a format before the first", "app.json", '"format": 1', '"format": 0', /needs a "format"/],
    ["a half config of format 1", "app.json", "configEditors", "editors", /needs the key "configEditors"/],
    [
      "accounts that are not there",
      "app.json",
      '"entity": "people"',
      '"entity": "folk"',
      /entities\/folk\.json is not there/,
    ],
    [
      "accounts that say no permission",
      "entities/people.json",
      '"permission"',
      '"permit"',
      /needs a "permission"/,
    ],
  ])("refuses %s, and writes nothing", async (_, path, found, instead, says) => {
    await change(path, (text) => text.replace(found, instead));
    const before = await readFolder(folder);
    const { code, errors } = await runCommand(migrate, [folder]);
    expect(code).toBe(1);
    expect(errors).toMatch(says);
    expect(await readFolder(folder)).toEqual(before);
  });

  it("is misused with what it does not know, or without a folder", async () => {
    expect(await runCommand(migrate, ["--dry"])).toMatchObject({ code: 2 });
    const { code, errors } = await runCommand(migrate, [join(folder, "nowhere")]);
    expect(code).toBe(2);
    expect(errors).toContain("There is no folder");
    expect(errors).toContain("Usage: npm run migrate");
  });
});

describe("a config of format 2", () => {
  const KEY = "server.duplicate";
  /** With the key at the beginning and at the end of objects, and as the only one. */
  beforeEach(async () => {
    await rm(folder, { recursive: true });
    await cp("tests/fixtures/library", folder, { recursive: true });
    await change("app.json", (text) => text.replace('"format": 3', '"format": 2'));
    await change("messages.json", (text) =>
      text.replace('"en": {', `"en": {\n    "${KEY}": "{value} exists already",`),
    );
    await change("entities/books.json", (text) =>
      text.replace('"The shelves are empty"', `"The shelves are empty", "${KEY}": "y"`),
    );
    await change("entities/loans.json", (text) =>
      text.replace(/\}\s*$/, `,\n  "messages": { "${KEY}": "This one is here" }\n}\n`),
    );
  });

  it("is read as it is: what later formats lack is no problem in it", async () => {
    expect((await readFolder(folder)).get("messages.json")).toContain(KEY);
    expect(await runCommand(check, [folder])).toMatchObject({ code: 0 });
    await change("app.json", (text) => text.replace('"format": 2', '"format": 3'));
    const { code, output } = await runCommand(check, [folder]);
    expect(code).toBe(1);
    expect(output.match(/\[UNKNOWN_MESSAGE\]/g)).toHaveLength(3);
  });

  it("loses the message that nothing says, and changes in nothing else", async () => {
    const before = await readFolder(folder);
    expect(await runCommand(migrate, [folder])).toMatchObject({ code: 0 });
    const after = await readFolder(folder);
    expect(after.get("messages.json")).toBe(
      before.get("messages.json")?.replace(`"${KEY}": "{value} exists already",\n    `, ""),
    );
    expect(after.get("entities/books.json")).toBe(
      before.get("entities/books.json")?.replace(`, "${KEY}": "y"`, ""),
    );
    expect(after.get("entities/loans.json")).toBe(
      before.get("entities/loans.json")?.replace(`"${KEY}": "This one is here"`, ""),
    );
    const changed = [...after].filter(([path, text]) => text !== before.get(path)).map(([path]) => path);
    expect(changed.sort()).toEqual([
      "app.json",
      "entities/books.json",
      "entities/loans.json",
      "messages.json",
    ]);
    expect(await runCommand(check, [folder])).toMatchObject({ code: 0 });
    expect((await runCommand(migrate, [folder])).output).toContain("There is nothing to do.");
  });
});

describe("migrations", () => {
  it("lead from the first format to that of the program, one by one", () => {
    expect(MIGRATIONS.map(({ from, to }) => [from, to])).toEqual(
      Array.from({ length: CONFIG_FORMAT - 1 }, (_, at) => [at + 1, at + 2]),
    );
  });

  it("build on each other: a plan goes all the way", () => {
    const step = (from: number) => ({
      from,
      to: from + 1,
      migrate: (texts: ReadonlyMap<string, string>) => [
        {
          file: "app.json",
          words: "Counts.",
          text: (texts.get("app.json") ?? "").replace(`${from}`, `${from + 1}`),
        },
      ],
    });
    const texts = new Map([["app.json", '{"format":1}']]);
    const plan = planMigration(texts, 4, [step(1), step(2), step(3)]);
    expect(plan).toMatchObject({ kind: "plan", texts: new Map([["app.json", '{"format":4}']]) });
    expect(planMigration(texts, 4, [step(1)])).toEqual({
      kind: "refused",
      reason: "Nothing brings a config of format 2 further.",
    });
  });
});
