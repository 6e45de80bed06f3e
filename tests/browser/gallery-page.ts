import type { Frame, Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { examplesOf } from "../../src/compiler/manifest/plugin-examples.ts";
import type { PluginOnDisk } from "./plugins-on-disk.ts";

export const boxOf = (page: Page | Frame, state: string): Locator =>
  page.locator("section.gallery-box", { has: page.locator(`[data-state="${state}"]`) });

/** What of a plugin is shown; the first example, in English, where nothing is said. */
interface Shown {
  readonly example?: number;
  readonly language?: string;
}

const stageOf = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);

/** Goes to a plugin's page without loading the program again, and waits until its widgets are there. */
export function showPlugin(page: Page, plugin: PluginOnDisk, shown: Shown = {}): Promise<void> {
  const { kind, name } = plugin.manifest;
  return show(page, plugin, shown, `/dev/plugins/${kind}/${name}?${searchOf(shown)}`);
}

/** The same inside the phone's page that stands in a gallery page at 390 px. */
export function showOnPhone(phone: Frame, plugin: PluginOnDisk, shown: Shown = {}): Promise<void> {
  const { kind, name } = plugin.manifest;
  return show(phone, plugin, shown, `/dev/plugins/phone/${kind}/${name}#${searchOf(shown)}`);
}

/** The page that shows a gallery page's states at 390 px, once it is there. */
export async function phoneIn(page: Page): Promise<Frame> {
  const frame = await (await page.locator("iframe.gallery-phone").elementHandle())?.contentFrame();
  if (!frame) throw new Error("There is no phone in this page.");
  await frame.locator("[data-state]").first().waitFor();
  return frame;
}

function searchOf({ example = 0, language = "en" }: Shown): URLSearchParams {
  return new URLSearchParams({ example: String(example), language });
}

async function show(page: Page | Frame, plugin: PluginOnDisk, shown: Shown, path: string): Promise<void> {
  const { manifest } = plugin;
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  const example = examplesOf(manifest)[shown.example ?? 0];
  await page.getByRole("heading", { level: 1, name: manifest.name, exact: true }).waitFor();
  await page.getByRole("heading", { level: 2, name: example?.title ?? "", exact: true }).waitFor();
  await expectDrawn(page);
}

/** Every box has its widget or cell, and no picture or record is still on its way. */
export async function expectDrawn(page: Page | Frame): Promise<void> {
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const stages = [...document.querySelectorAll("[data-state]")];
          const waiting = document.querySelectorAll("[class*=waiting], [aria-busy=true]").length;
          const pictures = [...document.images].filter((image) => !image.complete).length;
          return stages.length > 0 && stages.every(({ firstElementChild }) => firstElementChild !== null)
            ? waiting + pictures
            : -1;
        }),
      { timeout: 15_000 },
    )
    .toBe(0);
}

/** What the form holds in a box, as JSON. */
export async function valueIn(page: Page | Frame, state: string): Promise<string> {
  return (await page.locator(`code[data-value="${state}"]`).textContent()) ?? "";
}

/** A box as it looks once it stands still. */
export async function look(page: Page, state: string): Promise<Buffer> {
  const shoot = () => stageOf(page, state).screenshot({ animations: "disabled", caret: "hide" });
  await page.mouse.move(0, 0);
  let last = await shoot();
  // A record that it shows may still be on its way, which takes long where others work too.
  for (let tries = 0; tries < 100; tries++) {
    const next = await shoot();
    if (next.equals(last)) return next;
    last = next;
  }
  throw new Error(`The box "${state}" never stands still.`);
}

/** How high what is drawn in a box is. */
export async function heightOf(page: Page, state: string): Promise<number> {
  return (await stageOf(page, state).boundingBox())?.height ?? 0;
}

/** Writes a value as JSON below a box, as an author does. */
export async function writeValue(page: Page | Frame, state: string, value: unknown): Promise<void> {
  const box = boxOf(page, state);
  await box.locator("summary").click();
  await box.locator("textarea.gallery-json").fill(JSON.stringify(value));
  await box.locator("summary").click();
}
