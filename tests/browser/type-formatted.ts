import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { expectFocus, expectWrong } from "./screen.ts";

export const contentOf = (page: Page): Locator => page.getByRole("textbox", { name: "內容" });

/** A button of the editor's toolbar. */
export const tool = (page: Page, name: string): Locator =>
  page.getByRole("toolbar", { name: "內容格式" }).getByRole("button", { name, exact: true });

/**
 * Types one of everything that the toolbar offers: six headings, four marks, two lists, four alignments, a link; tries
 * a link that is refused first.
 */
export async function typeFormatted(page: Page): Promise<void> {
  const content = contentOf(page);
  const { keyboard } = page;
  await content.click();
  for (let level = 1; level <= 6; level++) {
    await page.getByLabel("段落樣式").selectOption(`標題 ${level}`);
    await content.press("End");
    await keyboard.type(`大標${level}`);
    await keyboard.press("Enter");
  }
  for (const name of ["粗體", "斜體", "底線", "刪除線"]) {
    await tool(page, name).click();
    await expect.poll(() => tool(page, name).getAttribute("aria-pressed")).toBe("true");
    await keyboard.type(name);
    await tool(page, name).click();
  }
  await keyboard.press("Enter");
  for (const name of ["項目符號", "編號清單"]) {
    await tool(page, name).click();
    await keyboard.type(`${name}甲`);
    await keyboard.press("Enter");
    await keyboard.type(`${name}乙`);
    await keyboard.press("Enter");
    await keyboard.press("Enter");
  }
  for (const name of ["置中對齊", "靠右對齊", "左右對齊", "靠左對齊"]) {
    await tool(page, name).click();
    await keyboard.type(name);
    await keyboard.press("Enter");
  }

  await keyboard.type("連結");
  await keyboard.press("Shift+ArrowLeft");
  await keyboard.press("Shift+ArrowLeft");
  await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe("連結");
  await page.evaluate(nextFrame);
  await tool(page, "連結").click();
  const address = page.getByLabel("網址");
  await expectFocus(address);
  await address.fill("javascript:alert(1)");
  await page.getByRole("button", { name: "套用" }).click();
  await expectWrong(address, "連結須以 http、https、mailto、tel 或 sms 開頭");
  await address.fill("https://example.com/menu");
  await keyboard.press("Enter");
  await address.waitFor({ state: "detached" });
  await expectFocus(content);
  await page.evaluate(nextFrame);
  await content.press("ArrowRight");
  await expect.poll(() => page.evaluate(() => getSelection()?.isCollapsed)).toBe(true);
  await page.evaluate(nextFrame);
  await keyboard.press("Enter");
}

/** Runs in the page: an editor hears of a selection before the next frame, which people never outrun. */
function nextFrame(): Promise<void> {
  return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())));
}
