import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { build } from "vite";
import { launchChromium } from "./chromium.ts";

export interface RichTextPage {
  readonly page: Page;
  close(): Promise<void>;
}

/** A page of a real browser with the editors of both clients in it, see `rich-text-in-page.ts`. Loads nothing. */
export async function openRichTextPage(): Promise<RichTextPage> {
  const [browser, script] = await Promise.all<[Promise<Browser>, Promise<string>]>([
    launchChromium(),
    bundle(),
  ]);
  const page = await browser.newPage();
  await page.route("**/*", (route) => route.abort());
  await page.setContent("<!doctype html><title>Rich text</title>");
  await page.addScriptTag({ content: script });
  return { page, close: () => browser.close() };
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One script of the entry and all that it imports, made in memory. */
async function bundle(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { alias: [{ find: /^admin$/, replacement: here("../../src/index.ts") }] },
    build: {
      write: false,
      minify: false,
      lib: { entry: here("rich-text-in-page.ts"), name: "page", formats: ["iife"] },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    "output" in one ? one.output : [],
  );
  const chunk = outputs.find(({ type }) => type === "chunk");
  if (chunk?.type !== "chunk") throw new Error("Nothing was built.");
  return chunk.code;
}
