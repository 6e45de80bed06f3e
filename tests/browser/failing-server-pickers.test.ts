import { beforeAll, expect, it } from "vitest";
import { SPOILT_ANSWERS } from "./faulty-proxy.ts";
import { expectHeading } from "./screen.ts";
import { beginFaultyStory } from "./story.ts";
import { expectNoComplaints, expectToast } from "./visit.ts";

const { proxy, api, open } = await beginFaultyStory();
beforeAll(async () => {
  for (let number = 1; number <= 15; number++)
    await api.create("categories", { name: `Shelf ${number}`, parent: null });
});

it("an English picker says what failed: its choices, more of them, a search; each can be tried again", async () => {
  const person = await open("/categories/create");
  const { page } = person;
  const parent = page.getByRole("combobox", { name: "Parent category" });
  const again = page.getByRole("button", { name: "Try again" });
  await page.getByLabel("Name").fill("typed before");

  proxy.on(/GET .*categories/, { kind: "answer", status: 500 });
  await parent.click();
  await expectToast(page, "Failed to fetch category data");
  proxy.heal();
  await again.click();
  await page.getByRole("option").nth(9).waitFor();
  proxy.on(/page=2/, { kind: "drop" });
  await page.getByRole("button", { name: "Load more" }).click();
  await expectToast(page, "Failed to load more: Cannot connect to the server");
  expect(await page.getByRole("option").count()).toBe(10);
  proxy.heal();
  await again.click();
  await page.getByRole("option").nth(10).waitFor();
  proxy.on(/nameQuery=Shelf/, { kind: "drop" });
  await parent.fill("Shelf 7");
  await expectToast(page, "Failed to search: Cannot connect to the server");
  proxy.heal();
  await again.click();
  await page.getByRole("option", { name: "Shelf 7" }).click();
  expect(await parent.inputValue()).toBe("Shelf 7");
  expect(await page.getByLabel("Name").inputValue()).toBe("typed before");
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("what was searched for first never replaces what was searched for last", async () => {
  const person = await open("/categories/create");
  const { page } = person;
  const parent = page.getByRole("combobox", { name: "Parent category" });
  proxy.on(/nameQuery=Shelf\+1&|nameQuery=Shelf%201&/, { kind: "late" });
  await parent.fill("Shelf 1");
  await expect.poll(() => proxy.held()).toBe(1);
  await parent.fill("Shelf 9");
  await expect.poll(() => page.getByRole("option").allInnerTexts()).toEqual(["Shelf 9"]);
  proxy.release();
  await parent.fill("Shelf 8");
  await expect.poll(() => page.getByRole("option").allInnerTexts()).toEqual(["Shelf 8"]);
  expectNoComplaints(person);
});

/** Chinese pickers: which form, which box, whose records, and what is said. */
const PICKERS = [
  { path: "/drinks/create", box: "飲品類型", of: /GET .*categories/, said: "獲取類別資料失敗: Error 500" },
  { path: "/articles/create", box: "文章類型", of: /GET .*categories/, said: "獲取類別資料失敗" },
  { path: "/carousels/create", box: /文章/, of: /GET .*articles/, said: "獲取文章資料失敗" },
];

it.each(PICKERS)("the picker of $path says $said", async ({ path, box, of, said }) => {
  const person = await open(path);
  const { page } = person;
  const picker = page.getByRole("combobox", { name: box });
  if (path.startsWith("/carousels")) await page.getByRole("button", { name: "新增", exact: true }).click();
  proxy.on(of, { kind: "answer", status: 500 });
  await picker.first().click();
  await expectToast(page, said);
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("a carousel whose articles cannot be loaded says so and keeps them", async () => {
  const articles = await api.find("articles", "");
  const slots = articles.slice(0, 2).map(({ _id }) => ({ article: _id }));
  const made = await api.create("carousels", { name: "故障輪播", articles: slots });
  const person = await open("/");
  const { page } = person;
  proxy.on(/GET .*articles\/[0-9a-f]{24}/, { kind: "drop" });
  await page.goto(`${proxy.url}/carousels/edit/${made._id}`);
  await page.getByRole("main").getByText("未能載入").first().waitFor();
  await expectToast(page, "無法載入文章資訊");
  await page.getByLabel("名稱").fill("改名輪播");
  await page.getByRole("button", { name: "儲存" }).click();
  await expectToast(page, "儲存成功");
  expect(await api.read("carousels", made._id)).toMatchObject({ name: "改名輪播", articles: slots });
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

/** The forms of the other areas, when their record does not come. */
const FORMS = [
  { entity: "articles", said: "獲取文章資料失敗", heading: "編輯文章" },
  { entity: "carousels", said: "獲取輪播圖資料失敗", heading: "編輯輪播圖" },
  { entity: "shops", said: "獲取門市資料失敗", heading: "編輯門市" },
  { entity: "users", said: "獲取用戶資料失敗", heading: "編輯用戶" },
];

it("each further form says that its record did not come and opens when asked again", async () => {
  const person = await open("/");
  const { page } = person;
  for (const { entity, said, heading } of FORMS) {
    const [record] = await api.find(entity, "");
    proxy.on(/GET \/api\/rest\/\w+\/[0-9a-f]{24}$/, { kind: "drop" });
    await page.goto(`${proxy.url}/${entity}/edit/${record?._id}`);
    await page.getByRole("main").getByText("目前無法顯示這筆資料").waitFor();
    expect(await page.getByText(said).count()).toBe(1);
    await expectToast(page, said);
    proxy.heal();
    await page.getByRole("button", { name: "再試一次" }).click();
    await expectHeading(page, heading);
    // Samples have nothing to save.
    await page.getByRole("button", { name: /^(儲存|返回列表)$/ }).waitFor();
  }
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});
