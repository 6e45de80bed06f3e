import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Presses of a key after which what is looked for should long have been reached. */
const MOST = 80;

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab (or another key) until the target has the focus; everything on the way must show that it has it. */
export async function tabTo(page: Page, target: Locator, key = "Tab"): Promise<void> {
  await target.waitFor();
  const unseen: string[] = [];
  for (let presses = 0; presses < MOST; presses++) {
    if (await hasFocus(target)) {
      expect(unseen).toEqual([]);
      return;
    }
    await page.keyboard.press(key);
    const problem = await page.evaluate(focusProblem);
    if (problem !== undefined) unseen.push(problem);
  }
  throw new Error(`${key} does not lead to ${target}`);
}

/** Runs in the page: why a person could not see where the focus is; undefined where they can. */
function focusProblem(): string | undefined {
  const at = document.activeElement;
  // Between the page's end and its start the browser's own controls have their turn.
  if (at === null || at === document.body) return undefined;
  const name = at.outerHTML.slice(0, 120);
  const drawn = [at, at.parentElement, at.nextElementSibling, at.closest("label")].some((element) => {
    if (element === null) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
  });
  if (!drawn) return `nothing is drawn around ${name}`;
  const { top, bottom, left, right } = at.getBoundingClientRect();
  const bar = at.closest(".form-foot") === null ? document.querySelector(".form-foot") : null;
  const end = Math.min(innerHeight, bar?.getBoundingClientRect().top ?? innerHeight);
  if (bottom <= 0 || right <= 0 || left >= innerWidth || top >= end) return `out of sight: ${name}`;
  return undefined;
}

/** The focus is on something that a person can go on from. */
export async function expectFocusKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
}

/** A question stands and holds the focus; answers it by keyboard. */
export async function answerByKeyboard(page: Page, sentence: string | RegExp, button: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByText(sentence).waitFor();
  await expect
    .poll(() => question.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);
  await tabTo(page, question.getByRole("button", { name: button, exact: true }));
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "detached" });
}
