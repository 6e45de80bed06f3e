import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripComments } from "jsonc-parser";
import { afterAll, describe, expect, it } from "vitest";
import {
  docs,
  PLUGINS_PAGE as PAGE,
  TOKENS,
  withPart,
  withPluginTables,
  withTokenTable,
} from "../../src/cli/docs.ts";
import { pluginTypes } from "../../src/cli/plugin-types.ts";
import { makeRegistry } from "../../src/compiler/manifest/make-registry.ts";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";
import { formatProblem } from "../../src/model/problem.ts";
import { installedPlugins } from "../../src/node/installed-plugins.ts";
import { RULES } from "../plugins/contract/all-rules.ts";
import { CONTRACT } from "../plugins/contract/rules.ts";
import { Trial } from "../plugins/contract/trial.tsx";
import { runNode } from "./run-node.ts";

const page = readFileSync(PAGE, "utf8");

it("its tables are current", () => {
  const { widgets, cells } = installedPlugins().registry;
  const current = withPluginTables(page, [...widgets.values(), ...cells.values()]);
  expect(page === current, `${PAGE} is not current: run "npm run docs"`).toBe(true);
});

it("its table of variables is current, and has every one that there is", () => {
  const css = readFileSync(TOKENS, "utf8");
  expect(page === withTokenTable(page, css), `${PAGE} is not current: run "npm run docs"`).toBe(true);
  const declared = [...css.matchAll(/--[\w-]+(?=:)/g)].map(([name]) => name);
  expect(declared.length).toBeGreaterThan(30);
  const [, table = ""] = /<!-- tokens -->(.*)<!-- \/tokens -->/s.exec(page) ?? [];
  expect(declared.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});

it("npm run docs writes no tables without a plugin that is broken, and tells it", async () => {
  const broken = makeRegistry([{ folder: "plugins/half", manifest: "{", hasIndex: true }]);
  const said: string[] = [];
  const terminal = { log: (text: string) => said.push(text), error: (text: string) => said.push(text) };
  expect(await docs(terminal, broken)).toBe(1);
  expect(said).toEqual(broken.problems.map(formatProblem));
});

it("its list of the contract's rules is the contract's; vitest -u writes it", async () => {
  const rules = Object.entries(CONTRACT).map(([code, { says, kinds }]) => {
    const [only, ...more] = kinds;
    return `- **${code}**${more.length === 0 ? ` (${only})` : ""} ${says}\n`;
  });
  await expect(withPart(page, "contract-rules", rules.join(""))).toMatchFileSnapshot(resolve(PAGE));
});

/** Blocks of code that say which file of a plugin they are, by its name. */
const blocks = new Map(
  [...page.matchAll(/^```\w+ (\S+)\n(.*?)^```$/gms)].map(([, name = "", text = ""]) => [name, text]),
);
const manifest = stripComments(blocks.get("plugin.json") ?? "");
const codes = [
  "manifest.ts",
  "index.tsx",
  "clock.tsx",
  "minutes.ts",
  "cell/index.tsx",
  "photo.tsx",
  "shops.tsx",
  "server.ts",
  "duration.test.tsx",
];

// inside the project, where its packages are found, and where what is left behind is ignored
const folder = mkdtempSync(resolve(".building-readme-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const files = new Map(blocks)
  .set("plugin.json", manifest)
  .set("manifest.ts", pluginTypes(JSON.parse(manifest)))
  .set("tsconfig.json", JSON.stringify({ extends: "../tsconfig.json", include: [], files: codes }));
mkdirSync(join(folder, "cell"));
for (const [name, text] of files) writeFileSync(join(folder, name), text);

describe("its examples", () => {
  it("are the files of a plugin", () => {
    expect([...files.keys()].sort()).toEqual([...codes, "plugin.json", "tsconfig.json"].sort());
  });

  it("have a manifest that holds", () => {
    const found = { folder: "plugins/duration", manifest, hasIndex: true };
    expect(makeRegistry([found]).problems).toEqual([]);
  });

  it("compile", async () => {
    const compiled = await runNode(["node_modules/typescript/bin/tsc", "--project", folder]);
    expect(compiled).toEqual({ code: 0, said: "" });
  }, 60_000);

  describe("hold as tests", async () => {
    await import(/* @vite-ignore */ join(folder, "duration.test.tsx"));
  });

  describe("of text that is no value and of its cell", () => {
    const minutes = { type: "integer", title: "Brewing" } as const;
    const clock = {
      name: "clock",
      api: 1,
      description: "Minutes, typed as 1:30.",
      values: ["integer"],
      examples: [
        { title: "An hour and a half", field: minutes, value: 90 },
        { title: "At least ten minutes", field: { ...minutes, minimum: 10, maximum: 600 }, value: 75 },
      ],
    } satisfies Omit<PluginManifest, "kind">;
    const text = { en: 'Nobody can read "{text}"' };
    const messages = { unreadable: { description: "Text that is no time. {text}", text } };

    it.each([
      ["clock.tsx", { ...clock, kind: "widget", messages }],
      ["cell/index.tsx", { ...clock, kind: "cell" }],
    ] as const)("%s keeps the contract", { timeout: 60_000 }, async (file, of) => {
      const { default: exported } = await import(/* @vite-ignore */ join(folder, file));
      const manifest = JSON.stringify(of);
      const trial = new Trial({ folder: "plugins/clock", manifest, hasIndex: true, exported });
      const found = [];
      for (const rule of RULES)
        for (const one of await trial.findings(rule)) found.push(`${rule.code} ${one}`);
      expect(found).toEqual([]);
    });
  });
});
