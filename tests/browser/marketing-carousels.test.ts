import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Made } from "./api.ts";
import { expectPictures, offered, pick, upload } from "./fields.ts";
import { smallPng } from "./photos.ts";
import {
  answerQuestion,
  columnOf,
  expectFocus,
  expectHeading,
  expectPath,
  expectWrong,
  openList,
  rowOf,
} from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit } from "./visit.ts";

const { product, admin, api, open } = await beginStory({
  settings: { SAMPLE_DATA: "off" },
  as: { username: "marketer", role: "marketingManager" },
});
let person: Visit;
let articles: readonly Made[];

beforeAll(async () => {
  const category = await admin.create("categories", { name: "消息", parent: null });
  const made: Made[] = [];
  for (const title of ["C 中秋", "A 新年", "B 端午", "D 冬至", "E 夏至", "F 開幕", "G 周年"]) {
    const image = await upload(product.url, api, await smallPng(`${title}.png`));
    made.push(await api.create("articles", { title, category: category._id, image, content: "" }));
  }
  articles = made;
  person = await open("/");
});

const slot = (page: Page, number: number) =>
  page.getByRole("combobox", { name: `輪播文章 ${number}`, exact: true });
const add = (page: Page) => page.getByRole("button", { name: "新增", exact: true });
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const idOf = (title: string) => articles.find((article) => article.title === title)?._id;

async function storedOrder(name: string): Promise<unknown> {
  const [found] = await api.find("carousels", name);
  return found && (await api.read("carousels", found._id)).articles;
}

it("a carousel without a name, and a slot without an article, say so at their places", async () => {
  const { page } = person;
  await openList(page, "輪播圖");
  await page.getByRole("link", { name: "新建輪播圖" }).last().click();
  await expectHeading(page, "新建輪播圖");
  await press(page, "儲存");
  await expectToast(page, "請修正表單中的錯誤");
  await expectWrong(page.getByLabel("名稱"), "名稱不得空白");
  await page.getByLabel("名稱").fill("夏日輪播");
  await add(page).click();
  await expectFocus(slot(page, 1));
  await press(page, "儲存");
  await expectToast(page, "請修正表單中的錯誤");
  await expectWrong(slot(page, 1), "請選擇文章");
});

it("articles are offered by title, shown with their picture, and never twice", async () => {
  const { page } = person;
  await slot(page, 1).click();
  expect(await offered(page)).toEqual(["A 新年", "B 端午", "C 中秋", "D 冬至", "E 夏至", "F 開幕", "G 周年"]);
  await page.keyboard.press("Escape");
  const slots = page.getByRole("group", { name: "輪播文章" });
  await pick(page, slot(page, 1), "C 中秋");
  await expectPictures(slots, 1);
  await add(page).click();
  await slot(page, 2).fill("中秋");
  await page.getByRole("listbox").getByRole("option", { name: "C 中秋" }).click();
  await expectWrong(slot(page, 2), "不能選擇重複文章");
  expect(await page.getByText("不能選擇重複文章").count()).toBe(1);
  await expect.poll(() => slot(page, 2).inputValue()).toBe("");
  expect(await slot(page, 1).inputValue()).toBe("C 中秋");
  await pick(page, slot(page, 2), "A 新年");
  await expectPictures(slots, 2);
});

it("there are at most six slots; deleted ones make room; three articles are stored in their order", async () => {
  const { page } = person;
  for (let number = 3; number <= 6; number++) await add(page).click();
  expect(await add(page).isDisabled()).toBe(true);
  await page.getByText("最多新增6個輪播圖").waitFor();
  for (let number = 6; number >= 4; number--) await press(page, `刪除輪播文章 ${number}`);
  expect(await add(page).isDisabled()).toBe(false);
  await pick(page, slot(page, 3), "B 端午");
  await press(page, "將輪播文章 3上移");
  await expect.poll(() => slot(page, 2).inputValue()).toBe("B 端午");
  await press(page, "儲存");
  await expectToast(page, "儲存成功");
  await expectPath(page, "/carousels/list");
  await rowOf(page, "夏日輪播").waitFor();
  const order = ["C 中秋", "B 端午", "A 新年"].map((title) => ({ article: idOf(title) }));
  expect(await storedOrder("夏日輪播")).toEqual(order);
  expectNoComplaints(person);
});

it("editing shows the articles in order; one is taken out", async () => {
  const { page } = person;
  await openList(page, "輪播圖");
  await rowOf(page, "夏日輪播").getByRole("link", { name: "編輯" }).click();
  await expectHeading(page, "編輯輪播圖");
  await expect.poll(() => slot(page, 3).inputValue()).toBe("A 新年");
  expect(await slot(page, 1).inputValue()).toBe("C 中秋");
  await expectPictures(page.getByRole("group", { name: "輪播文章" }), 3);
  await press(page, "刪除輪播文章 1");
  await expect.poll(() => slot(page, 1).inputValue()).toBe("B 端午");
  await press(page, "儲存");
  await expectToast(page, "儲存成功");
  expect(await storedOrder("夏日輪播")).toEqual([{ article: idOf("B 端午") }, { article: idOf("A 新年") }]);
  expectNoComplaints(person);
});

it("an article in a carousel cannot be deleted, and the answer names the carousel", async () => {
  const { page } = person;
  await openList(page, "文章");
  await rowOf(page, "A 新年").getByRole("button", { name: "刪除" }).click();
  await answerQuestion(page, '你確定要刪除文章 "A 新年" 嗎？', "刪除");
  await expectToast(page, /^刪除失敗: 還有 1 筆資料使用它：.*夏日輪播/);
  await rowOf(page, "A 新年").waitFor();
  expectNoComplaints(person, /status of 409/);
});

it("carousels are searched, sorted and deleted after a question", async () => {
  const { page } = person;
  await api.create("carousels", { name: "B 輪播", articles: [] });
  await api.create("carousels", { name: "A 輪播", articles: [] });
  await openList(page, "輪播圖");
  await expectHeading(page, "輪播圖列表");
  await expect.poll(() => columnOf(page, 1)).toEqual(["A 輪播", "B 輪播", "夏日輪播"]);
  const byName = page.getByRole("columnheader", { name: "名稱" });
  await byName.getByRole("button").click();
  await expect.poll(() => byName.getAttribute("aria-sort")).toBe("ascending");
  await byName.getByRole("button").click();
  await expect.poll(() => columnOf(page, 1)).toEqual(["夏日輪播", "B 輪播", "A 輪播"]);
  await page.getByPlaceholder("搜尋輪播圖名稱").fill("夏日");
  await page.getByPlaceholder("搜尋輪播圖名稱").press("Enter");
  await expect.poll(() => columnOf(page, 1)).toEqual(["夏日輪播"]);
  await rowOf(page, "夏日輪播").getByRole("button", { name: "刪除" }).click();
  await answerQuestion(page, /夏日輪播/, "刪除");
  await expectToast(page, "刪除成功");
  await page.getByText("沒有符合「夏日」的輪播圖").waitFor();
  expectNoComplaints(person, /status of 409/);
});
