import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Made, openApi } from "./api.ts";
import { storable } from "./example-value.ts";
import type { Fault } from "./fault.ts";
import { buildFaulty } from "./faulty-build.ts";
import { pluginsOnDisk } from "./plugins-on-disk.ts";
import { inRound } from "./round.ts";
import { expectHeading, expectPath } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct } from "./story.ts";
import { writeTrials } from "./trial-config.ts";
import { expectNoComplaints, type Visit, visit } from "./visit.ts";

// Each plugin of the installation, broken in every way that a widget can break, in a form of the real product.

const folder = await mkdtemp(join(tmpdir(), "isolation-"));
afterAll(() => rm(folder, { recursive: true }));
const browserFolder = join(folder, "browser");
const config = join(folder, "config");
const widgets = pluginsOnDisk()
  .filter(({ folder, manifest }) => folder.startsWith("plugins/") && manifest.kind === "widget")
  .map(({ manifest }) => manifest);
const trials = await writeTrials(config, widgets);
await buildFaulty(browserFolder);
const product = await beginProduct({ CONFIG_DIR: config, SAMPLE_DATA: "off" }, browserFolder);
const api = await openApi(product.url, "director", ADMIN_PASSWORD, "/session/login");

/** Milliseconds: more than any patience that a form has. */
const LONG = 61_000;

const chunks: Readonly<Record<string, { readonly file: string }>> = JSON.parse(
  await readFile(join(browserFolder, ".vite/manifest.json"), "utf8"),
);

/** Address of the script of a plugin. */
function scriptOf(plugin: string): string {
  const found = Object.entries(chunks).find(([source]) => source.endsWith(`plugins/${plugin}/index.tsx`));
  if (found === undefined) throw new Error(`"${plugin}" has no chunk of its own.`);
  return `${product.url}/${found[1].file}`;
}

it("there are plugins to try", () => {
  expect(trials.length).toBeGreaterThan(0);
});

describe.each(inRound(trials, (_, index) => index < 3))("$plugin", ({ plugin, entity, example, option }) => {
  const list = `/${entity}/list`;
  let record: Made;
  let person: Visit;
  let page: Page;
  let notice: Locator;
  const uncaught: string[] = [];

  beforeAll(async () => {
    const tried = await storable(product.url, api, example.field, example.value);
    record = await api.create(entity, { ...example.record, note: "as it was", tried });
    person = await visit(product.url + list, { session: api });
    page = person.page;
    notice = page.locator(".failed-field");
    page.on("pageerror", (error) => uncaught.push(String(error)));
    await page.clock.install();
  });
  afterAll(() => person.context.close());

  beforeEach(async () => {
    uncaught.length = 0;
    person.complaints.length = 0;
    if (new URL(page.url()).pathname !== list) await page.goto(product.url + list);
  });
  afterEach(async ({ task }) => {
    await page.unrouteAll();
    // Another try begins where no code has come yet.
    if (task.result?.state === "fail") await page.goto("about:blank");
  });

  async function open(fault?: Fault): Promise<void> {
    await page.evaluate((given) => {
      globalThis.fault = given;
    }, fault);
    await page.getByRole("row").getByRole("link", { name: /Edit/ }).click();
    await expectHeading(page, `Edit ${entity}`);
  }

  const save = () => page.getByRole("button", { name: "Save", exact: true }).click();

  async function expectSetAside(reason: string, blame: string | null, ...words: string[]): Promise<void> {
    await notice.waitFor();
    expect(await notice.count()).toBe(1);
    expect(await notice.getByRole("alert").count()).toBe(1);
    expect(await notice.getAttribute("data-reason")).toBe(reason);
    await expect.poll(() => notice.getAttribute("data-blame")).toBe(blame);
    for (const word of ["Tried", ...words]) await expect.poll(() => notice.innerText()).toContain(word);
    const { borderTopStyle, borderTopWidth } = await notice.evaluate((box) => {
      const style = getComputedStyle(box);
      return { borderTopStyle: style.borderTopStyle, borderTopWidth: style.borderTopWidth };
    });
    expect([borderTopStyle, borderTopWidth]).toEqual(["solid", "1px"]);
  }

  /** The other field takes a text, the form is saved and left, and what was stored in the field that broke is stored still. */
  /** `waits`: something that was entered is not saved with the rest, and so it is asked first. */
  async function expectRestWorks(text: string, waits = false): Promise<void> {
    await page.getByLabel("Note").fill(text);
    await save();
    if (waits) await page.getByRole("button", { name: "Save the rest" }).click();
    await expectPath(page, list);
    await expectHeading(page, `List of ${entity}`);
    expect(await api.read(entity, record._id)).toMatchObject({ note: text, tried: record.tried });
    expect(uncaught).toEqual([]);
    expectNoComplaints(person, /broken|cannot be what it is|LoadFailure|net::ERR_FAILED/);
  }

  it("whose code does not come offers to try again, and then does", async () => {
    const script = scriptOf(plugin);
    await page.route(`${script}*`, (route) => route.abort());
    await open();
    await expectSetAside("chunk", null);
    await expectRestWorks("without its code");
    await open();
    await notice.waitFor();
    await page.unrouteAll();
    await notice.getByRole("button", { name: "Try again" }).click();
    await notice.waitFor({ state: "detached" });
    await page.locator('[id="form.tried"]').waitFor();
    await expectRestWorks("with its code");
  });

  it("that throws while it is drawn failed, and drawn once it can be", async () => {
    await open({ kind: "render" });
    await expectSetAside("render", "plugin", `plugins/${plugin}`, "broken while it was drawn");
    await page.evaluate(() => {
      globalThis.fault = undefined;
    });
    await notice.getByRole("button", { name: "Try again" }).click();
    await notice.waitFor({ state: "detached" });
    await page.locator('[id="form.tried"]').waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectPath(page, list);
    await open({ kind: "render" });
    await expectSetAside("render", "plugin");
    await expectRestWorks("not drawn");
  });

  it("that throws in an effect failed", async () => {
    await open({ kind: "effect" });
    await expectSetAside("render", "plugin", `plugins/${plugin}`, "broken in an effect");
    await expectRestWorks("not effected");
  });

  it("that throws when the form is left keeps nobody there", async () => {
    await open({ kind: "clean-up" });
    await page.getByLabel("Note").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expectPath(page, list);
    await expectHeading(page, `List of ${entity}`);
    await open({ kind: "clean-up" });
    await expectRestWorks("not cleaned up");
  });

  it("that never comes to be drawn failed", async () => {
    await open({ kind: "suspend" });
    await page.getByLabel("Note").waitFor();
    await page.clock.fastForward(LONG);
    await expectSetAside("slow", "plugin", `plugins/${plugin}`);
    await expectRestWorks("not ready");
  });

  it("whose pending work throws failed by the save", async () => {
    await open({ kind: "prepare" });
    await save();
    await expectSetAside("prepare", "plugin", `plugins/${plugin}`, "broken while it prepared");
    await expectRestWorks("not prepared", true);
  });

  it("whose pending work never settles is waited for within bounds", async () => {
    await open({ kind: "never" });
    await save();
    await expect
      .poll(() => page.getByRole("button", { name: "Save", exact: true }).getAttribute("aria-busy"))
      .toBe("true");
    await page.clock.fastForward(LONG);
    await expectSetAside("slow", "plugin", `plugins/${plugin}`);
    await expectRestWorks("not settled", true);
  });

  it("that cannot work with an option blames the config, with its file and line", async () => {
    await open({ kind: "option", option: option.name });
    await expectSetAside("render", "config", option.place, "cannot be what it is");
    await expectRestWorks("not configured");
  });
});
