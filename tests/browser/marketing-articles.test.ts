import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import type { Made } from "./api.ts";
import { chooseFiles, expectPictures, offered, optionsOf, pasteHtml } from "./fields.ts";
import { smallPng } from "./photos.ts";
import {
  answerQuestion,
  columnOf,
  expectFine,
  expectFocus,
  expectHeading,
  expectPath,
  expectWrong,
  openList,
  rowOf,
} from "./screen.ts";
import { beginStory } from "./story.ts";
import { contentOf, tool, typeFormatted } from "./type-formatted.ts";
import { expectNoComplaints, expectToast, logIn, type Visit, visit } from "./visit.ts";

const { product, admin, api, open } = await beginStory({
  settings: { SAMPLE_DATA: "off" },
  as: { username: "marketer", role: "marketingManager" },
});
let person: Visit;
let categories: readonly Made[];

beforeAll(async () => {
  categories = await Promise.all(
    Array.from({ length: 14 }, (_, index) =>
      admin.create("categories", { name: `類型 ${String(index + 1).padStart(2, "0")}`, parent: null }),
    ),
  );
  person = await open("/");
});

const save = (page: Page) => page.getByRole("button", { name: "儲存" }).click();

async function editArticle(page: Page, title: string): Promise<void> {
  await page.goto(`${product.url}/articles/list`);
  await rowOf(page, title).getByRole("link", { name: "編輯" }).click();
  await expectHeading(page, "編輯文章");
  await expect.poll(() => page.getByLabel("文章標題").inputValue()).toBe(title);
}

async function stored(title: string): Promise<Made> {
  const [found] = await api.find("articles", title);
  if (found === undefined) throw new Error(`No article ${title}`);
  return api.read("articles", found._id);
}

const picturesIn = (html: unknown) =>
  [...String(html).matchAll(/<img[^>]* src="([^"]*)"/g)].map(([, src]) => src);

it("an article without title and type is not sent; the page warns", async () => {
  const { page } = person;
  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "新建文章" }).click();
  await expectHeading(page, "新建文章");
  await save(page);
  await expectToast(page, "請依照指示完成表單");
  await expectWrong(page.getByLabel("文章標題"), "請輸入文章標題");
  await expectWrong(page.getByRole("combobox", { name: "文章類型" }), "請輸入文章類型");
  await expectFocus(page.getByLabel("文章標題"));
});

it("a type is found by loading more and by searching, without the permission for types", async () => {
  const { page } = person;
  const type = page.getByRole("combobox", { name: "文章類型" });
  await type.click();
  expect(await offered(page)).toHaveLength(10);
  await page.getByRole("button", { name: "載入更多" }).click();
  await optionsOf(page).nth(13).waitFor();
  expect(new Set(await offered(page))).toEqual(new Set(categories.map(({ name }) => name)));
  await type.fill("型 13");
  await expect.poll(() => optionsOf(page).allInnerTexts()).toEqual(["類型 13"]);
  await page.keyboard.press("Enter");
  expect(await type.inputValue()).toBe("類型 13");
  await expectFine(type);
});

it("cover and formatted text are stored in Quill's form with uploads alone", async () => {
  const { page } = person;
  await page.getByLabel("文章標題").fill("夏日新品");
  const addCover = page.getByRole("button", { name: "封面圖片 新增圖片" });
  await chooseFiles(page, addCover, await smallPng("cover.png"));
  await page.getByText("儲存時上傳").waitFor();
  await expect.poll(() => addCover.isDisabled()).toBe(true);

  await typeFormatted(page);
  const content = contentOf(page);
  await chooseFiles(page, tool(page, "插入圖片"), await smallPng("button.png", "#1a5"));
  await expectPictures(content, 1);
  const inline = (await smallPng("pasted.png", "#15a")).buffer.toString("base64");
  await content.press("Control+End");
  await page.keyboard.press("Enter");
  await pasteHtml(content, `<p>貼上的圖<img src="data:image/png;base64,${inline}" onerror="alert(1)"></p>`);
  await expectPictures(content, 2);
  await save(page);
  await expectToast(page, "儲存成功");
  await expectPath(page, "/articles/list");
  await rowOf(page, "夏日新品").waitFor();

  const { content: html, image, category } = await stored("夏日新品");
  expect(category).toBe(categories[12]?._id);
  expect(image).toMatchObject({ imgUrl: expect.stringMatching(/^\/api\//), expiresAt: null });
  for (let level = 1; level <= 6; level++) expect(html).toContain(`<h${level}>大標${level}</h${level}>`);
  for (const part of [
    "<strong>粗體</strong>",
    "<em>斜體</em>",
    "<u>底線</u>",
    "<s>刪除線</s>",
    '<ol><li data-list="bullet">項目符號甲</li><li data-list="bullet">項目符號乙</li>' +
      '<li data-list="ordered">編號清單甲</li><li data-list="ordered">編號清單乙</li></ol>',
    '<p class="ql-align-center">置中對齊</p>',
    '<p class="ql-align-right">靠右對齊</p>',
    '<p class="ql-align-justify">左右對齊</p>',
    "<p>靠左對齊",
    /<a [^>]*href="https:\/\/example\.com\/menu"[^>]*>連結<\/a>/,
  ])
    expect(html).toMatch(part);
  const pictures = picturesIn(html);
  expect(pictures).toHaveLength(2);
  for (const picture of pictures) {
    expect(picture).toMatch(/^\/api\//);
    const answer = await fetch(product.url + picture);
    expect(answer.headers.get("content-type")).toBe("image/png");
  }
  expect(html).not.toMatch(/data:|onerror|javascript|style=|<ul/);
  expectNoComplaints(person);
});

it("a change of the title alone keeps text, pictures and cover", async () => {
  const { page } = person;
  const before = await stored("夏日新品");
  await editArticle(page, "夏日新品");
  await expectPictures(contentOf(page), 2);
  expect(await page.getByRole("combobox", { name: "文章類型" }).inputValue()).toBe("類型 13");
  await page.getByLabel("文章標題").fill("夏日新品二");
  await save(page);
  await expectToast(page, "儲存成功");
  const after = await stored("夏日新品二");
  expect(after.content).toBe(before.content);
  expect(after.image).toEqual(before.image);
  expectNoComplaints(person);
});

it("what Quill wrote shows as it was, is kept as it is, and stays in Quill's form when its text is edited", async () => {
  const { page } = person;
  const inline = (await smallPng("quill.png", "#a3a")).buffer.toString("base64");
  await api.create("articles", {
    title: "舊文章",
    category: categories[0]?._id,
    content:
      '<h2 class="ql-align-center">舊標題</h2><ol><li data-list="bullet"><span class="ql-ui" contenteditable="false"></span>點</li>' +
      '<li data-list="bullet" class="ql-indent-1">內縮</li><li data-list="ordered">編號</li></ol>' +
      `<p class="ql-align-right">右<img src="data:image/png;base64,${inline}"></p>`,
  });
  const before = await stored("舊文章");
  expect(before.content).toContain('<li data-list="bullet" class="ql-indent-1">內縮</li>');
  expect(picturesIn(before.content)[0]).toMatch(/^\/api\//);

  await editArticle(page, "舊文章");
  const content = contentOf(page);
  await expectPictures(content, 1);
  expect(await content.locator("ul > li > ul > li").textContent()).toBe("內縮");
  expect(await content.locator("ol > li").textContent()).toBe("編號");
  const alignOf = (selector: string) =>
    content.locator(selector).evaluate((element) => getComputedStyle(element).textAlign);
  expect(await alignOf("h2")).toBe("center");
  expect(await alignOf(":scope > p:has(img)")).toBe("right");

  await page.getByLabel("文章標題").fill("舊文章改名");
  await save(page);
  await expectToast(page, "儲存成功");
  expect((await stored("舊文章改名")).content).toBe(before.content);

  await editArticle(page, "舊文章改名");
  await contentOf(page).locator("h2").click();
  await contentOf(page).press("End");
  await page.keyboard.type("！");
  await save(page);
  await expectToast(page, "儲存成功");
  const { content: edited } = await stored("舊文章改名");
  const expected = String(before.content)
    .replace("舊標題", "舊標題！")
    .replace(/<span.*?<\/span>/, "");
  expect(edited).toBe(expected);
  expect(picturesIn(edited)).toEqual(picturesIn(before.content));
  expectNoComplaints(person);
});

it("articles are searched, sorted and deleted after a question; a type in use stays and says who uses it", async () => {
  const { page } = person;
  await openList(page, "文章");
  await expectHeading(page, "文章列表");
  await page.getByPlaceholder("搜尋文章標題").fill("舊");
  await page.getByRole("button", { name: "搜尋" }).click();
  await expect.poll(() => columnOf(page, 1)).toEqual(["舊文章改名"]);
  await page.getByRole("button", { name: "清除" }).click();
  await expect.poll(() => columnOf(page, 1)).toHaveLength(2);
  await page.getByRole("columnheader", { name: "文章標題" }).getByRole("button").click();
  await expect.poll(() => columnOf(page, 1)).toEqual(["夏日新品二", "舊文章改名"]);

  await expect(admin.call("DELETE", `/categories/${categories[12]?._id}`)).rejects.toThrow("夏日新品二");
  await rowOf(page, "夏日新品二").getByRole("button", { name: "刪除" }).click();
  await answerQuestion(page, '你確定要刪除文章 "夏日新品二" 嗎？', "取消");
  await rowOf(page, "夏日新品二").getByRole("button", { name: "刪除" }).click();
  await answerQuestion(page, '你確定要刪除文章 "夏日新品二" 嗎？', "刪除");
  await expectToast(page, "刪除成功");
  await expect.poll(() => columnOf(page, 1)).toEqual(["舊文章改名"]);
  expect(await api.find("articles", "夏日")).toEqual([]);

  const chief = await visit(`${product.url}/login`);
  await logIn(chief);
  await openList(chief.page, "Categories");
  const search = chief.page.getByRole("search").getByRole("textbox");
  await search.fill("類型 01");
  await search.press("Enter");
  await rowOf(chief.page, "類型 01").getByRole("button", { name: "Delete" }).click();
  await answerQuestion(chief.page, /類型 01/, "Delete");
  await expectToast(chief.page, /^Delete failed: .*舊文章改名/);
  await rowOf(chief.page, "類型 01").waitFor();
  expectNoComplaints(chief, /status of 409/);
  expectNoComplaints(person);
});
