import { beforeAll, expect, it } from "vitest";
import { expectHeading, expectPath } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

/** Below a category: its drinks and its subcategories; a refused deletion leads to who stands in the way. */

const { api, open } = await beginStory();
const NAME = "Inverse tests";
let id = "";

beforeAll(async () => {
  id = (await api.create("categories", { name: NAME }))._id;
  for (let number = 1; number <= 11; number++)
    await api.create("drinks", {
      name: `反查茶${number}`,
      price: 40 + number,
      category: id,
      hotCold: "冷",
      size: "大",
      selling: true,
      kal: 0,
    });
});

it.each([
  ["at 1280 px", 1280, 900],
  ["on a phone", 390, 844],
])("%s the drinks of a category are below its form, a new one comes back to it", async (_, width, height) => {
  const person = await open(`/categories/edit/${id}`, { width, height });
  const { page } = person;
  const drinks = page.getByRole("region", { name: "Drinks", exact: true });
  await drinks.getByRole("heading", { name: /^Drinks\s*\d/ }).waitFor();
  await expect.poll(() => drinks.locator("tbody tr[data-record]").count()).toBe(5);
  await drinks.getByRole("button", { name: "第 3 頁" }).click();
  await expect.poll(() => drinks.locator("tbody tr[data-record]").count()).toBeLessThan(5);
  await page.getByRole("region", { name: "Subcategories" }).getByText("No category here yet").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

  await drinks.getByRole("link", { name: "新建飲品" }).click();
  await expectHeading(page, "新建飲品");
  expect(new URL(page.url()).searchParams.get("preset[category]")).toBe(id);
  await expect.poll(() => page.getByRole("combobox", { name: "飲品類型" }).inputValue()).toBe(NAME);
  await page.getByLabel("飲品名稱").fill(`反查新茶${width}`);
  await page.getByLabel("價格").fill("50");
  await page.getByRole("button", { name: "儲存" }).click();
  await expectPath(page, `/categories/edit/${id}`);
  await drinks.getByText(`反查新茶${width}`).first().waitFor();
  expectNoComplaints(person);
});

it("a refused deletion shows who stands in the way, as links", async () => {
  const person = await open(`/categories/list?search=${encodeURIComponent(NAME)}`);
  const { page } = person;
  await page.getByRole("button", { name: `Delete ${NAME}` }).click();
  await page.getByRole("alertdialog").getByRole("button").last().click();
  const region = page.getByRole("region", { name: `${NAME} is in use: change or delete these first` });
  await region.getByText(/^and \d+ more$/).waitFor();
  expect(await region.getByRole("link").count()).toBe(10);
  await region.getByRole("link").first().click();
  await expectHeading(page, "編輯飲品");
});
