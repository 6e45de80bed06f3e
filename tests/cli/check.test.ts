import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { check } from "../../src/cli/check.ts";
import { writeBigConfig } from "./big-config.ts";
import { type CopiedProject, copyProject } from "./copied-project.ts";
import { runCommand } from "./terminal.ts";

const LIBRARY = "tests/fixtures/library";
let work = "";
/** With nothing built. */
let project: CopiedProject;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "check-"));
  project = copyProject();
});
afterAll(async () => {
  await rm(work, { recursive: true });
  project.remove();
});

const run = () => project.run("src/cli/check.mjs");

describe("npm run check, with nothing built", () => {
  it("follows what was edited a moment ago: a plugin's manifest, and its own code", async () => {
    const manifest = join(project.folder, "plugins/rating/plugin.json");
    const text = await readFile(manifest, "utf8");
    await writeFile(manifest, text.replace('"number", "integer"', '"integer"'));
    const source = join(project.folder, "src/cli/check.ts");
    const code = await readFile(source, "utf8");
    await writeFile(source, code.replace("No problems in", "Nothing wrong with"));
    const broken = await run();
    await writeFile(manifest, text);
    const mended = await run();
    await writeFile(source, code);

    expect(broken.code).toBe(1);
    expect(broken.said).toMatch(/^config\/entities\/drinks\.json:\d+:\d+ .*"rating".*\[PLUGIN_VALUE\]$/m);
    expect(broken.said).toContain("3 problems in 2 files.");
    expect(mended.said).toContain("Nothing wrong with the");
  });

  it("says what is wrong with plugins by their lines, and takes no field that uses one for a mistake", async () => {
    const rating = join(project.folder, "plugins/rating/plugin.json");
    const slots = join(project.folder, "plugins/record-slots/plugin.json");
    const [ratingText, slotsText] = [await readFile(rating, "utf8"), await readFile(slots, "utf8")];
    await writeFile(rating, ratingText.replace('"kind": "widget",', '"kind": "widget'));
    await writeFile(slots, slotsText.replace('"title": "Picture"', '"titel": "Picture"'));
    await mkdir(join(project.folder, "plugins/half"));
    await writeFile(join(project.folder, "plugins/half/index.tsx"), "export default {};");
    const { code, said } = await run();
    const schema = await project.run("src/cli/schema.mjs");
    await writeFile(rating, ratingText);
    await writeFile(slots, slotsText);
    await rm(join(project.folder, "plugins/half"), { recursive: true });

    expect(code).toBe(1);
    const lines = said.trimEnd().split("\n").sort();
    expect(lines).toEqual([
      "3 problems in 3 files.",
      expect.stringMatching(/^plugins\/half\/plugin\.json:1:1 The file is not there.*\[FILE_MISSING\]$/),
      expect.stringMatching(/^plugins\/rating\/plugin\.json:4:11 .*closing quote.*\[JSON_SYNTAX\]$/),
      expect.stringMatching(
        /^plugins\/record-slots\/plugin\.json:\d+:9 "titel" means nothing here\. Did you mean "title"\?.*\[UNKNOWN_KEY\]$/,
      ),
    ]);
    expect(schema.code).toBe(1);
    expect(schema.said).toMatch(/\nNothing is written: .* every plugin's manifest\.ts stay as they were/);
  });

  it("tells server hooks that cannot be loaded or are none, by their files; the commands go on working", async () => {
    const districts = join(project.folder, "plugins/taiwan-district/districts.ts");
    const text = join(project.folder, "plugins/rich-text/server.ts");
    const stray = join(project.folder, "plugins/rating/server.ts");
    const [districtsCode, textCode] = [await readFile(districts, "utf8"), await readFile(text, "utf8")];
    await writeFile(
      districts,
      districtsCode.replace("export function districtsOf(", "export function districtsOf(("),
    );
    await writeFile(text, 'throw new TypeError("table is not iterable");\n');
    await writeFile(stray, "export default { chekc: () => [] };\n");
    const { code, said } = await run();
    const docs = await project.run("src/cli/docs.mjs");
    await writeFile(districts, districtsCode);
    await writeFile(text, textCode);
    const mended = await run();
    await rm(stray);

    expect(said.trimEnd().split("\n").sort()).toEqual([
      "3 problems in 3 files.",
      expect.stringMatching(
        /^plugins\/rating\/server\.ts:1:1 .*"chekc".* Did you mean "check"\?.*\[BAD_PLUGIN\]$/,
      ),
      expect.stringMatching(
        /^plugins\/rich-text\/server\.ts:1:1 .* loaded: TypeError: table is not iterable\..*\[BAD_PLUGIN\]$/,
      ),
      expect.stringMatching(
        /^plugins\/taiwan-district\/server\.ts:1:1 .* loaded: .* \(plugins\/taiwan-district\/districts\.ts:\d+:\d+\)\..*\[BAD_PLUGIN\]$/,
      ),
    ]);
    expect([code, docs.code]).toEqual([1, 0]);
    expect(mended.said).toMatch(/^plugins\/rating\/server\.ts:1:1 .*\n1 problem in 1 file\.\n$/);
    expect(existsSync(join(project.folder, "dist"))).toBe(false);
    expect(readdirSync(project.folder).filter((name) => name.startsWith(".building"))).toEqual([]);
  }, 60_000);

  it("says every problem of a big config, too", async () => {
    const folder = join(work, "big");
    await writeBigConfig(folder, 200, 50);
    const file = join(folder, "entities/entity7.json");
    await writeFile(
      file,
      (await readFile(file, "utf8")).replaceAll('"widget": "textarea"', '"widget": "textaria"'),
    );
    const { code, output } = await runCommand(check, [folder]);
    expect(code).toBe(1);
    expect(output.match(/\[UNKNOWN_WIDGET\]/g)).toHaveLength(5);
  });
});

describe("what npm run check says", () => {
  let folder = "";
  beforeAll(async () => {
    folder = join(work, "broken");
    await cp(LIBRARY, folder, { recursive: true });
    const books = join(folder, "entities/books.json");
    await writeFile(books, (await readFile(books, "utf8")).replace('"maxLength"', '"maxLenght"'));
    const app = join(folder, "app.json");
    await writeFile(
      app,
      (await readFile(app, "utf8")).replace('"editors": ["director"]', '"editors": ["directer"]'),
    );
  });

  it("names a picture of the samples that is not there", async () => {
    const bare = join(work, "bare");
    await cp(LIBRARY, bare, { recursive: true });
    expect((await runCommand(check, [bare])).code).toBe(0);
    await rm(join(bare, "samples/images/harbour.png"));
    const { code, output } = await runCommand(check, [bare]);
    expect(code).toBe(1);
    expect(output).toMatch(
      /samples\/books\.json:11:51 .*"harbour\.png" \(png, jpeg, webp or gif\) in samples\/images.*\[UNKNOWN_PICTURE\]/,
    );
  });

  it("is one line for each problem, at a place that can be opened, and how many there are", async () => {
    const { code, output, errors } = await runCommand(check, [], { CONFIG_DIR: folder });
    expect(code).toBe(1);
    const lines = output.split("\n");
    expect(lines).toEqual([
      expect.stringMatching(
        /^.*\/broken\/app\.json:\d+:\d+ .*"directer".*Did you mean "director"\?.*\[UNKNOWN_ROLE\]$/,
      ),
      expect.stringMatching(/^.*\/broken\/entities\/books\.json:16:9 book › Title: .*\[UNKNOWN_KEY\]$/),
      "2 problems in 2 files.",
    ]);
    expect(lines[0]).toContain(folder);
    expect(errors).toBe("");
  });

  it("is all fields of every problem with --json, and nothing else", async () => {
    const { code, output } = await runCommand(check, ["--json", folder]);
    expect(code).toBe(1);
    const { problems } = JSON.parse(output);
    expect(problems).toHaveLength(2);
    expect(problems[1]).toMatchObject({
      code: "UNKNOWN_KEY",
      file: "entities/books.json",
      line: 16,
      column: 9,
      length: 11,
      path: "/schema/properties/title/maxLenght",
      subject: ["book", "Title"],
      meant: "maxLength",
      hint: expect.any(String),
      mend: problems[1].hint,
      message: expect.any(String),
    });
    const holds = await runCommand(check, ["--json", LIBRARY]);
    expect({ code: holds.code, problems: JSON.parse(holds.output).problems }).toEqual({
      code: 0,
      problems: [],
    });
  });

  it("is how to use it where it is misused", async () => {
    for (const args of [["--jsno"], ["one", "two"], [join(folder, "nowhere")], [join(folder, "app.json")]]) {
      const { code, output, errors } = await runCommand(check, args);
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(errors).toContain("Usage: npm run check -- [--json] [folder]");
    }
  });
});
