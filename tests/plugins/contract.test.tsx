/**
 * What every plugin keeps, in `plugins/` and in stock, found by its folder. The rules by number are in
 * contract/rules.ts; a failing one is named `plugins/<name> > P9 …` and says in words what breaks it.
 */
import { beforeAll, describe, expect, test } from "vitest";
import { makeRegistry } from "../../src/compiler/manifest/make-registry.ts";
import { pluginFolders } from "../../src/node/installed-plugins.ts";
import type { LoadedHook, PluginFolder } from "../../src/plugin/registry.ts";
import { RULES } from "./contract/all-rules.ts";
import { addBrowserParts } from "./contract/browser-parts.ts";
import { CONTRACT, isFor } from "./contract/rules.ts";
import { Trial } from "./contract/trial.tsx";

const hooks = import.meta.glob<{ readonly default?: unknown }>([
  "/plugins/*/index.tsx",
  "/plugins/*/cell/index.tsx",
  "/src/stock/*/*/index.tsx",
]);
const servers = import.meta.glob("/plugins/*/server.ts", { import: "default" });

beforeAll(addBrowserParts);

for (const found of pluginFolders())
  describe(found.folder, () => {
    let trial: Trial;
    beforeAll(async () => {
      const hook = await hooks[`/${found.folder}/index.tsx`]?.();
      const server = await loadServer(found.folder);
      trial = new Trial({ ...found, exported: hook?.default, ...(server === undefined ? {} : { server }) });
    });

    const kind = kindOf(found);
    for (const rule of RULES.filter((one) => kind === undefined || isFor(one, kind))) {
      test(`${rule.code} ${CONTRACT[rule.code].says}`, { timeout: 60_000 }, async () => {
        expect(await trial.findings(rule)).toEqual([]);
      });
    }
  });

/** undefined where there is none. */
function loadServer(folder: string): Promise<LoadedHook> | undefined {
  return servers[`/${folder}/server.ts`]?.().then(
    (exported) => ({ exported }),
    (error: unknown) => ({ error }),
  );
}

/** undefined where the manifest cannot be read: P1 says so. */
function kindOf(found: PluginFolder): "widget" | "cell" | undefined {
  const { registry } = makeRegistry([found]);
  if (registry.widgets.size > 0) return "widget";
  return registry.cells.size > 0 ? "cell" : undefined;
}
