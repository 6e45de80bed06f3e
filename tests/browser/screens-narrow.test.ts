import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { editedLibrary } from "../server/config/edited-library.ts";
import { openApi } from "./api.ts";
import { untilIdle } from "./idle.ts";
import { overprints } from "./overprints.ts";
import { inRound } from "./round.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct, beginStory } from "./story.ts";
import { expectNoComplaints, visit } from "./visit.ts";

/** What a window of 320 px, or a page at 400 %, may not do to the screens; and what floats may not cover. */

const { product, api, open } = await beginStory();

it("at 320 px nothing is printed over something else, and nothing scrolls sideways", async () => {
  const person = await open("/", { width: 320, height: 640 });
  const { page } = person;
  const found: string[] = [];
  const idOf = async (entity: string) => (await api.find(entity, ""))[0]?._id;
  await api.create("users", {
    username: "a-name-of-20-letters",
    password: "secret-enough",
    role: "systemAdmin",
  });
  for (const path of [
    "/",
    "/categories/list",
    "/drinks/list",
    "/articles/list",
    "/users/list",
    "/drinks/create",
    `/drinks/edit/${await idOf("drinks")}`,
    `/articles/edit/${await idOf("articles")}`,
    `/carousels/edit/${await idOf("carousels")}`,
    "/shops/create",
    "/users/create",
    "/nowhere",
  ]) {
    await page.goto(product.url + path);
    await page.locator("h1").waitFor();
    await untilIdle(page);
    await page.locator(".overlay-line, .overlay, .skeleton").waitFor({ state: "detached" });
    found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
    for (const tab of (await page.getByRole("tab").all()).slice(1)) {
      await tab.click();
      found.push(...(await faultsOf(page)).map((fault) => `${path}: ${fault}`));
    }
  }
  await page.goto(`${product.url}/drinks/list`);
  await page.getByRole("button", { name: "Expand the menu" }).click();
  found.push(...(await faultsOf(page)).map((fault) => `menu: ${fault}`));
  await page.getByRole("button", { name: "Collapse the menu" }).click();
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("alertdialog").waitFor();
  found.push(...(await faultsOf(page)).map((fault) => `question: ${fault}`));
  expect(found).toEqual([]);
  // /nowhere is one.
  expectNoComplaints(person, /status of 404/);
});

it("the buttons of a choice stay side by side, also where their words need two lines", async () => {
  const tops = async (page: Page) => {
    const buttons = page.getByRole("radiogroup", { name: "角色" }).locator("label");
    const boxes = await buttons.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(boxes).toHaveLength(3);
    return new Set(boxes.map(Math.round)).size;
  };
  for (const width of [1280, 390, 320]) {
    const { page } = await open("/users/create", { width });
    await page.getByRole("radiogroup", { name: "角色" }).waitFor();
    expect([width, await tops(page)]).toEqual([width, 1]);
    expect(await faultsOf(page)).toEqual([]);
  }
});

it("where there is room, the words of all four roles stand in one line", async () => {
  const own = (await api.find("users", "admin"))[0]?._id;
  const { page } = await open(`/users/edit/${own}`, { width: 1280 });
  const words = page.getByRole("radiogroup", { name: "角色" }).locator("label > span");
  await words.first().waitFor();
  const heights = await words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  expect(heights).toHaveLength(4);
  expect(Math.max(...heights)).toBeLessThan(30);
});

const library = editedLibrary();
const broken = await beginProduct({ CONFIG_DIR: library.config, DATA_DIR: join(library.folder, "data") });
const director = await openApi(broken.url, "director", ADMIN_PASSWORD, "/session/login");
library.edit("entities/loans.json", "{ broken");
afterAll(() => rmSync(library.folder, { recursive: true, force: true }));

const WINDOWS = [
  [1280, 800],
  [800, 600],
  [390, 800],
  [320, 640],
  [320, 200],
] as const;

it.each(inRound(WINDOWS, ([width, height]) => width === 1280 || height === 200))(
  "toasts cover nothing of the config's problems at %i × %i",
  async (width, height) => {
    const { page } = await visit(broken.url, { width, height, session: director });
    const banner = page.getByRole("button", { name: /^The configuration has/ });
    await banner.waitFor();
    await page.evaluate(() => {
      // As many as are ever shown, each of several lines.
      const region = document.querySelector(".toasts");
      const sentence = "This could not be saved, since somebody else has changed it meanwhile. ".repeat(3);
      for (let count = 0; count < 4; count++)
        region?.insertAdjacentHTML(
          "beforeend",
          `<div class="toast"><p class="toast-text">${sentence}</p></div>`,
        );
    });
    const [over, under] = await Promise.all([page.locator(".toasts").boundingBox(), banner.boundingBox()]);
    if (over === null || under === null) throw new Error("They are not there.");
    expect(over.height).toBeGreaterThan(40);
    const isApart = over.y >= under.y + under.height || over.y + over.height <= under.y;
    expect(isApart).toBe(true);
    expect(await page.evaluate(overprints)).toEqual([]);
  },
);

it.each([1280, 390])(
  "at %i px toasts stand at the bottom left, and never on the bar that a form is saved with",
  async (width) => {
    const person = await open("/categories/create", { width, height: 800 });
    const { page } = person;
    await page.getByRole("button", { name: "Save" }).click();
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).boundingBox();
      if (box === null) throw new Error(`${selector} is not there.`);
      return { ...box, bottom: box.y + box.height };
    };
    await page.locator(".toast").waitFor();
    const { x, bottom } = await boxOf(".toasts");
    const bar = await boxOf(".form-foot");
    expect(bottom).toBe(800 - bar.height - 16);
    // Beside the menu, on a phone over it.
    expect(x).toBe(width === 390 ? 16 : 200 + 16);
    // The form ends where the toast would stand.
    await page.setViewportSize({ width, height: 482 });
    await expect.poll(async () => (await boxOf(".toasts")).bottom).toBe(bar.y - 16);
    // There is room again.
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await boxOf(".toasts")).bottom).toBe(bottom);
    expectNoComplaints(person);
  },
);

async function faultsOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(overprints);
}
