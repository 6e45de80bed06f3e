import type { Page } from "playwright-core";
import { expect } from "vitest";
import { boxOf, valueIn } from "./gallery-page.ts";

/** Tab stops of a widget, at most: a toolbar has many. */
const MOST_STOPS = 30;

/** What a person may press on what has the focus; "…" waits for choices to open. */
const TRIES: readonly (readonly string[])[] = [
  ["ArrowRight"],
  ["ArrowDown", "…", "ArrowDown", "Enter"],
  [" "],
  ["7"],
  ["Enter"],
];

/**
 * Changes the value of a box by keys alone, from the start of the box: Tab to what there is, and what a person would press
 * there. Answers the keys that did it; undefined where none does.
 */
export async function changeByKeys(page: Page, state: string): Promise<readonly string[] | undefined> {
  const before = await valueIn(page, state);
  const isChanged = async () => (await valueIn(page, state)) !== before;
  const pressed: string[] = [];
  const press = async (key: string) => {
    pressed.push(key);
    await page.keyboard.press(key);
  };
  await boxOf(page, state).getByRole("button", { name: "Start over" }).focus();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await press("Tab");
    if (!(await page.evaluate(isInStage, state))) return undefined;
    for (const keys of TRIES) {
      for (const key of keys) await (key === "…" ? choicesOpen(page) : press(key));
      if (await soon(page, isChanged)) return pressed;
      await answerDialog(page, press);
      if (await soon(page, isChanged)) return pressed;
    }
    await page.keyboard.press("Escape");
  }
  return undefined;
}

/** Runs in the page: whether the focus is inside what the widget draws. */
function isInStage(state: string): boolean {
  return document.activeElement?.closest(`[data-state="${state}"]`) !== null;
}

/** Choices, if any open, are there. */
async function choicesOpen(page: Page): Promise<void> {
  const open = await page.evaluate(() => document.querySelector("[aria-expanded=true]") !== null);
  if (open) await page.locator("[role=option]").first().waitFor();
}

/** Whatever asks is answered with its last button; whatever else covers the page is closed. */
async function answerDialog(page: Page, press: (key: string) => Promise<void>): Promise<void> {
  const dialog = page.locator("dialog[open]");
  if ((await dialog.count()) === 0) return;
  if ((await dialog.getAttribute("role")) === "alertdialog") {
    const last = dialog.getByRole("button").last();
    for (let tabs = 0; tabs < 4; tabs++) {
      if (await last.evaluate((element) => element === document.activeElement)) break;
      await press("Tab");
    }
    await press("Enter");
  } else await press("Escape");
  await expect.poll(() => dialog.count()).toBe(0);
}

/** Within two frames and what React does between them. */
async function soon(page: Page, holds: () => Promise<boolean>): Promise<boolean> {
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(undefined)))),
  );
  return holds();
}
