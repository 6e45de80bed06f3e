import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { upload } from "./fields.ts";
import { untilIdle } from "./idle.ts";
import { smallPng } from "./photos.ts";
import { inRound } from "./round.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

/** WCAG 2.4.11: what has the focus is not behind what sticks to the window. */

const { product, api, open } = await beginStory();

/** As the page is at 100 % in two windows, and enlarged to 200 % and 400 % in the first. */
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 1280, height: 600 },
  { width: 640, height: 400 },
  { width: 320, height: 200 },
];

const image = async () => upload(product.url, api, await smallPng("a.png"));
const [category] = await api.find("categories", "");
const [article] = await api.find("articles", "");
const drink = await api.create("drinks", {
  name: "Tea with pictures",
  price: 50,
  category: category?._id,
  images: [await image(), await image()],
});
const long = await api.create("articles", {
  title: "Long",
  category: category?._id,
  content: "<p>Line</p>".repeat(60),
});
const carousel = await api.create("carousels", {
  name: "Slots",
  articles: [{ article: article?._id }, { article: long._id }],
});

const FORMS = [
  ["a drink with pictures", `/drinks/edit/${drink._id}`],
  ["a long article", `/articles/edit/${long._id}`],
  ["a new user", "/users/create"],
  ["a new category", "/categories/create"],
  ["a new ingredient", "/ingredients/create"],
  ["a carousel", `/carousels/edit/${carousel._id}`],
  ["a new shop", "/shops/create"],
] as const;

it.each(inRound(FORMS, (_, index) => index < 3))(
  "the form of %s hides nothing that has the focus, in no window",
  async (_, path) => {
    const person = await open(path, WINDOWS[0]);
    const { page } = person;
    await page.locator(".save-bar").waitFor();
    await untilIdle(page);
    await page.evaluate(watchFocus);
    const tabs = await page.getByRole("tab").all();
    for (const window of WINDOWS) {
      await page.setViewportSize(window);
      for (const tab of tabs.length > 0 ? tabs : [undefined]) {
        await tab?.click();
        for (const key of ["Tab", "Shift+Tab"]) {
          const stops = await tabThrough(page, key);
          expect(stops).toBeGreaterThan(2);
        }
      }
    }
    expect(await page.evaluate(() => window.hiddenFocus)).toEqual([]);
    expectNoComplaints(person);
  },
);

it("what is typed at the end of a long article stays above the bar", async () => {
  const { page } = await open("/articles/create", { height: 600 });
  const text = page.getByRole("textbox", { name: "內容" });
  await text.click();
  for (let line = 0; line < 20; line++) await page.keyboard.type(`${line}\n`);
  const below = await page.evaluate(() => {
    const caret = getSelection()?.focusNode;
    const line = caret instanceof Element ? caret : caret?.parentElement;
    const bar = document.querySelector(".form-foot")?.getBoundingClientRect().top ?? 0;
    return (line?.getBoundingClientRect().bottom ?? Number.NaN) - bar;
  });
  expect(below).toBeLessThanOrEqual(0);
});

declare global {
  interface Window {
    hiddenFocus: string[];
  }
}

/** Presses the key until the focus has gone through the form; answers how many stops there were. */
async function tabThrough(page: Page, key: string): Promise<number> {
  const first = key === "Tab" ? page.locator(".heading") : page.locator(".save-bar button").last();
  await first.focus();
  for (let stops = 0; stops < 120; stops++) {
    await page.keyboard.press(key);
    // What scrolls is drawn before it is measured.
    const isInside = await page.evaluate(
      () =>
        new Promise<boolean>((done) => {
          const { activeElement } = document;
          requestAnimationFrame(() => done(activeElement?.closest("main") != null));
        }),
    );
    if (!isInside) return stops;
  }
  throw new Error("The focus never leaves the form.");
}

/** Runs in the page: notes each element that takes the focus behind something sticky, or out of the window. */
function watchFocus(): void {
  window.hiddenFocus = [];
  document.addEventListener("focusin", ({ target }) => {
    requestAnimationFrame(() => {
      if (!(target instanceof HTMLElement) || target !== document.activeElement) return;
      const sticky = (selector: string) => {
        const element = document.querySelector(selector);
        const sticks = element !== null && getComputedStyle(element).position === "sticky";
        return sticks && !element.contains(target) ? element.getBoundingClientRect() : undefined;
      };
      const from = target.closest("main") === null ? 0 : (sticky(".shell-head")?.bottom ?? 0);
      const to = sticky(".form-foot")?.top ?? innerHeight;
      const { top, bottom, height } = target.getBoundingClientRect();
      const seen = Math.min(bottom, to) - Math.max(top, from);
      const whole = Math.min(height, to - from);
      // What is higher than the space between them cannot be seen whole.
      if (seen >= (height > to - from ? whole / 3 : whole - 1)) return;
      const name = target.ariaLabel ?? target.id ?? "";
      window.hiddenFocus.push(
        `${target.tagName} ${name} at ${innerWidth} × ${innerHeight}: ${Math.round(top)}–${Math.round(bottom)} of ${from}–${to}`,
      );
    });
  });
}
