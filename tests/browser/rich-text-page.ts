import type { Browser, Page } from "playwright-core";
import { bundleForPage } from "./bundle-for-page.ts";
import { launchChromium } from "./chromium.ts";

export interface RichTextPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** A page of a real browser with the editors of both clients in it, see `rich-text-in-page.ts`. Loads nothing. */
export async function openRichTextPage(): Promise<RichTextPage> {
  const [browser, script] = await Promise.all<[Promise<Browser>, Promise<string>]>([
    launchChromium(),
    bundleForPage("rich-text-in-page.ts"),
  ]);
  const page = await browser.newPage();
  await page.route("**/*", (route) => route.abort());
  await page.setContent("<!doctype html><title>Rich text</title>");
  await page.addScriptTag({ content: script });
  return { page, close: () => browser.close() };
}
