import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openApi } from "./api.ts";
import { pick } from "./fields.ts";
import { columnOf, expectHeading, expectWrong, openList, rowOf } from "./screen.ts";
import { beginProduct } from "./story.ts";
import { expectNoComplaints, expectToast, logIn, type Visit, visit } from "./visit.ts";
import { follow, readSteps } from "./walk-through.ts";

const steps = await readSteps();
const folder = await mkdtemp(join(tmpdir(), "config-"));
afterAll(() => rm(folder, { recursive: true }));
await cp("config", folder, { recursive: true });
const product = await beginProduct({ CONFIG_DIR: folder });
let person: Visit;
let page: Page;

beforeAll(async () => {
  person = await visit(`${product.url}/login`);
  page = person.page;
  await logIn(person);
});

/** Does the step's edits. The browser stays as it is: nothing is loaded anew by hand. */
async function walk(step: string): Promise<void> {
  const edits = steps.get(step);
  if (edits === undefined || edits.length === 0) throw new Error(`config/README.md has no step "${step}".`);
  for (const edit of edits) await follow(folder, edit);
}

const field = (label: string) => page.getByLabel(label, { exact: true });
const save = () => page.getByRole("button", { name: /^(儲存|Save)$/ }).click();

// Each step begins where the one before ended.
describe.sequential("config/README.md, step by step in one open browser", () => {
  it("1. Change a message", async () => {
    await openList(page, "飲品");
    await page.getByRole("link", { name: "新建飲品" }).last().click();
    await expectHeading(page, "新建飲品");
    await save();
    await expectWrong(field("價格"), "請輸入飲品價格");
    await walk("1. Change a message");
    await expectWrong(field("價格"), "每種飲品都要有價格");
  });

  it("2. Change a limit", async () => {
    await field("飲品名稱").fill("走讀奶茶");
    await field("價格").fill("180");
    await expectWrong(field("價格"), "價格須在 1 到 150 之間");
    await walk("2. Change a limit");
    await expect.poll(() => field("價格").getAttribute("aria-invalid"), { timeout: 10_000 }).not.toBe("true");
    expect(await field("飲品名稱").inputValue()).toBe("走讀奶茶");
    expect(await field("價格").inputValue()).toBe("180");
  });

  it("3. Add a field: sugar level", async () => {
    await walk("3. Add a field: sugar level");
    const sugar = page.getByRole("group", { name: "甜度" }).or(page.getByLabel("甜度", { exact: true }));
    await sugar.first().waitFor();
    expect(await field("飲品名稱").inputValue()).toBe("走讀奶茶");
    await pick(page, field("飲品類型"), "奶茶");
    await save();
    await expectToast(page, /成功|已/);
    await expectHeading(page, "飲品列表");
    await rowOf(page, "走讀奶茶").waitFor();
  });

  it("4. Add a column", async () => {
    await walk("4. Add a column");
    await page.getByRole("columnheader", { name: "甜度" }).waitFor();
    const shown = await columnOf(page, 3);
    expect(shown.length).toBeGreaterThan(1);
    expect(new Set(shown)).toEqual(new Set(["正常糖"]));
  });

  it("5. Make a mistake", async () => {
    const [mistake, mending] = steps.get("5. Make a mistake") ?? [];
    if (mistake === undefined || mending === undefined) throw new Error("The step has two edits.");
    await follow(folder, mistake);
    const banner = page.getByRole("status").filter({ hasText: "The configuration has" });
    await banner.first().waitFor();
    await banner.getByRole("button").first().click();
    await page.getByText("maximun").first().waitFor();
    await page
      .getByText(/entities\/drinks\.json:\d+:\d+/)
      .first()
      .waitFor();
    await page.getByRole("columnheader", { name: "甜度" }).waitFor();
    await follow(folder, mending);
    await page.getByText("maximun").first().waitFor({ state: "detached" });
  });

  it("6. Add a whole new entity: suppliers", async () => {
    await walk("6. Add a whole new entity: suppliers");
    await openList(page, "Suppliers");
    await expectHeading(page, "Supplier list");
    await page.getByRole("link", { name: "Create supplier" }).last().click();
    await save();
    await expectWrong(field("Name"), "Please enter the supplier's name");
    await field("Name").fill("Leaf & Co");
    await field("Phone").fill("02 2345 6789");
    await save();
    await expectHeading(page, "Supplier list");
    await rowOf(page, "Leaf & Co").waitFor();
  });

  it("7. Refer to it", async () => {
    await walk("7. Refer to it");
    await openList(page, "Ingredients");
    await page.getByRole("columnheader", { name: "Supplier" }).waitFor();
    await page.getByRole("link", { name: "Create ingredient" }).last().click();
    await field("Name").fill("Walnut");
    await field("Price").fill("12");
    await pick(page, field("Supplier"), "Leaf & Co");
    await save();
    await expectHeading(page, "Ingredient list");
    await rowOf(page, "Walnut").getByText("Leaf & Co").waitFor();
    expectNoComplaints(person, /400/);
  });

  it("9. Narrow a list", async () => {
    await walk("9. Narrow a list");
    await openList(page, "Ingredients");
    await page.getByPlaceholder("Search ingredients and suppliers").fill("leaf");
    await page.getByRole("search").getByRole("button").first().click();
    await rowOf(page, "Walnut").waitFor();
    await expect.poll(() => page.locator("tbody tr").count()).toBe(1);
  });

  it("10. Add a view: a tab above the list", async () => {
    await openList(page, "飲品");
    await page.getByRole("columnheader", { name: "價格" }).waitFor();
    await walk("10. Add a view: a tab above the list");
    const tab = page.getByRole("navigation", { name: "檢視" }).getByRole("link", { name: "半糖" });
    await tab.click();
    await page.getByText("「半糖」目前沒有飲品").waitFor();
    expect(await page.getByRole("columnheader").allTextContents()).toEqual([
      expect.stringContaining("飲品名稱"),
      expect.stringContaining("甜度"),
      expect.stringContaining("價格"),
      "操作",
    ]);
  });

  it("11. Say how a record is recognised", async () => {
    await openList(page, "飲品");
    await page.getByRole("link", { name: "走讀奶茶", exact: true }).click();
    await expectHeading(page, "編輯飲品");
    await page.getByLabel("甜度", { exact: true }).selectOption("無糖");
    await save();
    await expectHeading(page, "飲品列表");
    await walk("11. Say how a record is recognised");
    await page.getByRole("link", { name: "走讀奶茶", exact: true }).click();
    await page.locator(".form-screen-head").getByText("無糖", { exact: true }).waitFor();
  });

  it("12. Let somebody see, but not change", async () => {
    const admin = await openApi(product.url);
    const account = { username: "marketing", password: "a-long-password", role: "marketingManager" };
    await admin.create("users", account);
    const marketing = await openApi(product.url, account.username, account.password);
    const other = await visit(`${product.url}/ingredients/list`, { session: marketing });
    await other.page.getByText("您沒有權限訪問此頁面").first().waitFor();
    await walk("12. Let somebody see, but not change");
    await openList(other.page, "Ingredients");
    await rowOf(other.page, "Walnut").waitFor();
    const columns = await other.page.getByRole("columnheader").allTextContents();
    expect(columns.map((text) => text.trim())).toEqual(["Name", "Supplier", "Updated", "Actions"]);
    expect(await other.page.getByRole("link", { name: "Create ingredient" }).count()).toBe(0);
    await other.page.getByRole("link", { name: "Walnut", exact: true }).click();
    await other.page.getByLabel("Supplier", { exact: true }).waitFor();
    expect(await other.page.getByLabel("Price", { exact: true }).count()).toBe(0);
    expect(await other.page.getByRole("button", { name: "Save", exact: true }).count()).toBe(0);
    await other.context.close();
  });

  it("13. List who refers to a record", async () => {
    await openList(page, "Suppliers");
    await page.getByRole("link", { name: "Leaf & Co", exact: true }).click();
    await expectHeading(page, "Edit supplier");
    await walk("13. List who refers to a record");
    const supplied = page.getByRole("region", { name: "Ingredient list" });
    await supplied.getByRole("link", { name: "Walnut", exact: true }).waitFor();
    await supplied.getByRole("link", { name: "Create ingredient" }).click();
    await expectHeading(page, "Create ingredient");
    await expect.poll(() => field("Supplier").inputValue()).toBe("Leaf & Co");
    await page.getByRole("button", { name: /^(取消|Cancel)$/ }).click();
    await expectHeading(page, "Edit supplier");
  });

  it("14. Say what the start page shows", async () => {
    await page.getByRole("link", { name: "CMS" }).first().click();
    await expectHeading(page, "What would you like to do?");
    await walk("14. Say what the start page shows");
    const tile = page.getByRole("main").getByRole("link", { name: /Half sugar/ });
    await expect.poll(() => tile.textContent()).toBe("Half sugar0");
    const chart = page.getByRole("region", { name: "Drinks by sugar" });
    await chart.locator("canvas").waitFor();
    expect(await chart.getByRole("row").allTextContents()).toContain("無糖1");
    await tile.click();
    await page.getByText("「半糖」目前沒有飲品").waitFor();
  });

  it("15. Say it in other languages", async () => {
    await walk("15. Say it in other languages");
    await page.getByRole("button", { name: /^Hi / }).click();
    await page.getByLabel("English").click();
    await expectHeading(page, "Drink list");
    await page.keyboard.press("Escape");
    await page
      .getByRole("link", { name: /Create Drinks/ })
      .last()
      .click();
    const sugar = page.getByRole("group", { name: "Sugar" }).or(page.getByLabel("Sugar", { exact: true }));
    await sugar.first().waitFor();
  });

  it("every step of the page has been walked", () => {
    const walked = [...steps]
      .filter(([, edits]) => edits.length > 0)
      .map(([heading]) => Number.parseInt(heading, 10));
    expect(walked).toEqual([1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15]);
  });
});
