import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examplesOf } from "../../src/compiler/manifest/plugin-examples.ts";
import { PATHS } from "../../src/wire/paths.ts";
import { changeByKeys } from "./gallery-keys.ts";
import { optionsEditor, tryOptions } from "./gallery-options.ts";
import {
  boxOf,
  heightOf,
  look,
  phoneIn,
  showOnPhone,
  showPlugin,
  valueIn,
  writeValue,
} from "./gallery-page.ts";
import { judgeShown } from "./judge-screen.ts";
import { comparePlain } from "./plain-controls.ts";
import { pluginsOnDisk } from "./plugins-on-disk.ts";
import { inRound } from "./round.ts";
import { type DevServer, serveDev } from "./serve-dev.ts";
import { endVisits, expectNoComplaints, type Visit, visit } from "./visit.ts";

const PLUGINS = pluginsOnDisk();
const WIDGETS = PLUGINS.filter(({ manifest }) => manifest.kind === "widget");
const INSTALLED = PLUGINS.filter(({ folder }) => folder.startsWith("plugins/"));
/** The short round looks at some of the installed plugins on a desk, and at others on a phone. */
const isForDesk = (plugin: (typeof PLUGINS)[number]) => INSTALLED.indexOf(plugin) % 3 === 0;
const isForPhone = (plugin: (typeof PLUGINS)[number]) => INSTALLED.indexOf(plugin) % 3 === 1;
const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

/** A sentence that a cell says, in no config but the one that is served here. */
const YES = "Oh yes";

let config: string;
let dev: DevServer;
let author: Visit;

/** Opens a page of the gallery for a person of its own. */
async function openGallery(path: string): Promise<Visit> {
  const opened = await visit(dev.url + PATHS.health, DESK);
  // Whoever saves a file while the test runs would reload its page.
  await opened.page.routeWebSocket(/token=/, () => {});
  await opened.page.goto(`${dev.url}/dev/plugins${path}`);
  return opened;
}

beforeAll(async () => {
  config = mkdtempSync(join(tmpdir(), "gallery-config-"));
  cpSync("config", config, { recursive: true });
  const messages = readFileSync("config/messages.json", "utf8");
  writeFileSync(join(config, "messages.json"), messages.replace('"cell.yes": "Yes"', `"cell.yes": "${YES}"`));
  dev = await serveDev(config);
  author = await openGallery("");
  await author.page.getByRole("heading", { level: 1, name: "Plugins" }).waitFor({ timeout: 60_000 });
});
afterAll(async () => {
  await endVisits();
  await dev.stop();
  rmSync(config, { recursive: true });
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

it("is at the one address that development prints", () => {
  expect(dev.said.match(/https?:\/\/\S+/g)).toEqual([`${dev.url}/`]);
});

it("is no part of the built product", () => {
  const source = readFileSync("src/workbench/gallery/value-line.tsx", "utf8");
  expect(source).toContain("gallery-box");
  const folder = "dist/browser/assets";
  const files = readdirSync(folder).filter((name) => /\.(js|css)$/.test(name));
  expect(files.length).toBeGreaterThan(20);
  const traces = /gallery-box|dev\/plugins|loopRequired/;
  expect(files.filter((name) => traces.test(readFileSync(`${folder}/${name}`, "utf8")))).toEqual([]);
});

describe.each(inRound(PLUGINS, isForDesk))("$folder", (plugin) => {
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

  if (Object.keys(plugin.manifest.options?.properties ?? {}).length > 0)
    it("takes another option and refuses a wrong one with a message", async () => {
      const { page } = author;
      await page.setViewportSize(PHONE);
      await showPlugin(page, plugin);
      await tryOptions(page, plugin.manifest);
      expect(await judgeShown(author, name)).toEqual([]);
      expectNoComplaints(author);
    });
});

const LONG = `${"Donaudampfschifffahrtsgesellschaftskapitän".repeat(3)} ${"今天的茶特別好喝不加糖少冰".repeat(6)}`;

describe("at 390 px", () => {
  let owner: Visit;
  let phone: Frame;
  beforeAll(async () => {
    owner = await openGallery("/widget/number?width=390");
    phone = await phoneIn(owner.page);
  });

  it("a page of that width stands in the author's and follows what is tried; the address keeps it", async () => {
    const { page } = owner;
    const measure = () => [
      innerWidth,
      document.documentElement.clientWidth,
      matchMedia("(max-width: 390px)").matches,
    ];
    expect(await phone.evaluate(measure)).toEqual([390, 390, true]);
    expect(await page.evaluate(() => innerWidth)).toBe(DESK.width);
    expect(await judgeShown(owner, "number")).toEqual([]);

    await writeValue(phone, "filled", 12);
    await optionsEditor(page).fill('{ "unit": "ounces" }');
    await boxOf(phone, "filled").getByText("ounces").waitFor();
    expect(await valueIn(phone, "filled")).toBe("12");

    await page.reload();
    phone = await phoneIn(page);
    await boxOf(phone, "filled").getByText("ounces").waitFor();
    expect(JSON.parse(await optionsEditor(page).inputValue())).toEqual({ unit: "ounces" });
    await page.getByLabel("Example").selectOption({ index: 1 });
    await boxOf(phone, "filled").getByText("ounces").waitFor({ state: "detached" });
    expectNoComplaints(owner);
  });

  it.each(inRound(PLUGINS, isForPhone))(
    "$folder is well made in Chinese, with long words",
    async (plugin) => {
      const examples = examplesOf(plugin.manifest);
      await showOnPhone(phone, plugin, { example: examples.length - 1, language: "zh-TW" });
      const { value } = examples.at(-1) ?? {};
      if (typeof value === "string") await writeValue(phone, "filled", LONG);
      expect(await judgeShown({ page: phone }, plugin.manifest.name)).toEqual([]);
      expectNoComplaints(owner);
    },
  );

  it("what a widget asks for is listed beside it", async () => {
    const asking = WIDGETS.find(({ manifest }) => manifest.values.includes("reference"));
    await owner.page.goto(`${dev.url}/dev/plugins/widget/${asking?.manifest.name}?width=390`);
    await owner.page.locator(".gallery-log li").filter({ hasText: "Record" }).first().waitFor();
  });
});

describe("the form around a widget is the one that staff use", () => {
  it("validates when the field is left", async () => {
    const { page } = author;
    await page.setViewportSize(DESK);
    const number = PLUGINS.find(({ folder }) => folder === "src/stock/widgets/number");
    if (number === undefined) throw new Error("The widget is gone.");
    await showPlugin(page, number);
    const box = boxOf(page, "empty");
    await box.locator("input").fill("-7");
    expect(await box.locator(".form-field-error").count()).toBe(0);
    await page.keyboard.press("Tab");
    await box.locator(".form-field-error").waitFor();
    expectNoComplaints(author);
  });

  it("saves pending work: refused it stays ready, stored the form is opened with it", async () => {
    const { page } = author;
    const uploader = PLUGINS.find(({ folder }) => folder === "plugins/image-uploader");
    if (uploader === undefined) throw new Error("The widget is gone.");
    await showPlugin(page, uploader);
    const before = await valueIn(page, "empty");
    const box = boxOf(page, "empty");
    await box.locator("input[type=file]").setInputFiles({
      name: "dot.png",
      mimeType: "image/png",
      buffer: Buffer.from(DOT, "base64"),
    });
    const pending = box.getByRole("region", { name: "Pending work" });
    await pending.getByRole("button", { name: "Fail" }).click();
    await page.getByText("The server refuses the record").waitFor();
    expect(await valueIn(page, "empty")).toBe(before);
    await pending.getByRole("button", { name: "Save" }).click();
    await pending.waitFor({ state: "detached" });
    expect(await valueIn(page, "empty")).toContain("upload-1.png");
    expectNoComplaints(author);
  });
});

/** A PNG of one pixel. */
const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

it("says what the messages.json of the served config says", async () => {
  const cell = PLUGINS.find(({ folder }) => folder === "src/stock/cells/boolean");
  if (cell === undefined) throw new Error("The cell is gone.");
  await showPlugin(author.page, cell);
  expect(await boxOf(author.page, "filled").getByRole("cell").textContent()).toBe(YES);
});

it.each([DESK, PHONE])("controls without a class look like stock's at $width px", async (size) => {
  const { page } = author;
  await page.setViewportSize(size);
  const text = PLUGINS.find(({ folder }) => folder === "src/stock/widgets/text");
  if (text === undefined) throw new Error("The widget is gone.");
  await showPlugin(page, text);
  expect(await comparePlain(page, "filled")).toEqual([]);
});

describe("by keys alone", () => {
  it.each(inRound(WIDGETS, isForDesk))("$folder changes its value", async (plugin) => {
    const { page } = author;
    await page.setViewportSize(DESK);
    await showPlugin(page, plugin);
    expect(await changeByKeys(page, "filled")).toBeDefined();
    expectNoComplaints(author);
  });
});
