import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { openApi } from "./api.ts";
import { optionsOf } from "./fields.ts";
import { answerByKeyboard, expectFocusKept, tabTo } from "./keyboard-steps.ts";
import { smallPng } from "./photos.ts";
import { columnOf, expectFocus, expectHeading, expectPath, LEAVE_QUESTION, rowOf } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct } from "./story.ts";
import { expectNoComplaints, type Visit, visit } from "./visit.ts";

const product = await beginProduct();
let person: Visit;
let page: Page;

beforeAll(async () => {
  person = await visit(`${product.url}/login`);
  page = person.page;
  // Keys reach the page faster than a listener that is added just before.
  const picture = await smallPng("keys.png");
  page.on("filechooser", (dialog) => void dialog.setFiles(picture));
});

const button = (name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" });
const press = (key: string) => page.keyboard.press(key);
const said = (sentence: string) =>
  page.getByRole("region", { name: "Notifications" }).getByText(sentence).last().waitFor();

it("logs in, skips to the content, folds the menu and opens a form", async () => {
  await tabTo(page, page.getByLabel("Username"));
  await page.keyboard.type("admin");
  await press("Tab");
  await page.keyboard.type(ADMIN_PASSWORD);
  await press("Enter");
  await expectHeading(page, "What would you like to do?");

  await page.reload();
  await expectHeading(page, "What would you like to do?");
  const skip = button("Skip to content");
  await press("Tab");
  await expectFocus(skip);
  await expect.poll(async () => (await skip.boundingBox())?.y ?? -1).toBeGreaterThanOrEqual(0);
  await press("Enter");
  await expectFocus(page.getByRole("main"));
  await press("Tab");
  await expectFocus(page.getByRole("main").getByRole("link").first());

  await tabTo(page, button("Collapse the menu"), "Shift+Tab");
  await press("Enter");
  await expectFocus(button("Expand the menu"));
  await press("Enter");
  await tabTo(page, page.getByRole("navigation").getByRole("link", { name: "新建飲品" }));
  await press("Enter");
  await expectHeading(page, "新建飲品");
  expectNoComplaints(person);
});

it("makes a drink: type, picture, choices, switch, tabs and scores", async () => {
  await tabTo(page, page.getByLabel("飲品名稱"));
  await page.keyboard.type("鍵盤奶茶");
  await tabTo(page, page.getByLabel("價格"));
  await page.keyboard.type("45");
  const category = page.getByRole("combobox", { name: "飲品類型" });
  await tabTo(page, category);
  await press("ArrowDown");
  await optionsOf(page).first().waitFor();
  await press("Escape");
  await page.getByRole("listbox").waitFor({ state: "detached" });
  await expectHeading(page, "新建飲品");
  await expectFocus(category);
  await press("ArrowDown");
  await optionsOf(page).first().waitFor();
  const second = await optionsOf(page).nth(1).textContent();
  await press("ArrowDown");
  await press("ArrowDown");
  await press("Enter");
  await expect.poll(() => category.inputValue()).toBe(second);

  await tabTo(page, page.getByRole("radiogroup", { name: "冷熱" }).getByRole("radio", { checked: true }));
  await press("ArrowRight");
  expect(await page.getByRole("radiogroup", { name: "冷熱" }).getByRole("radio").nth(0).isChecked()).toBe(
    true,
  );
  const selling = page.getByRole("switch", { name: "販賣中" });
  await tabTo(page, selling);
  await press("Space");
  expect(await selling.isChecked()).toBe(false);
  const add = page.getByRole("button", { name: "圖片 新增圖片" });
  await tabTo(page, add);
  await press("Enter");
  await page.getByText("儲存時上傳").waitFor();
  await expectFocus(add);

  const basic = page.getByRole("tab", { name: "基本資訊" });
  await tabTo(page, basic, "Shift+Tab");
  await press("ArrowRight");
  const others = page.getByRole("tab", { name: "其他" });
  await expectFocus(others);
  expect(await others.getAttribute("aria-selected")).toBe("true");
  await press("Home");
  await expectFocus(basic);
  await press("End");
  await expectFocus(others);
  await tabTo(page, page.getByRole("slider").first());
  await press("7");
  await tabTo(page, page.getByRole("slider").nth(1));
  await press("ArrowRight");
  await tabTo(page, button("儲存"));
  await press("Enter");
  await said("儲存成功");
  await expectHeading(page, "飲品列表");
  const api = await openApi(product.url);
  expect((await api.find("drinks", "鍵盤奶茶"))[0]).toMatchObject({
    price: 45,
    hotCold: "冷",
    selling: false,
    scores: { wom: 7, store: 1 },
    images: [{ expiresAt: null }],
  });
  expectNoComplaints(person);
});

it("sorts, pages and searches the list; the focus stays where it can go on", async () => {
  const byPrice = page.getByRole("columnheader", { name: "價格" });
  await tabTo(page, byPrice.getByRole("button"));
  await press("Enter");
  await expect.poll(() => byPrice.getAttribute("aria-sort")).toBe("ascending");
  await expectFocus(byPrice.getByRole("button"));
  await tabTo(page, button("下一頁"));
  await press("Enter");
  await expect.poll(() => button("第 2 頁").getAttribute("aria-current")).toBe("page");
  await columnOf(page, 1);
  await expectFocusKept(page);
  const search = page.getByPlaceholder("搜尋飲品名稱");
  await tabTo(page, search, "Shift+Tab");
  await page.keyboard.type("鍵盤");
  await press("Enter");
  await expect.poll(() => columnOf(page, 1)).toEqual(["鍵盤奶茶"]);
  await expectFocus(search);
  expectNoComplaints(person);
});

it("edits: a picture is enlarged and removed after a question, leaving asks first", async () => {
  await tabTo(page, rowOf(page, "鍵盤奶茶").getByRole("link", { name: "編輯" }));
  await press("Enter");
  await expectHeading(page, "編輯飲品");
  const zoom = button(/^放大：/);
  await tabTo(page, zoom);
  await press("Enter");
  await page.getByRole("dialog").waitFor();
  await press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectFocus(zoom);
  const remove = button(/^刪除：/);
  await tabTo(page, remove);
  await press("Enter");
  await page.getByRole("alertdialog").getByText("確定要刪除這張圖片嗎？").waitFor();
  await press("Escape");
  await page.getByRole("alertdialog").waitFor({ state: "detached" });
  await expectFocus(remove);
  await press("Enter");
  await answerByKeyboard(page, "確定要刪除這張圖片嗎？", "確定");
  await expectFocus(page.getByRole("button", { name: "圖片 新增圖片" }));

  const cancel = button("取消");
  await tabTo(page, cancel);
  await press("Enter");
  await page.getByRole("alertdialog").getByText(LEAVE_QUESTION).waitFor();
  await press("Escape");
  await expectFocus(cancel);
  await tabTo(page, button("儲存"), "Shift+Tab");
  await press("Enter");
  await said("儲存成功");
  await expectHeading(page, "飲品列表");
  expectNoComplaints(person);
});

it("deletes after a question and logs out after another", async () => {
  const remove = rowOf(page, "鍵盤奶茶").getByRole("button", { name: "刪除" });
  await tabTo(page, remove);
  await press("Enter");
  await page.getByRole("alertdialog").getByText('你確定要刪除飲品 "鍵盤奶茶" 嗎？').waitFor();
  await press("Escape");
  await expectFocus(remove);
  await press("Enter");
  await answerByKeyboard(page, '你確定要刪除飲品 "鍵盤奶茶" 嗎？', "刪除");
  await said("刪除成功");
  await remove.waitFor({ state: "detached" });
  await expectFocusKept(page);
  await tabTo(page, button("Log out"), "Shift+Tab");
  await press("Enter");
  await answerByKeyboard(page, "Confirm you want to log out", "Confirm");
  await expectPath(page, "/login");
  expectNoComplaints(person);
});
