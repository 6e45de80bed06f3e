import { mkdtempSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, it } from "vitest";
import { PATHS } from "../../src/wire/paths.ts";
import { showPlugin, expectDrawn } from "./gallery-page.ts";
import { pluginsOnDisk } from "./plugins-on-disk.ts";
import { type DevServer, serveDev } from "./serve-dev.ts";
import { endBrowser, type Visit, visit } from "./visit.ts";
const PLUGINS = pluginsOnDisk();
let dev: DevServer;
let author: Visit;
beforeAll(async () => {
  dev = await serveDev("config");
  author = await visit(dev.url + PATHS.health, { width: 1280, height: 900 });
  await author.page.routeWebSocket(/token=/, () => {});
  await author.page.goto(`${dev.url}/dev/plugins`);
  await author.page.getByRole("heading", { level: 1, name: "Plugins" }).waitFor({ timeout: 60_000 });
});
afterAll(async () => { await endBrowser(); await dev.stop(); });
it("stress", async () => {
  const dir = mkdtempSync("/tmp/stress-");
  const { page } = author;
  const wanted = PLUGINS.filter(({ folder }) => /date|taiwan|rating|text$|number|choice/.test(folder));
  let diffs = 0;
  const start = Date.now();
  for (let round = 0; Date.now() - start < 240_000; round++) {
    for (const plugin of wanted) {
      await showPlugin(page, plugin);
      for (const state of plugin.manifest.kind === "widget" ? ["filled", "empty", "disabled", "error"] : ["filled","empty"]) {
        await page.mouse.move(0, 0);
        const shots: Buffer[] = [];
        for (let i = 0; i < 3; i++) shots.push(await page.locator(`[data-state="${state}"]`).screenshot({ animations: "disabled", caret: "hide" }));
        const same = shots.map((one, i) => i === 0 || one.equals(shots[i - 1] as Buffer));
        if (same.includes(false)) {
          diffs++;
          console.log("DIFF", round, plugin.folder, state, same.join());
          shots.forEach((one, i) => writeFileSync(`${dir}/${round}-${plugin.manifest.name}-${state}-${i}.png`, one));
        }
      }
    }
  }
  console.log("diffs", diffs, dir);
}, 300_000);
