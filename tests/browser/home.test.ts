import { beforeAll, expect, it } from "vitest";
import { expectHeading } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, visit } from "./visit.ts";

const { product, admin, api, open } = await beginStory({
  as: { username: "content", role: "contentManager" },
});

let drink: string;
beforeAll(async () => {
  const [category] = await api.find("categories", "奶茶");
  const values = { category: category?._id, hotCold: "冷", size: "大", kal: 0, price: 41 };
  drink = String((await api.create("drinks", { ...values, name: "停賣甲", selling: false }))._id);
});

const HEADING = "What would you like to do?";

it.each([
  [1280, 800],
  [390, 844],
])(
  "at %i px the start page counts, lists, leads to both, and remembers what was opened",
  async (width, height) => {
    const person = await open("/", { width, height });
    const { page } = person;
    await expectHeading(page, HEADING);
    const main = page.getByRole("main");
    const unsold = main.getByRole("link", { name: /Drinks not sold/ });
    await expect.poll(() => unsold.textContent()).toMatch(/Drinks not sold\d+$/);
    const said = Number((await unsold.textContent())?.match(/\d+$/)?.[0]);
    const week = main.getByRole("region", { name: "Drinks changed this week" });
    await week.getByRole("link", { name: "停賣甲" }).waitFor();
    // Another role's tiles are not there.
    expect(await main.getByText("Accounts waiting for approval").count()).toBe(0);
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(over).toBe(0);

    await unsold.click();
    await expectHeading(page, "飲品列表");
    expect(new URL(page.url()).search).toBe("?view=not-sold");
    await page.getByText(`共 ${said} 筆`).waitFor();
    await page.goBack();
    await week.getByRole("link", { name: "停賣甲" }).click();
    await page.waitForURL(`**/drinks/edit/${drink}`);
    await page.getByLabel("飲品名稱").or(page.locator("input").first()).first().waitFor();
    await page.goto(product.url);
    const recent = main.getByRole("region", { name: "Opened last" });
    await recent.getByRole("link", { name: "停賣甲" }).waitFor();
    expectNoComplaints(person);
  },
);

it("who approves accounts sees who waits", async () => {
  const person = await visit(product.url, { session: admin });
  const waiting = person.page.getByRole("region", { name: "Accounts waiting for approval" });
  await waiting.getByText("Nothing at present").or(waiting.getByRole("link").nth(1)).first().waitFor();
  expectNoComplaints(person);
});

it.each([
  [1280, 800],
  [390, 844],
])("at %i px nothing moves while the tiles come, one of them late", async (width, height) => {
  const { page } = await visit(product.url, { width, height, session: admin });
  // The list at the top holds less than it has place for while it waits: until the others are there.
  let answer = () => {};
  const others = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/api/rest/users?**", async (route) => {
    await others;
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(window, { moved });
    const note = (list: PerformanceObserverEntryList) =>
      moved.push(...list.getEntries().map(({ startTime }) => startTime));
    new PerformanceObserver(note).observe({ type: "layout-shift", buffered: true });
  });
  await page.reload();
  await page.getByRole("region", { name: "Drinks changed this week" }).getByRole("link").nth(1).waitFor();
  answer();
  const waiting = page.getByRole("region", { name: "Accounts waiting for approval" });
  await waiting.getByText("Nothing at present").or(waiting.getByRole("link").nth(1)).first().waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "moved"))).toEqual([]);
});
