import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newPlugin } from "../../src/cli/new-plugin.ts";
import { pluginTypes } from "../../src/cli/plugin-types.ts";
import { type CopiedProject, copyProject } from "./copied-project.ts";
import { runCommand } from "./terminal.ts";

const TSC = "node_modules/typescript/bin/tsc";
const BIOME = "node_modules/@biomejs/biome/bin/biome";
const VITEST = "node_modules/vitest/vitest.mjs";
const NEW_PLUGIN = "src/cli/new-plugin.mjs";

describe("npm run new-plugin", () => {
  let project: CopiedProject;
  beforeAll(() => {
    project = copyProject();
  });
  afterAll(() => project.remove());

  it("makes plugins that pass every check at once: a widget with a server hook, its cell, and a cell", async () => {
    const { folder, run } = project;
    // A long name is where a line breaks that did not in the template.
    const long = "sweetness-of-what-is-poured-over-the-ice";
    // It speaks English too where the config does not: its tests read that.
    const messages = join(folder, "config/messages.json");
    const sentences = readFileSync(messages, "utf8");
    writeFileSync(messages, JSON.stringify({ ...JSON.parse(sentences), en: undefined }));
    const made = await run(NEW_PLUGIN, "sweetness", "--server");
    writeFileSync(messages, sentences);
    expect(made).toMatchObject({ code: 0, said: expect.stringContaining("/dev/plugins") });
    expect(made.said).toContain("npm start     knows it after a restart");
    expect(await run(NEW_PLUGIN, "sweetness", "--cell")).toMatchObject({ code: 0 });
    expect(await run(NEW_PLUGIN, long, "--cell")).toMatchObject({ code: 0 });
    expect(readdirSync(join(folder, "plugins/sweetness")).sort()).toEqual([
      "cell",
      "index.tsx",
      "manifest.ts",
      "plugin.json",
      "server.test.ts",
      "server.ts",
      "sweetness.css",
      "sweetness.test.tsx",
    ]);
    expect(readdirSync(join(folder, "plugins/sweetness/cell")).sort()).toEqual([
      "index.tsx",
      "manifest.ts",
      "plugin.json",
      "sweetness.css",
      "sweetness.test.tsx",
    ]);
    expect(readdirSync(join(folder, "plugins", long))).not.toContain("server.ts");
    const classes = (css: string) =>
      readFileSync(join(folder, "plugins/sweetness", css), "utf8").match(/\.plugin-[\w-]+/g) ?? [];
    const ofWidget = new Set(classes("sweetness.css"));
    expect(ofWidget.size).toBeGreaterThan(0);
    // Both stay on the page.
    expect(classes("cell/sweetness.css").filter((name) => ofWidget.has(name))).toEqual([]);

    const folders = ["plugins/sweetness", `plugins/${long}`];
    const [types, lint, tests] = await Promise.all([
      run(TSC, "--noEmit"),
      run(BIOME, "ci", ...folders),
      run(
        VITEST,
        "run",
        "--project=node",
        "--project=component",
        "--reporter=verbose",
        ...folders,
        "tests/cli/published-schemas.test.ts",
        "tests/cli/plugins-readme.test.tsx",
        "tests/plugins/contract.test.tsx",
        // Of the contract those of the new plugins alone, of the others all.
        `--testNamePattern=^(?!plugins/|src/stock/|its examples)|^plugins/(sweetness|sweetness/cell|${long}) `,
      ),
    ]);
    expect(types).toEqual({ code: 0, said: "" });
    expect(lint.code, lint.said).toBe(0);
    expect(tests.code, tests.said).toBe(0);
    const ofContract = (name: string) => `contract.test.tsx > plugins/${name} > P1 `;
    const contracts = ["sweetness", "sweetness/cell", long].map(ofContract);
    for (const ran of ["server.test.ts", "cell/sweetness.test.tsx", ...contracts])
      expect(tests.said).toContain(ran);

    const again = await run(NEW_PLUGIN, "sweetness", "--cell");
    const there = 'There is a cell "sweetness" already, in plugins/sweetness/cell.\n';
    expect(again).toEqual({ code: 1, said: there });
    expect((await run(NEW_PLUGIN, long)).said).toContain(`Move its files into plugins/${long}/cell`);
    const books = join(folder, "tests/fixtures/library/entities/books.json");
    const entity = JSON.parse(readFileSync(books, "utf8"));
    Object.assign(entity.list.columns[3], { cell: "sweetness", options: undefined });
    Object.assign(entity.schema.properties.year, { widget: "sweetness", options: { steps: [1] } });
    writeFileSync(books, JSON.stringify(entity));
    const checked = await run("src/cli/check.mjs", "tests/fixtures/library");
    expect(checked.said).toContain('The widget "sweetness" refuses its options');
    expect(checked.said).toContain("1 problem in 1 file.");
  }, 180_000);
});

describe("refuses, in a sentence, and makes nothing", () => {
  it.each([
    ["no name", [], "Name the plugin, in lower case: npm run new-plugin -- my-widget"],
    ["a name with a blank", ["Sweet Ness"], 'Did you mean "sweet-ness"?'],
    ["a name of two arguments", ["Sweet", "ness"], 'Did you mean "sweet-ness"?'],
    ["a name in camel case", ["sweetNess"], 'Did you mean "sweet-ness"?'],
    ["a name with accents", ["Thé"], 'Did you mean "the"?'],
    ["a name with a letter that is two", ["Größe"], 'Did you mean "grosse"?'],
    ["a name with a letter that no other stands for", ["Smørrebrød"], "then letters, digits and hyphens."],
    ["a word of the program itself", ["list"], 'Did you mean "list-widget"?'],
    ["a name that is no folder's", ["../sweet"], 'Did you mean "sweet"?'],
    ["a name in letters that cannot be", ["珍珠"], "then letters, digits and hyphens."],
    [
      "a stock widget's",
      ["textarea"],
      'There is a widget "textarea" already, in src/stock/widgets/textarea.',
    ],
    ["a stock cell's", ["label", "--cell"], 'There is a cell "label" already, in src/stock/cells/label.'],
    ["an installed one's", ["rating"], 'There is a widget "rating" already, in plugins/rating.'],
    [
      "a cell that a widget has",
      ["rating", "--cell"],
      'There is a cell "rating" already, in plugins/rating/cell.',
    ],
    ["a cell with a server hook", ["sweet", "--cell", "--server"], "it has no server hook."],
  ])("%s", async (_, args, sentence) => {
    const before = readdirSync("plugins");
    const { code, output, errors } = await runCommand(newPlugin, args);
    expect({ code, output }).toEqual({ code: 1, output: "" });
    expect(errors).toContain(sentence);
    expect(errors.includes("Did you mean")).toBe(sentence.includes("Did you mean"));
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(readdirSync("plugins")).toEqual(before);
  });

  it("what it does not know, with how it is used", async () => {
    const { code, errors } = await runCommand(newPlugin, ["sweet", "--sever"]);
    expect(code).toBe(2);
    expect(errors).toContain("Usage: npm run new-plugin");
    expect(existsSync("plugins/sweet")).toBe(false);
  });

  it("a config without sentences, whatever else is right", async () => {
    const { code, errors } = await runCommand(newPlugin, ["sweet"], { CONFIG_DIR: "tests/fixtures" });
    expect(code).toBe(1);
    expect(errors).toContain("Nothing was made: ");
    expect(existsSync("plugins/sweet")).toBe(false);
  });
});

it.each(["widget", "cell"])("the types of the %s that new ones are made from are current", (kind) => {
  const read = (name: string) => readFileSync(`src/cli/new-plugin/${kind}/${name}`, "utf8");
  expect(read("manifest.ts")).toBe(pluginTypes(JSON.parse(read("plugin.json"))));
});
