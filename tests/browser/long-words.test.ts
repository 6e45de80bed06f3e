import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { editedLibrary } from "../server/config/edited-library.ts";
import { openApi } from "./api.ts";
import { overprints } from "./overprints.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct } from "./story.ts";
import { expectNoComplaints, visit } from "./visit.ts";

/** Long titles, and choices with a hyphen, in a library of such words. */

const TITLE = "County Lending Library";
const library = editedLibrary();
library.edit("app.json", (app) => {
  app.title = TITLE;
});
library.edit("entities/books.json", (books) => {
  const { genre } = books.schema.properties;
  genre.labels = {
    novel: "Non-fiction",
    poetry: "Sci-fi-poetry",
    science: "Popular-science",
    history: "Pre-history",
  };
});
library.edit("messages.json", ({ en }) => {
  en["cell.yes"] = "on-the-shelf-now";
});
const product = await beginProduct({ CONFIG_DIR: library.config, DATA_DIR: join(library.folder, "data") });
afterAll(() => rmSync(library.folder, { recursive: true, force: true }));

const session = await openApi(product.url, "director", ADMIN_PASSWORD, "/session/login");
const open = (path: string, width: number) => visit(product.url + path, { width, height: 844, session });

/** By a line or a letter: fonts are a little higher than their lines. */
const isCut = (element: Locator) =>
  element.evaluate((one) => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 8);

it("the app's title has two lines in a sidebar of 200 px, and its whole in a tooltip", async () => {
  const person = await open("/", 1280);
  const sidebar = person.page.getByRole("complementary");
  const title = sidebar.getByRole("link", { name: TITLE });
  await title.waitFor();
  expect(await isCut(title)).toBe(false);
  expect(await title.getAttribute("title")).toBe(TITLE);
  const [side, head] = await Promise.all([
    sidebar.boundingBox(),
    person.page.locator("header").boundingBox(),
  ]);
  expect(side?.width).toBe(200);
  const below = await title.boundingBox();
  expect((below?.y ?? 0) + (below?.height ?? 0)).toBeLessThanOrEqual((head?.y ?? 0) + (head?.height ?? 0));
  expectNoComplaints(person);
});

it.each([1280, 390])("at %i px a choice with hyphens is one line in its cell and its chip", async (width) => {
  const person = await open(
    "/books/list?filter[genre][in]=novel&filter[genre][in]=science&filter[genre][in]=history",
    width,
  );
  const { page } = person;
  await page.getByRole("button", { name: /Popular-science/ }).waitFor();
  // The chips are there before the rows.
  await page.locator("tbody td", { hasText: "Popular-science" }).first().waitFor();
  const chip = await page.locator('.filter-chip[data-filter="genre"]').boundingBox();
  expect(chip?.height).toBe(34);
  const lines = await page.locator("tbody td").evaluateAll((cells) =>
    cells
      .filter((cell) => /Popular-science|on-the-shelf-now/.test(cell.textContent))
      .map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      }),
  );
  expect(new Set(lines)).toEqual(new Set([1]));
  expect(await page.evaluate(overprints)).toEqual([]);
  expectNoComplaints(person);
});

it.each([1280, 390])("at %i px the words of a short choice stay in their buttons", async (width) => {
  const { page } = await open("/books/create", width);
  const words = page.getByRole("radiogroup", { name: "Genre" }).locator("label > span");
  await words.first().waitFor();
  const boxes = await words.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(4);
  for (const [at, { left }] of boxes.entries())
    if (at > 0) expect(left).toBeGreaterThanOrEqual(boxes[at - 1].right);
});

it("on a phone heading and create button share a line; where there is no room for its words, it has its sign", async () => {
  const person = await open("/reading-lists/list", 390);
  const { page } = person;
  const create = page.getByRole("main").getByRole("link", { name: "New reading list" });
  await page.locator('table[aria-busy="false"]').waitFor();
  const [heading, button] = await Promise.all([page.locator("h1").boundingBox(), create.boundingBox()]);
  expect(Math.abs(centre(heading) - centre(button))).toBeLessThan(3);
  const sign = await create.locator(".pi").boundingBox();
  expect(Math.abs(centre(sign) - centre(button))).toBeLessThan(2);
  expect(await page.evaluate(overprints)).toEqual([]);
  expectNoComplaints(person);
});

it("in a list of 230 px no number stands under the actions of its row", async () => {
  const { page } = await open("/books/list", 320);
  const row = page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name: "Salt and Other Poems", exact: true }) });
  const [number, action, name] = await Promise.all([
    row.locator(".cell-number").first().boundingBox(),
    row.locator(".row-action").first().boundingBox(),
    row.locator(".record-line").boundingBox(),
  ]);
  expect(number?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0) - 1);
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(action?.x ?? 0);
});

const centre = (box: { y: number; height: number } | null) =>
  box === null ? Number.NaN : box.y + box.height / 2;
