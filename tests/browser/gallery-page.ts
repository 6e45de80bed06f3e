import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { examplesOf } from "../../src/model/plugin-examples.ts";
import type { PluginOnDisk } from "./plugins-on-disk.ts";

export const boxOf = (page: Page, state: string): Locator =>
  page.locator("section.gallery-box", { has: page.locator(`[data-state="${state}"]`) });

const stageOf = (page: Page, state: string) => page.locator(`[data-state="${state}"]`);

/** Goes to a plugin's page without loading the program again, and waits until its widgets are there. */
export async function showPlugin(
  page: Page,
  { manifest }: PluginOnDisk,
  view: { readonly example?: number; readonly language?: string } = {},
): Promise<void> {
  const search = new URLSearchParams({
    example: String(view.example ?? 0),
    language: view.language ?? "en",
  });
  const path = `/dev/plugins/${manifest.kind}/${manifest.name}?${search}`;
  await page.evaluate((to) => {
    history.pushState(null, "", to);
    dispatchEvent(new PopStateEvent("popstate"));
  }, path);
  const example = examplesOf(manifest)[view.example ?? 0];
  await page.getByRole("heading", { level: 1, name: manifest.name, exact: true }).waitFor();
  await page.getByRole("heading", { level: 2, name: example?.title ?? "", exact: true }).waitFor();
  await expectDrawn(page);
}

/** Every box has its widget or cell, and no picture or record is still on its way. */
export async function expectDrawn(page: Page): Promise<void> {
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
export async function valueIn(page: Page, state: string): Promise<string> {
  return (await page.locator(`code[data-value="${state}"]`).textContent()) ?? "";
}

/** A box as it looks once it stands still. */
export async function look(page: Page, state: string): Promise<Buffer> {
  const shoot = () => stageOf(page, state).screenshot({ animations: "disabled", caret: "hide" });
  await page.mouse.move(0, 0);
  let last = await shoot();
  for (let tries = 0; tries < 10; tries++) {
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
export async function writeValue(page: Page, state: string, value: unknown): Promise<void> {
  const box = boxOf(page, state);
  await box.locator("summary").click();
  await box.locator("textarea.gallery-json").fill(JSON.stringify(value));
  await box.locator("summary").click();
}
