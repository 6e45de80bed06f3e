import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** The address became this path. */
export async function expectPath(page: Page, path: string): Promise<void> {
  await expect.poll(() => new URL(page.url()).pathname, { timeout: 15_000 }).toBe(path);
}

/** The screen's heading became this. */
export async function expectHeading(page: Page, title: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: title, exact: true }).waitFor();
}

/** Before a form is left whose input can be kept. */
export const LEAVE_QUESTION = "您的變更尚未儲存。要在此裝置保留 7 天，待您再次開啟這個表單時使用，還是捨棄？";

/** The question stands on screen with its sentence; presses one of its buttons. */
export async function answerQuestion(page: Page, sentence: string | RegExp, button: string): Promise<void> {
  const question = page.getByRole("alertdialog");
  await question.getByText(sentence).waitFor();
  await question.getByRole("button", { name: button, exact: true }).click();
  await question.waitFor({ state: "detached" });
}

/** Everything that describes a field to screen readers: its hint and its error. */
export function descriptionOf(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const ids = element.getAttribute("aria-describedby")?.split(/\s+/) ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
  });
}

/** The field is marked as wrong and says so in this sentence. */
export async function expectWrong(field: Locator, sentence: string): Promise<void> {
  await expect.poll(() => descriptionOf(field), { timeout: 10_000 }).toContain(sentence);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
}

/** The field has nothing to complain of. */
export async function expectFine(field: Locator): Promise<void> {
  await expect.poll(() => field.getAttribute("aria-invalid"), { timeout: 10_000 }).not.toBe("true");
}

export async function expectFocus(field: Locator): Promise<void> {
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
}

/** The row of a list whose cells include this text, whole. */
export function rowOf(page: Page, text: string): Locator {
  return page.getByRole("row").filter({ has: page.getByText(text, { exact: true }) });
}

/** The texts of a list's column, top to bottom, once the list stands still; of the one that names a record, the name. */
export async function columnOf(page: Page, column: number): Promise<readonly string[]> {
  await page.locator('table[aria-busy="false"]').waitFor();
  const cells = page.getByRole("table").locator(`tbody tr td:nth-child(${column})`);
  const texts = await cells.evaluateAll((all) =>
    all.map((one) => (one.querySelector<HTMLElement>(".record-link") ?? (one as HTMLElement)).innerText),
  );
  return texts.map((text) => text.trim());
}

/** Presses a name in the menu's accessible navigation. */
export async function openList(page: Page, label: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: label, exact: true })
    .click();
}
