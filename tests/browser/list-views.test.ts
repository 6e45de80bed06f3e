import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { columnOf, expectHeading, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, visit } from "./visit.ts";

const { product, admin, api, open } = await beginStory({
  as: { username: "content", role: "contentManager" },
});

beforeAll(async () => {
  const [category] = await api.find("categories", "奶茶");
  const drink = { category: category?._id, hotCold: "冷", size: "大", kal: 0 };
  await api.create("drinks", { ...drink, name: "停賣甲", price: 41, selling: false });
  await api.create("drinks", { ...drink, name: "停賣乙", price: 42, selling: false });
});

/** Without what else stands in the same cell. */
const names = async (page: Page) => (await columnOf(page, 1)).map((text) => text.split("\n")[0]);

const NAVIGATION = { name: "檢視", exact: true };

it("a view of the config, a view of one's own, and a link that shows both to another account", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  await expectHeading(page, "飲品列表");
  const tabs = page.getByRole("navigation", NAVIGATION);
  const current = () => tabs.locator("[aria-current=page]").allTextContents();
  await expect
    .poll(() => tabs.getByRole("link").allTextContents())
    .toEqual(["全部", "未販賣", "沒有圖片", "本週更新"]);
  await tabs.getByRole("link", { name: "未販賣" }).click();
  await page.getByText("共 3 筆").waitFor();
  expect(await names(page)).toEqual(["停賣乙", "停賣甲", "桂花烏龍凍飲"]);
  expect(new URL(page.url()).search).toBe("?view=not-sold");
  await page.getByRole("columnheader", { name: "價格" }).getByRole("button").click();
  await expect.poll(() => names(page)).toEqual(["停賣甲", "停賣乙", "桂花烏龍凍飲"]);
  await page.goBack();
  await page.goBack();
  await expect.poll(current).toEqual(["全部"]);
  await page.goForward();
  await expect.poll(current).toEqual(["未販賣"]);

  // What is shown as a person wants it, under a name of theirs.
  await page.getByRole("button", { name: "檢視設定" }).click();
  const panel = page.getByRole("dialog", { name: "檢視設定" });
  await panel.getByRole("checkbox", { name: "圖片" }).click();
  await panel.getByRole("checkbox", { name: "販賣中" }).click();
  await panel.getByLabel("檢視名稱").fill("停賣的");
  await panel.getByLabel("檢視名稱").press("Enter");
  await panel.waitFor({ state: "detached" });
  await expectToast(page, "已儲存檢視「停賣的」");
  await expect.poll(current).toEqual(["停賣的"]);
  const address = page.url();
  const shown = await page.getByRole("columnheader").allTextContents();
  expect(shown).toContain("販賣中");
  expect(shown).not.toContain("圖片");
  const headers = { authorization: `Bearer ${api.token}` };
  const stored = async () => (await fetch(`${product.url}/api/preferences`, { headers })).text();
  await expect.poll(stored).toContain("停賣的");

  // In a browser that knows nothing of it.
  const elsewhere = await open("/drinks/list");
  await elsewhere.page.getByRole("link", { name: "停賣的" }).click();
  await rowOf(elsewhere.page, "停賣甲").waitFor();
  expect(elsewhere.page.url()).toBe(address);

  // Sent to somebody else: in the order that was chosen, of which the link says so too.
  const other = await visit(address, { session: admin });
  await rowOf(other.page, "停賣甲").waitFor();
  expect(await names(other.page)).toEqual(["停賣乙", "停賣甲", "桂花烏龍凍飲"]);
  expect(
    await other.page.getByRole("navigation", NAVIGATION).getByRole("link", { name: "停賣的" }).count(),
  ).toBe(0);
  for (const one of [person, elsewhere, other]) expectNoComplaints(one);
});

it("on a phone the tabs scroll sideways, the page does not, and the settings are in reach", async () => {
  const person = await open("/drinks/list?view=this-week", { width: 320, height: 640 });
  const { page } = person;
  await expectHeading(page, "飲品列表");
  const tabs = page.getByRole("navigation", NAVIGATION);
  await tabs.locator("[aria-current=page]").waitFor();
  const widths = await page.evaluate(() => {
    const { documentElement } = document;
    return { page: documentElement.scrollWidth - documentElement.clientWidth, x: window.scrollX };
  });
  expect(widths).toEqual({ page: 0, x: 0 });
  await expect.poll(() => tabs.locator("[aria-current=page]").isVisible()).toBe(true);
  await page.getByRole("button", { name: "檢視設定" }).click();
  const panel = page.getByRole("dialog", { name: "檢視設定" });
  await panel.getByRole("button", { name: "20", exact: true }).click();
  await expect
    .poll(() => panel.getByRole("button", { name: "20", exact: true }).getAttribute("aria-pressed"))
    .toBe("true");
  const box = await panel.boundingBox();
  expect((box?.x ?? -1) >= 0 && (box?.width ?? 999) <= 320).toBe(true);
  expectNoComplaints(person);
});
