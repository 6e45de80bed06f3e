import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { judgeScreen, judgeScreens, judgeShown, WIDTHS } from "./judge-screen.ts";
import { inRound } from "./round.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, logIn, visit } from "./visit.ts";

const { product, admin, open } = await beginStory({ as: { username: "night", role: "superAdmin" } });

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const LIGHT = "rgb(255, 255, 255)";
const DARK = "rgb(22, 27, 24)";
const saved = (page: Page, key: string) =>
  page.waitForResponse((answer) => answer.url().endsWith(`/preferences/${key}`) && answer.ok());

it("colours and language are chosen by keyboard, hold after a reload, on another device, and on the log-in page", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  await page.getByRole("heading", { level: 1, name: "飲品列表" }).waitFor();
  expect(await ground(page)).toBe(LIGHT);

  const menu = page.getByRole("button", { name: "Hi night" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Language and colours" });
  const colours = panel.getByRole("group", { name: "Colours" });
  await colours.getByLabel("As the device").focus();
  const isSaved = saved(page, "theme");
  await page.keyboard.press("ArrowUp");
  expect(await colours.getByLabel("Dark").isChecked()).toBe(true);
  await isSaved;
  expect(await ground(page)).toBe(DARK);
  const isSpoken = saved(page, "language");
  await panel.getByLabel("English").focus();
  await page.keyboard.press("Space");
  await isSpoken;
  // All screens speak it at once, without a reload, and so does the menu.
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "Drinks", exact: true })
    .waitFor();
  await page.getByRole("heading", { level: 1, name: "Drink list" }).waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);

  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Drink list" }).waitFor();
  expect(await ground(page)).toBe(DARK);

  // Another device, whose language and colours are others.
  const there = await visit(`${product.url}/login`);
  expect(await ground(there.page)).toBe(LIGHT);
  await logIn(there, "night");
  await there.page.goto(`${product.url}/drinks/list`);
  await there.page.getByRole("heading", { level: 1, name: "Drink list" }).waitFor();
  expect(await ground(there.page)).toBe(DARK);
  expect(await there.page.evaluate(() => document.documentElement.lang)).toBe("en");
  // What the server says is in it too.
  await there.page.goto(`${product.url}/drinks/create`);
  await there.page.getByRole("button", { name: "Save" }).click();
  await there.page.getByText("Please correct the errors in the form").waitFor();

  // Chinese, on the device where it was chosen: log-in speaks it afterwards.
  await page.getByRole("button", { name: "Hi night" }).click();
  await page.getByLabel("中文（台灣）").click();
  await page.getByRole("heading", { level: 1, name: "飲品列表" }).waitFor();
  await page.keyboard.press("Escape");
  await page.goto(`${product.url}/categories/list`);
  await page.getByRole("heading", { level: 1, name: "類別列表" }).waitFor();
  await page.getByRole("button", { name: "登出" }).click();
  await page.locator("dialog button").last().click();
  await page.waitForURL("**/login");
  await expect.poll(() => page.evaluate(() => document.documentElement.lang)).toBe("zh-TW");
  expect(await ground(page)).toBe(DARK);
  await page.reload();
  await page.getByRole("button", { name: "登入" }).waitFor();
  expect(await ground(page)).toBe(DARK);
  expectNoComplaints(person);
  expectNoComplaints(there);
});

it("the colours that were chosen are there before anything is painted, whatever the device has", async () => {
  for (const [theme, colorScheme, expected] of [
    ["dark", "light", DARK],
    ["light", "dark", LIGHT],
    [undefined, "dark", DARK],
    [undefined, "light", LIGHT],
  ] as const) {
    const person = await visit(`${product.url}/login`);
    const { page } = person;
    await page.emulateMedia({ colorScheme });
    await page.evaluate((chosen) => chosen && localStorage.setItem("theme", chosen), theme);
    // Without the program: what is seen until it comes.
    await page.route("**/assets/frame-*.js", (route) => route.abort());
    await page.goto(`${product.url}/login`, { waitUntil: "commit" });
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe("complete");
    expect(await ground(page), `${theme} on ${colorScheme}`).toBe(expected);
    expectNoComplaints(person, /Failed to load resource/);
  }
});

const SCREENS = [
  { path: "/", heading: "What would you like to do?" },
  { path: "/drinks/list", heading: "飲品列表" },
  { path: "/drinks/create", heading: "新建飲品" },
  { path: "/articles/create", heading: "新建文章" },
  { path: "/carousels/create", heading: "新建輪播圖" },
  { path: "/users/list", heading: "用戶列表" },
  { path: "/config", heading: "Configuration" },
];

const isNarrow = (width: number) => width === Math.min(...WIDTHS);

it("in the dark every main screen is in order", async () => {
  const person = await visit(`${product.url}/login`, { session: admin });
  await person.page.emulateMedia({ colorScheme: "dark" });
  expect(await judgeScreens(person, SCREENS, inRound(WIDTHS, isNarrow))).toEqual([]);
  expect(await ground(person.page)).toBe(DARK);
  expectNoComplaints(person);
});

it.each(inRound(WIDTHS, isNarrow))(
  "in the dark what comes over a screen is in order at %i px",
  async (width) => {
    const person = await visit(`${product.url}/login`, { width, session: admin });
    const { page } = person;
    await page.emulateMedia({ colorScheme: "dark" });
    const found: string[] = [];
    // A refused form, a question, filters, the menu itself.
    await page.goto(`${product.url}/drinks/create`);
    await page.getByRole("button", { name: "儲存" }).click();
    await page.locator(".toast").first().waitFor();
    found.push(...(await judgeShown(person, "新建飲品")));
    await page.goto(`${product.url}/drinks/list`);
    await page.locator(".filter-button").click();
    await page.locator(".filter-panel").waitFor();
    found.push(...(await judgeShown(person, "飲品列表")));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Hi admin" }).click();
    await page.getByRole("dialog", { name: "Language and colours" }).waitFor();
    found.push(...(await judgeShown(person, "飲品列表")));
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Log out" }).click();
    await page.locator("dialog").waitFor();
    found.push(...(await judgeShown(person, "飲品列表")));
    expect(await ground(page)).toBe(DARK);
    expect(found).toEqual([]);
    expectNoComplaints(person);

    const stranger = await visit(`${product.url}/login`, { width });
    await stranger.page.emulateMedia({ colorScheme: "dark" });
    expect(await judgeScreen(stranger, { path: "/login", heading: "Admin system login" })).toEqual([]);
  },
);
