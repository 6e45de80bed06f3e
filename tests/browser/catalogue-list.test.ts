import { beforeAll, expect, it } from "vitest";
import { answerQuestion, columnOf, expectHeading, expectPath, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit } from "./visit.ts";

const { product, api, open } = await beginStory({ as: { username: "content", role: "contentManager" } });

/** Beside the 12 samples; the only ones whose name has 測試 in it. */
const MADE = ["測試100%純茶", "測試1000純茶", "測試_茶", "測試甲", "測試乙", "測試丙", "測試丁"];

beforeAll(async () => {
  const [category] = await api.find("categories", "奶茶");
  for (const [index, name] of MADE.entries())
    await api.create("drinks", {
      name,
      price: 100 + index,
      category: category?._id,
      hotCold: "冷",
      size: "大",
      selling: true,
      kal: 0,
    });
});

const total = ({ page }: Visit, count: number) => page.getByText(`共 ${count} 筆`).waitFor();

/** Searches, and waits until the list has these names alone. */
async function expectFound(person: Visit, text: string, names: readonly string[]): Promise<void> {
  const { page } = person;
  await page.getByPlaceholder("搜尋飲品名稱").fill(text);
  await page.getByRole("button", { name: "搜尋" }).click();
  await total(person, names.length);
  await expect.poll(async () => [...(await columnOf(page, 1))].sort()).toEqual([...names].sort());
}

it("searches for names that contain what was typed; no character is a pattern", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  await expectHeading(page, "飲品列表");
  await total(person, 19);
  await expectFound(person, "純茶", ["測試1000純茶", "測試100%純茶"]);
  await expectFound(person, "100%", ["測試100%純茶"]);
  await expectFound(person, "%", ["測試100%純茶"]);
  await expectFound(person, "_", ["測試_茶"]);
  expect(new URL(page.url()).searchParams.get("search")).toBe("_");
  await page.reload();
  await total(person, 1);
  expect(await page.getByPlaceholder("搜尋飲品名稱").inputValue()).toBe("_");
  await page.getByPlaceholder("搜尋飲品名稱").fill("咖哩");
  await page.keyboard.press("Enter");
  await page.getByText("沒有符合「咖哩」的飲品").waitFor();
  await page.getByRole("search").getByRole("button", { name: "清除" }).click();
  await total(person, 19);
  expect(await page.getByPlaceholder("搜尋飲品名稱").inputValue()).toBe("");
  expectNoComplaints(person);
});

const ascending = (values: readonly number[]) => [...values].sort((one, other) => one - other);

it("sorts by price and by time, both ways, and back to the newest first", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  const header = (name: string) => page.getByRole("columnheader", { name });
  const sorted = (name: string, way: string) =>
    page
      .getByRole("columnheader", { name })
      .and(page.locator(`[aria-sort="${way}"]`))
      .waitFor();
  const prices = async () => (await columnOf(page, 2)).map(Number);
  const own = await columnOf(page, 1);
  expect(own.slice(0, 7)).toEqual([...MADE].reverse());

  await header("價格").getByRole("button").click();
  await sorted("價格", "ascending");
  await rowOf(page, "古早味紅茶").waitFor();
  expect(await prices()).toEqual(ascending(await prices()));
  expect((await prices())[0]).toBe(25);
  await header("價格").getByRole("button").click();
  await sorted("價格", "descending");
  await rowOf(page, "測試丁").waitFor();
  expect((await prices()).slice(0, 7)).toEqual([106, 105, 104, 103, 102, 101, 100]);
  expect(new URL(page.url()).search).toBe("?sort=price&order=desc");
  await page.reload();
  await sorted("價格", "descending");
  expect((await prices())[0]).toBe(106);
  await header("價格").getByRole("button").click();
  await sorted("價格", "none");
  await expect.poll(() => columnOf(page, 1)).toEqual(own);

  await header("更新時間").getByRole("button").click();
  await sorted("更新時間", "ascending");
  await rowOf(page, "珍珠奶茶").waitFor();
  await header("更新時間").getByRole("button").click();
  await sorted("更新時間", "descending");
  await expect.poll(async () => (await columnOf(page, 1)).slice(0, 7)).toEqual([...MADE].reverse());
  expect(await header("圖片").getByRole("button").count()).toBe(0);
  expectNoComplaints(person);
});

it("sorts by name, both ways", async () => {
  const person = await open("/drinks/list?search=測試");
  const { page } = person;
  const button = page.getByRole("columnheader", { name: "飲品名稱" }).getByRole("button");
  await total(person, 7);
  await button.click();
  await page.locator('[aria-sort="ascending"]').waitFor();
  await expect.poll(async () => (await columnOf(page, 1))[0]).toMatch(/^測試1000?%?純茶$/);
  const up = await columnOf(page, 1);
  await button.click();
  await page.locator('[aria-sort="descending"]').waitFor();
  await expect.poll(() => columnOf(page, 1)).toEqual([...up].reverse());
  expectNoComplaints(person);
});

it("shows ten a page; page, search and order are in the address, so that reload, back and edit keep them", async () => {
  const person = await open("/drinks/list?sort=price&order=asc");
  const { page } = person;
  const pager = page.getByRole("navigation", { name: "分頁" });
  await total(person, 19);
  const first = await columnOf(page, 1);
  expect(first).toHaveLength(10);
  expect(await pager.getByRole("button", { name: "上一頁" }).isDisabled()).toBe(true);
  await pager.getByRole("button", { name: "下一頁" }).click();
  await rowOf(page, "測試丁").waitFor();
  const second = await columnOf(page, 1);
  expect(new Set([...first, ...second]).size).toBe(19);
  expect(new URL(page.url()).searchParams.get("page")).toBe("2");
  expect(await pager.getByRole("button", { name: "下一頁" }).isDisabled()).toBe(true);
  await page.reload();
  await rowOf(page, "測試丁").waitFor();
  expect(await columnOf(page, 1)).toEqual(second);
  await pager.getByRole("button", { name: "第 1 頁" }).click();
  await expect.poll(() => columnOf(page, 1)).toEqual(first);
  await page.goBack();
  await expect.poll(() => columnOf(page, 1)).toEqual(second);
  await page.goto(`${product.url}/drinks/list?page=99`);
  await expect.poll(() => new URL(page.url()).searchParams.get("page")).toBe("2");
  expect(await columnOf(page, 1)).toHaveLength(9);
  expectNoComplaints(person);
});

it("shows dates in Taiwan's way with a 12-hour clock, and a thumbnail where there is a picture", async () => {
  const person = await open("/drinks/list?search=珍珠奶茶");
  const { page } = person;
  const row = rowOf(page, "珍珠奶茶");
  await row.getByText(/^\d{4}\/\d{1,2}\/\d{1,2} (上午|下午)\d{1,2}:\d{2}(:\d{2})?$/).waitFor();
  const width = () =>
    row.getByRole("img").evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0));
  await expect.poll(width).toBeGreaterThan(0);
  expectNoComplaints(person);
});

it("deleting asks by name; no keeps it, yes deletes it and says so", async () => {
  const person = await open("/drinks/list?search=測試丙");
  const { page } = person;
  const remove = page.getByRole("button", { name: "刪除 測試丙" });
  await remove.click();
  await answerQuestion(page, '你確定要刪除飲品 "測試丙" 嗎？', "取消");
  await rowOf(page, "測試丙").waitFor();
  await remove.click();
  await page.getByRole("alertdialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  expect(await api.find("drinks", "測試丙")).toHaveLength(1);
  await remove.click();
  await answerQuestion(page, '你確定要刪除飲品 "測試丙" 嗎？', "刪除");
  await expectToast(page, "刪除成功");
  await page.getByText("沒有符合「測試丙」的飲品").waitFor();
  await expectPath(page, "/drinks/list");
  expect(await api.find("drinks", "測試丙")).toHaveLength(0);
  expectNoComplaints(person);
});
