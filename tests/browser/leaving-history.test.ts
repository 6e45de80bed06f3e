import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { answerQuestion, expectHeading, expectPath, LEAVE_QUESTION, openList } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

/** The tab's own history, with what is not saved and without. */

const { product, open } = await beginStory();

const nameOf = (page: Page) => page.getByLabel("飲品名稱");
const inMenu = (page: Page) => page.locator(".menu-entry[data-current] a").first().innerText();

/** Lists of articles and shops, a drink's form with something typed, and the list of categories to go forward to. */
async function openTyped() {
  const person = await open("/articles/list");
  const { page } = person;
  await expectHeading(page, "文章列表");
  await openList(page, "門市");
  await expectHeading(page, "門市列表");
  await openList(page, "飲品");
  await expectHeading(page, "飲品列表");
  await page.getByRole("link", { name: "新建飲品" }).last().click();
  await expectHeading(page, "新建飲品");
  await openList(page, "Categories");
  await expectHeading(page, "Category list");
  await page.goBack();
  await nameOf(page).fill("還沒存");
  return person;
}

async function expectHere(page: Page): Promise<void> {
  await expectPath(page, "/drinks/create");
  await expectHeading(page, "新建飲品");
  expect(await nameOf(page).inputValue()).toBe("還沒存");
  expect(await inMenu(page)).toContain("飲品");
}

it("Back, Back by three, Forward: asked, and after “stay” one is where one was, in the same history", async () => {
  const person = await openTyped();
  const { page } = person;
  const entries = await page.evaluate(() => history.length);
  for (const steps of [-1, -3, 1]) {
    await page.evaluate((by) => history.go(by), steps);
    await page.getByRole("alertdialog").waitFor();
    await expectPath(page, "/drinks/create");
    expect(await inMenu(page)).toContain("飲品");
    await answerQuestion(page, LEAVE_QUESTION, "留下");
    await expectHere(page);
    expect(await page.evaluate(() => history.length)).toBe(entries);
  }
  // The way back by three is what it was.
  await page.evaluate(() => history.go(-3));
  await answerQuestion(page, LEAVE_QUESTION, "捨棄並離開");
  await expectHeading(page, "文章列表");
  await page.goForward();
  await expectHeading(page, "門市列表");
  await page.evaluate(() => history.go(3));
  await expectHeading(page, "Category list");
  expectNoComplaints(person);
});

it("Back pressed three times fast is one question", async () => {
  const person = await openTyped();
  const { page } = person;
  await page.evaluate(() => {
    for (let times = 0; times < 3; times++) history.back();
  });
  await page.getByRole("alertdialog").waitFor();
  await answerQuestion(page, LEAVE_QUESTION, "留下");
  await expectHere(page);
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  await page.goForward();
  await answerQuestion(page, LEAVE_QUESTION, "捨棄並離開");
  await expectHeading(page, "Category list");
  expectNoComplaints(person);
});

it("a double click on a link is one question, and one step after it", async () => {
  const person = await openTyped();
  const { page } = person;
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "門市", exact: true })
    .evaluate((link: HTMLElement) => {
      link.click();
      link.click();
    });
  await answerQuestion(page, LEAVE_QUESTION, "捨棄並離開");
  await expectHeading(page, "門市列表");
  await page.goBack();
  await expectHeading(page, "新建飲品");
  expectNoComplaints(person);
});

it("with Control a link opens beside the form, which asks nothing", async () => {
  const person = await openTyped();
  const { page, context } = person;
  const beside = context.waitForEvent("page");
  await page
    .getByRole("navigation", { name: "Main menu" })
    .getByRole("link", { name: "門市", exact: true })
    .click({ modifiers: ["ControlOrMeta"] });
  await expectHeading(await beside, "門市列表");
  await expectHere(page);
  expect(await page.getByRole("alertdialog").count()).toBe(0);
});

it("loaded again in the middle of its history, a page still knows its place there", async () => {
  const person = await open("/articles/list");
  const { page } = person;
  await expectHeading(page, "文章列表");
  await openList(page, "門市");
  await expectHeading(page, "門市列表");
  await openList(page, "飲品");
  await expectHeading(page, "飲品列表");
  await page.getByRole("link", { name: "新建飲品" }).last().click();
  await expectHeading(page, "新建飲品");
  await page.reload();
  await nameOf(page).fill("還沒存");
  await page.evaluate(() => history.go(-3));
  await answerQuestion(page, LEAVE_QUESTION, "留下");
  await expectHere(page);
  await page.evaluate(() => history.go(-3));
  await answerQuestion(page, LEAVE_QUESTION, "捨棄並離開");
  await expectHeading(page, "文章列表");
  await page.evaluate(() => history.go(3));
  await expectHeading(page, "新建飲品");
  expectNoComplaints(person);
});

it("a page that the browser kept goes on where it was", async () => {
  const person = await openTyped();
  const { page } = person;
  page.on("dialog", (dialog) => void dialog.accept());
  await nameOf(page).fill("");
  await page.goto(`${product.url}/api/config`);
  await page.goBack();
  await expectPath(page, "/drinks/create");
  await expectHeading(page, "新建飲品");
  await page.goBack();
  await expectHeading(page, "飲品列表");
});

// The last, since it ends the session of all.
it("after a log-out Back leads to log-in, and log-in to the start", async () => {
  const person = await open("/articles/list");
  const { page } = person;
  await expectHeading(page, "文章列表");
  await openList(page, "門市");
  await expectHeading(page, "門市列表");
  await page.getByRole("button", { name: "Log out" }).click();
  await answerQuestion(page, "Confirm you want to log out", "Confirm");
  await expectPath(page, "/login");
  await page.goBack();
  await expectPath(page, "/login");
  await page.getByLabel("Username").waitFor();
  expectNoComplaints(person);
});
