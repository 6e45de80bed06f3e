import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examplesOf } from "../../src/model/plugin-examples.ts";
import { PATHS } from "../../src/wire/paths.ts";
import { changeByKeys } from "./gallery-keys.ts";
import { tryOptions } from "./gallery-options.ts";
import { heightOf, look, showPlugin, writeValue } from "./gallery-page.ts";
import { judgeShown } from "./judge-screen.ts";
import { pluginsOnDisk } from "./plugins-on-disk.ts";
import { type DevServer, serveDev } from "./serve-dev.ts";
import { endBrowser, expectNoComplaints, type Visit, visit } from "./visit.ts";

const PLUGINS = pluginsOnDisk();
const WIDGETS = PLUGINS.filter(({ manifest }) => manifest.kind === "widget");
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

let dev: DevServer;
let author: Visit;

beforeAll(async () => {
  dev = await serveDev();
  author = await visit(dev.url + PATHS.health, DESK);
  // Whoever saves a file while the test runs would reload its page.
  await author.page.routeWebSocket(/token=/, () => {});
  await author.page.goto(`${dev.url}/dev/plugins`);
  await author.page.getByRole("heading", { level: 1, name: "Plugins" }).waitFor({ timeout: 60_000 });
});
afterAll(async () => {
  await endBrowser();
  await dev.stop();
});

it("lists every plugin folder on disk and finds nothing wrong with any", async () => {
  const { page } = author;
  const names = await page.locator(".gallery-card > a").allTextContents();
  expect(names.sort()).toEqual(PLUGINS.map(({ manifest }) => manifest.name).sort());
  expect(await page.locator(".gallery-card .badge").count()).toBe(0);
  expect(await judgeShown(author, "Plugins")).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await judgeShown(author, "Plugins")).toEqual([]);
  expectNoComplaints(author);
});

it("is no part of the built product", () => {
  const source = readFileSync("src/admin/gallery/box-frame.tsx", "utf8");
  expect(source).toContain("gallery-box");
  const folder = "dist/browser/assets";
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  const traces = /gallery-box|dev\/plugins|loopRequired/;
  expect(files.filter((name) => traces.test(readFileSync(`${folder}/${name}`, "utf8")))).toEqual([]);
});

describe.each(PLUGINS)("$folder", (plugin) => {
  const { kind, name } = plugin.manifest;
  const isWidget = kind === "widget";

  it("looks different in each state, keeps its height, and is well made at 1280 px", async () => {
    const { page } = author;
    await page.setViewportSize(DESK);
    await showPlugin(page, plugin);
    expect(await judgeShown(author, name)).toEqual([]);
    const filled = await look(page, "filled");
    const isSame = async (state: string) => filled.equals(await look(page, state));
    for (const state of isWidget ? ["empty", "disabled", "error"] : ["empty"])
      expect(await isSame(state), `${state} looks like filled`).toBe(false);
    if (isWidget) {
      const height = await heightOf(page, "filled");
      const still = [await heightOf(page, "readOnly"), await heightOf(page, "disabled")];
      for (const other of still) {
        expect(other).toBeLessThanOrEqual(height + 2);
        expect(other).toBeGreaterThan(height * 0.6);
      }
      expect(Math.abs((still[0] ?? 0) - (still[1] ?? 0))).toBeLessThanOrEqual(2);
    }
    expectNoComplaints(author);
  });

  it("is well made at 390 px in every language, with long words and Chinese", async () => {
    const { page } = author;
    await page.setViewportSize(PHONE);
    const examples = examplesOf(plugin.manifest);
    await showPlugin(page, plugin, { example: examples.length - 1, language: "zh-TW" });
    const { value } = examples.at(-1) ?? {};
    if (typeof value === "string") await writeValue(page, "filled", LONG);
    expect(await judgeShown(author, name)).toEqual([]);
    expectNoComplaints(author);
  });

  if (Object.keys(plugin.manifest.options?.properties ?? {}).length > 0)
    it("takes another option and refuses a wrong one in a sentence", async () => {
      const { page } = author;
      await page.setViewportSize(DESK);
      await showPlugin(page, plugin);
      await tryOptions(page, plugin.manifest);
      expectNoComplaints(author);
    });
});

const LONG = `${"Donaudampfschifffahrtsgesellschaftskapitän".repeat(3)} ${"今天的茶特別好喝不加糖少冰".repeat(6)}`;

describe("by keys alone", () => {
  it.each(WIDGETS)("$folder changes its value", async (plugin) => {
    const { page } = author;
    await page.setViewportSize(DESK);
    await showPlugin(page, plugin);
    expect(await changeByKeys(page, "filled")).toBeDefined();
    expectNoComplaints(author);
  });
});
