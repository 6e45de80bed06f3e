/** The contract's rules find what breaks them: a plugin that keeps all of them, and small changes that break one each. */
import { beforeAll, describe, expect, test } from "vitest";
import type { PluginManifest } from "../../src/model/plugin-manifest.ts";
import { RULES } from "./contract/all-rules.ts";
import { BAD_WIDGETS } from "./contract/bad/bad-widgets.ts";
import { BAD_CELLS } from "./contract/bad/cells.tsx";
import { REFUSING_WIDGET } from "./contract/bad/holding.tsx";
import { KEYED_WIDGETS } from "./contract/bad/reach.tsx";
import { addBrowserParts } from "./contract/browser-parts.ts";
import { GOOD_CELL, GOOD_WIDGET, type Hook, MANIFESTS } from "./contract/good-plugins.tsx";
import { Trial } from "./contract/trial.tsx";

beforeAll(addBrowserParts);

function trialOf({ exported, server, ...given }: Hook, kind: "widget" | "cell"): Trial {
  const manifest: PluginManifest = { ...MANIFESTS[kind], ...given.manifest };
  const folder = `plugins/${MANIFESTS[kind].name}`;
  return new Trial({
    folder,
    manifest: JSON.stringify(manifest),
    hasIndex: true,
    exported,
    ...(server === undefined ? {} : { server: { exported: server } }),
  });
}

const ruleOf = (code: string) => {
  const rule = RULES.find((one) => one.code === code);
  if (rule === undefined) throw new Error(`There is no rule ${code}.`);
  return rule;
};

describe.each([
  ["widget", GOOD_WIDGET],
  ["cell", GOOD_CELL],
] as const)("a %s that keeps the contract", (kind, hook) => {
  test("breaks none of its rules", { timeout: 60_000 }, async () => {
    const trial = trialOf(hook, kind);
    const found = [];
    for (const rule of RULES) for (const one of await trial.findings(rule)) found.push(`${rule.code} ${one}`);
    expect(found).toEqual([]);
  });
});

test("a widget may refuse what is typed when it is saved", { timeout: 60_000 }, async () => {
  expect(await trialOf(REFUSING_WIDGET, "widget").findings(ruleOf("P13"))).toEqual([]);
});

test("Tab may stop where a single key does something", { timeout: 60_000 }, async () => {
  for (const keyed of KEYED_WIDGETS)
    expect(await trialOf(keyed, "widget").findings(ruleOf("P9"))).toEqual([]);
});

describe.each([
  ["widget", BAD_WIDGETS],
  ["cell", BAD_CELLS],
] as const)("a %s", (kind, hooks) => {
  test.each(hooks)(
    "that $title breaks $code",
    { timeout: 60_000 },
    async ({ code, saying, alone, ...hook }) => {
      const trial = trialOf(hook, kind);
      expect((await trial.findings(ruleOf(code))).join("\n")).toContain(saying);
      if (alone === undefined) return;
      const broken = [];
      for (const rule of RULES) if ((await trial.findings(rule)).length > 0) broken.push(rule.code);
      expect(broken).toEqual([code]);
    },
  );
});

test("every rule has a plugin that breaks it", () => {
  const broken = new Set<string>([...BAD_WIDGETS, ...BAD_CELLS].map(({ code }) => code));
  expect(RULES.map(({ code }) => code).filter((code) => !broken.has(code))).toEqual([]);
});
