import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { expectHeading, openList } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

const { open } = await beginStory();

const sidebar = (page: Page) => page.getByRole("complementary");

async function expectSidebar(page: Page, width: 64 | 200): Promise<void> {
  await expect.poll(async () => (await sidebar(page).boundingBox())?.width).toBe(width);
}

it("the sidebar is 200 px wide, 64 px when collapsed, and its entries keep their names", async () => {
  const person = await open("/");
  const { page } = person;
  await expectHeading(page, "What would you like to do?");
  await expectSidebar(page, 200);
  await page.getByRole("button", { name: "Collapse the menu" }).click();
  await expectSidebar(page, 64);
  const drinks = page.getByRole("navigation").getByRole("link", { name: "飲品", exact: true });
  expect(await drinks.getAttribute("title")).toBe("飲品列表");
  await openList(page, "飲品");
  await expectHeading(page, "飲品列表");
  await expectSidebar(page, 64);
  await page.getByRole("button", { name: "Expand the menu" }).click();
  await expectSidebar(page, 200);
  expectNoComplaints(person);
});

it("below 768 px the sidebar begins collapsed and collapses with every change of the window", async () => {
  for (const [width, start] of [
    [768, 200],
    [767, 64],
  ] as const) {
    const person = await open("/", { width });
    await expectHeading(person.page, "What would you like to do?");
    await expectSidebar(person.page, start);
  }
  const person = await open("/", { width: 1000 });
  const { page } = person;
  await expectHeading(page, "What would you like to do?");
  await page.setViewportSize({ width: 800, height: 800 });
  await expectSidebar(page, 200);
  await page.setViewportSize({ width: 767, height: 800 });
  await expectSidebar(page, 64);
  await page.getByRole("button", { name: "Expand the menu" }).click();
  await expectSidebar(page, 200);
  await page.setViewportSize({ width: 700, height: 800 });
  await expectSidebar(page, 64);
  expectNoComplaints(person);
});

it("on a phone the menu lies over the page and closes after a choice, by Escape and by a touch beside it", async () => {
  const person = await open("/", { width: 390 });
  const { page } = person;
  await expectHeading(page, "What would you like to do?");
  const widthOfPage = async () => (await page.getByRole("main").boundingBox())?.width;
  const before = await widthOfPage();
  const expand = page.getByRole("button", { name: "Expand the menu" });
  await expand.click();
  await expectSidebar(page, 200);
  expect(await widthOfPage()).toBe(before);
  await openList(page, "門市");
  await expectHeading(page, "門市列表");
  await expectSidebar(page, 64);
  await expand.click();
  await expectSidebar(page, 200);
  // Also when the screen that came has the focus.
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("Escape");
  await expectSidebar(page, 64);
  await expand.click();
  await expectSidebar(page, 200);
  await page.mouse.click(350, 500);
  await expectSidebar(page, 64);
  expectNoComplaints(person);
});

it("toasts stand in a live region that is there before them; the tab names every screen", async () => {
  const person = await open("/");
  const { page } = person;
  await expectHeading(page, "What would you like to do?");
  expect(await page.title()).toBe("What would you like to do? · CMS");
  const region = page.getByRole("region", { name: "Notifications" });
  expect(await region.getAttribute("aria-live")).toBe("polite");
  await openList(page, "飲品");
  await expect.poll(() => page.title()).toBe("飲品列表 · CMS");
  const first = page.getByRole("row").nth(1);
  const name = await first.locator(".record-link").innerText();
  await first.getByRole("link", { name: "檢視" }).click();
  await expectHeading(page, "編輯飲品");
  // A record's form is called by the record.
  await expect.poll(() => page.title()).toBe(`${name} · 飲品`);
  await openList(page, "飲品");
  await page.getByRole("link", { name: "新建飲品" }).last().click();
  await expectHeading(page, "新建飲品");
  await page.getByRole("button", { name: "儲存" }).click();
  await region.getByRole("alert").getByText("請修正表單中的錯誤").waitFor();
  expectNoComplaints(person);
});
