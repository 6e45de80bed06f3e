import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { judgeShown } from "./judge-screen.ts";
import { tabTo } from "./keyboard-steps.ts";
import { logInToLibrary } from "./library.ts";
import { overprints } from "./overprints.ts";
import { columnOf, expectFocus, expectHeading } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct, beginStory } from "./story.ts";
import { expectNoComplaints, visit } from "./visit.ts";

/** Lists that answer questions: which drinks of this category are not sold? Beside the list, and over it on a phone. */

const { api, open } = await beginStory({ as: { username: "content", role: "contentManager" } });
const library = await beginProduct({ CONFIG_DIR: "tests/fixtures/library" });

beforeAll(async () => {
  const categories = await api.find("categories", "");
  const [milk, fruit] = ["奶茶", "果茶"].map((name) => categories.find((one) => one.name === name));
  const drink = { hotCold: "冷", size: "大", kal: 0 };
  for (const [name, price, selling, category] of [
    ["篩甲", 51, false, milk],
    ["篩乙", 61, false, milk],
    ["篩丙", 71, true, milk],
    ["篩丁", 81, false, fruit],
  ] as const)
    await api.create("drinks", { ...drink, name, price, selling, category: category?._id });
});

const filterButton = (page: Page) => page.getByRole("button", { name: /^篩選/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "篩選條件" });
const group = (page: Page, name: string) => panel(page).getByRole("group", { name });
const queryOf = (page: Page) => decodeURIComponent(new URL(page.url()).search);
const expectQuery = (page: Page, query: string) => expect.poll(() => queryOf(page)).toBe(query);
const chips = (page: Page) =>
  page.getByRole("list", { name: "已套用的條件" }).locator(".filter-chip > span").allInnerTexts();
const faultsOf = (page: Page) => page.evaluate(overprints);

it("at 1280 each change shows at once beside the list, stands in the address, and is undone by Back", async () => {
  const person = await open("/drinks/list?search=篩");
  const { page } = person;
  await expect.poll(() => columnOf(page, 1)).toHaveLength(4);
  const tableTop = () => page.getByRole("table").evaluate((table) => table.getBoundingClientRect().top);
  const before = await tableTop();
  await filterButton(page).click();
  await group(page, "販賣中").getByLabel("否").check();
  await expectQuery(page, "?search=篩&filter[selling]=false");
  await expect.poll(() => columnOf(page, 1)).toEqual(["篩丁", "篩乙", "篩甲"]);
  await group(page, "飲品類型").getByRole("combobox").fill("果");
  await page.getByRole("option", { name: "果茶" }).click();
  await expect.poll(() => columnOf(page, 1)).toEqual(["篩丁"]);
  await expect.poll(() => chips(page)).toEqual(["販賣中：否", "飲品類型：果茶"]);
  // Nothing has moved.
  expect(await tableTop()).toBe(before);
  await panel(page).getByText("共 1 筆").waitFor();
  expect(await judgeShown(person, "飲品列表")).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  // What is beside it can be used: it closes, and takes no focus back.
  await page.getByPlaceholder("搜尋飲品名稱").click();
  await panel(page).waitFor({ state: "detached" });
  await expectFocus(page.getByPlaceholder("搜尋飲品名稱"));
  await page.getByRole("columnheader", { name: "更新時間" }).getByRole("button").click();
  await expect
    .poll(() => queryOf(page))
    .toContain("sort=updatedAt&order=asc&filter[selling]=false&filter[category]=");
  await page.goBack();
  await page.goBack();
  await expectQuery(page, "?search=篩&filter[selling]=false");
  await expect.poll(() => columnOf(page, 1)).toEqual(["篩丁", "篩乙", "篩甲"]);
  await page.reload();
  await expect.poll(() => chips(page)).toEqual(["販賣中：否"]);
  await page.getByRole("button", { name: "移除「販賣中：否」" }).click();
  await expectQuery(page, "?search=篩");
  await expectFocus(filterButton(page));
  expectNoComplaints(person);
});

it("numbers, pictures and days: what nothing matches says why, and all is cleared at once", async () => {
  const person = await open("/drinks/list?search=篩");
  const { page } = person;
  await filterButton(page).click();
  const price = group(page, "價格");
  await price.getByLabel("從").fill("60");
  await price.getByLabel("到").fill("75");
  // What is being typed counts also where the panel is left at once.
  await page.mouse.click(1200, 600);
  await panel(page).waitFor({ state: "detached" });
  await expect.poll(() => columnOf(page, 1)).toEqual(["篩丙", "篩乙"]);
  await expectQuery(page, "?search=篩&filter[price][gte]=60&filter[price][lte]=75");
  await filterButton(page).click();
  await group(page, "更新時間").getByRole("combobox").selectOption("近 7 天");
  await group(page, "圖片").getByLabel("有").check();
  await page
    .getByText("沒有符合「篩」和這些條件的飲品：價格：60 到 75、圖片：有和更新時間：近 7 天")
    .waitFor();
  await page.keyboard.press("Escape");
  await expectFocus(filterButton(page));
  await page.locator(".list-notice").getByRole("button", { name: "清除全部條件" }).click();
  await expectQuery(page, "?search=篩");
  await expect.poll(() => columnOf(page, 1)).toHaveLength(4);
  // Both boxes were one step each.
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expectQuery(page, "?search=篩&filter[price][gte]=60&filter[price][lte]=75");
  await page.goBack();
  await expectQuery(page, "?search=篩&filter[price][gte]=60");
  expectNoComplaints(person);
});

it("what cannot be read leaves the address, and the rest stays", async () => {
  const person = await open(
    "/drinks/list?filter[selling]=maybe&filter[price][gte]=71&filter[nothing]=1&search=篩",
  );
  const { page } = person;
  await expectQuery(page, "?search=篩&filter[price][gte]=71");
  await expect.poll(() => columnOf(page, 1)).toEqual(["篩丁", "篩丙"]);
  expectNoComplaints(person);
});

it("all of it goes by keyboard alone", async () => {
  const person = await open("/drinks/list?search=篩");
  const { page } = person;
  await expect.poll(() => columnOf(page, 1)).toHaveLength(4);
  await tabTo(page, filterButton(page));
  await page.keyboard.press("Enter");
  await tabTo(page, group(page, "販賣中").getByLabel("不限"));
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await expectQuery(page, "?search=篩&filter[selling]=false");
  const box = group(page, "飲品類型").getByRole("combobox");
  await tabTo(page, box);
  await page.keyboard.type("果");
  await page.locator('[role="listbox"][aria-busy="false"]').getByRole("option", { name: "果茶" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => columnOf(page, 1)).toEqual(["篩丁"]);
  await expectFocus(box);
  await tabTo(page, group(page, "冷熱").getByLabel("冷", { exact: true }));
  await page.keyboard.press("Space");
  await expect.poll(() => chips(page)).toEqual(["販賣中：否", "飲品類型：果茶", "冷熱：冷"]);
  await page.keyboard.press("Escape");
  await expectFocus(filterButton(page));
  await tabTo(page, page.getByRole("button", { name: "移除「飲品類型：果茶」" }));
  await page.keyboard.press("Enter");
  await expect.poll(() => columnOf(page, 1)).toEqual(["篩丁", "篩乙", "篩甲"]);
  await expectFocus(page.getByRole("button", { name: "移除「冷熱：冷」" }));
  expectNoComplaints(person);
});

it("at 390 the filters lie over the page, say how many there are, and nothing scrolls sideways", async () => {
  const person = await open("/drinks/list?search=篩", { width: 390, height: 800 });
  const { page } = person;
  await expect.poll(() => columnOf(page, 1)).toHaveLength(4);
  await filterButton(page).click();
  await group(page, "販賣中").getByLabel("否").check();
  await panel(page).getByRole("status").filter({ hasText: "共 3 筆" }).waitFor();
  expect(await judgeShown(person, "飲品列表")).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  const box = group(page, "飲品類型").getByRole("combobox");
  await box.fill("果");
  // Until they have come, an option of the list before them may still be replaced.
  const option = page.locator('[role="listbox"][aria-busy="false"]').getByRole("option", { name: "果茶" });
  await option.waitFor();
  // What is offered lies inside the sheet, in sight.
  const [inside, sheet] = await Promise.all([option.boundingBox(), panel(page).boundingBox()]);
  if (inside === null || sheet === null) throw new Error("They are not there.");
  expect(inside.y).toBeGreaterThan(sheet.y);
  expect(inside.y + inside.height).toBeLessThan(800);
  await option.click();
  await panel(page).getByRole("status").filter({ hasText: "共 1 筆" }).waitFor();
  await panel(page).getByRole("button", { name: "完成" }).click();
  await panel(page).waitFor({ state: "detached" });
  await expectFocus(filterButton(page));
  expect(await chips(page)).toEqual(["販賣中：否", "飲品類型：果茶"]);
  expect(await judgeShown(person, "飲品列表")).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "清除全部條件" }).click();
  await expectQuery(page, "?search=篩");
  await filterButton(page).click();
  await group(page, "價格").getByLabel("從").fill("70");
  await page.keyboard.press("Escape");
  await expectQuery(page, "?search=篩&filter[price][gte]=70");
  await expectFocus(filterButton(page));
  await page.goBack();
  await expectQuery(page, "?search=篩");
  // What is beside the sheet closes it. On the narrowest of screens it has its room too.
  await filterButton(page).click();
  await panel(page).waitFor();
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await faultsOf(page)).toEqual([]);
  await page.mouse.click(200, 10);
  await panel(page).waitFor({ state: "detached" });
  expectNoComplaints(person);
});

it("another business: days, choices and referred records of the library", async () => {
  const person = await visit(`${library.url}/login`);
  const { page } = person;
  await logInToLibrary(page, "director", ADMIN_PASSWORD);
  await page.getByRole("link", { name: "Loans", exact: true }).first().click();
  await expectHeading(page, "Loans");
  await page.getByRole("button", { name: "Filter" }).click();
  const dialog = page.getByRole("dialog", { name: "Filters" });
  const lent = dialog.getByRole("group", { name: "Lent on" });
  await lent.getByRole("combobox").selectOption({ label: "Coming 7 days" });
  await expectQuery(page, "?filter[lentOn][gte]=today&filter[lentOn][lte]=today+6");
  await page.getByText("No loan fits these filters: Lent on: coming 7 days").waitFor();
  // The boxes show which days these are; one of another day makes them plain.
  const [from = "", to = ""] = await lent
    .locator("input")
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
  await lent.getByLabel("From").fill("2020-01-01");
  await expectQuery(page, `?filter[lentOn][gte]=2020-01-01&filter[lentOn][lte]=${to}`);
  await page.locator("tbody tr[data-record]").first().waitFor();
  await dialog.getByRole("group", { name: "Returned on" }).getByLabel("Empty", { exact: true }).check();
  await expect.poll(() => queryOf(page)).toContain("&filter[returnedOn][empty]=true");
  expect(await judgeShown(person, "Loans")).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Take off all filters" }).click();
  await expectQuery(page, "");
  expectNoComplaints(person);
});
