import type { Locator } from "playwright-core";
import sharp from "sharp";
import { expect, it } from "vitest";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginStory } from "./story.ts";
import { visit } from "./visit.ts";

/** What is chosen, and what is at work, is seen: also in forced colours, which take all grounds and shadows away. */

const { product, open } = await beginStory();

type Colour = readonly [number, number, number];

it.each(["light", "dark"] as const)(
  "in forced colours (%s) what is chosen looks chosen",
  async (colorScheme) => {
    const { page } = await open("/drinks/create");
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    const tab = (name: string) => page.getByRole("tab", { name });
    await tab("其他").waitFor();
    const contrasts = new Map<string, number>();
    const compare = async (what: string, chosen: Locator, other: Locator, at: Spot) =>
      contrasts.set(what, contrast(await colourAt(chosen, at), await colourAt(other, at)));

    await compare("tab", tab("基本資訊"), tab("其他"), ({ width, height }) => [width / 2, height - 2]);
    const choice = (name: string) => page.locator(".choice-button", { hasText: name }).first();
    await compare("choice", choice("冷、熱皆可"), choice("熱"), ({ height }) => [5, height / 2]);
    const menu = (name: string) =>
      page.locator(".menu-entry", { has: page.getByRole("link", { name, exact: true }) });
    await compare("menu", menu("飲品"), menu("文章"), ({ height }) => [1, height / 2]);

    const toggle = page.getByRole("switch");
    const left: Spot = ({ height }) => [9, height / 2];
    const right: Spot = ({ width, height }) => [width - 9, height / 2];
    const [on, thumbOn] = [await colourAt(toggle, left), await colourAt(toggle, right)];
    await toggle.click();
    const [off, thumbOff] = [await colourAt(toggle, right), await colourAt(toggle, left)];
    contrasts.set("switch", contrast(on, off));
    contrasts.set("switch's thumb, on", contrast(on, thumbOn));
    contrasts.set("switch's thumb, off", contrast(off, thumbOff));

    await page.goto(`${product.url}/drinks/list`);
    const number = (name: string) => page.getByRole("button", { name });
    await number("第 2 頁").waitFor();
    await compare("pager", number("第 1 頁"), number("第 2 頁"), ({ height }) => [4, height / 2]);

    await page.goto(`${product.url}/articles/create`);
    const format = (name: string) => page.getByRole("button", { name });
    await format("靠左對齊").waitFor();
    await compare("format", format("靠左對齊"), format("靠右對齊"), ({ height }) => [4, height / 2]);

    await page.goto(`${product.url}/config`);
    const side = page.locator(".config-tab");
    await side.nth(1).waitFor();
    const strip: Spot = ({ width, height }) => [width / 2, height - 2];
    await compare(
      "side tab",
      page.locator(".config-tab[aria-selected=true]"),
      page.locator(".config-tab[aria-selected=false]").first(),
      strip,
    );

    expect([...contrasts].filter(([, value]) => value < 3)).toEqual([]);
    expect(contrasts.size).toBe(9);
  },
);

it("a busy button keeps its words readable and its width, with a spinner beside them", async () => {
  const { page } = await visit(`${product.url}/login`);
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/rest/users/login", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
  const button = page.getByRole("button", { name: "Log in" });
  const look = (one: Locator) =>
    one.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      const spinner = getComputedStyle(element, "::before");
      return {
        words: element.textContent,
        color,
        backgroundColor,
        width: element.getBoundingClientRect().width,
        height: element.getBoundingClientRect().height,
        spins: spinner.content !== "none" && spinner.animationName !== "none",
        spinner: `${spinner.position} ${spinner.width}`,
      };
    });
  // The pointer stays away: under it a button has another colour.
  await button.focus();
  const before = await look(button);
  expect(before.spins).toBe(false);
  await page.keyboard.press("Enter");
  await page.locator("button[aria-busy=true]").waitFor();
  expect(await look(button)).toEqual({ ...before, spins: true, spinner: "static 16px" });

  // As wide as its words.
  await page.evaluate(() => {
    document
      .querySelector("main")
      ?.insertAdjacentHTML(
        "beforeend",
        '<p><button class="button" id="wide">Save all of it</button><button class="button" id="short">好</button></p>',
      );
  });
  for (const id of ["wide", "short"]) {
    const one = page.locator(`#${id}`);
    const idle = await look(one);
    await one.evaluate((element) => element.setAttribute("aria-busy", "true"));
    expect(await look(one)).toEqual({ ...idle, spins: true, spinner: "static 16px" });
  }
  answer();
});

/** A place in an element's picture. */
type Spot = (size: { readonly width: number; readonly height: number }) => readonly [number, number];

async function colourAt(element: Locator, spot: Spot): Promise<Colour> {
  // What changes its colour slowly has changed it then.
  const picture = await element.screenshot({ animations: "disabled" });
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const [x, y] = spot(info).map(Math.round);
  const at = ((y ?? 0) * info.width + (x ?? 0)) * 3;
  return [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0];
}

/** WCAG's contrast ratio. */
function contrast(one: Colour, other: Colour): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
