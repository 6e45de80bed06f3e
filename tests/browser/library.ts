import type { Page } from "playwright-core";
import { expect } from "vitest";
import { expectHeading } from "./screen.ts";

/** What the product says while it serves the shop. */
const SHOP = /\p{Script=Han}|drink|beverage|categor|ingredient|carousel|article|\bshops?\b|\bCMS\b/iu;

/** Every text and every name given to screen readers and pointers. */
export async function expectNothingOfTheShop(page: Page): Promise<void> {
  const said = await page.evaluate(() => {
    const names = ["aria-label", "title", "placeholder", "alt", "aria-description"];
    const attributes = [...document.querySelectorAll("*")].flatMap((element) =>
      names.map((name) => element.getAttribute(name) ?? ""),
    );
    return [document.title, document.documentElement.lang, document.body.textContent, ...attributes].join(
      "\n",
    );
  });
  expect(said.split("\n").filter((line) => SHOP.test(line))).toEqual([]);
}

/** The library says a sentence; it is dismissed, so that the next one is a new one. */
export async function expectNotice(page: Page, sentence: string | RegExp): Promise<void> {
  const notice = page
    .getByRole("region", { name: "Notices" })
    .locator(".toast")
    .filter({ hasText: sentence });
  await notice.first().getByRole("button", { name: "Dismiss" }).click();
}

/** Logs in at the library's own page. */
export async function logInToLibrary(page: Page, username: string, password: string): Promise<void> {
  await expectHeading(page, "Log in to the library");
  await page.getByLabel("Library name").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText(`Hello ${username}`).first().waitFor();
}
