import { beforeAll, expect, it } from "vitest";
import { type Api, type Made, openApi } from "./api.ts";
import { chooseFiles, expectPictures, upload } from "./fields.ts";
import { smallPng } from "./photos.ts";
import { answerQuestion, expectHeading, expectPath, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit, visit } from "./visit.ts";

// Two people with a browser each, at one record. Neither may view accounts, so neither is told the name of the other.
const { product, admin, api, open } = await beginStory({ as: { username: "ann", role: "contentManager" } });
let ben: Api;
beforeAll(async () => {
  await admin.create("users", { username: "ben", password: "secret-1", role: "contentManager" });
  ben = await openApi(product.url, "ben", "secret-1");
});

async function makeDrink(name: string): Promise<Made> {
  const [category] = await api.find("categories", "奶茶");
  const rest = { price: 50, hotCold: "冷", size: "大", selling: true, kal: 0 };
  return api.create("drinks", { name, category: category?._id, ...rest });
}

const openBoth = (path: string): Promise<readonly [Visit, Visit]> =>
  Promise.all([open(path), visit(product.url + path, { session: ben })]);

async function fillAndSave({ page }: Visit, label: string, text: string): Promise<void> {
  await page.getByLabel(label).fill(text);
  await page.getByRole("button", { name: "儲存", exact: true }).click();
}

it("different fields: both are saved, and neither is asked anything", async () => {
  const made = await makeDrink("二人茶");
  const [one, other] = await openBoth(`/drinks/edit/${made._id}`);
  await fillAndSave(one, "價格", "65");
  await expectToast(one.page, "儲存成功");
  await fillAndSave(other, "飲品名稱", "三人茶");
  await expectToast(other.page, "儲存成功");
  expect(await api.read("drinks", made._id)).toMatchObject({ price: 65, name: "三人茶", updatedBy: "ben" });
  expectNoComplaints(one);
  expectNoComplaints(other);
});

it("the same field: was, theirs and mine beside each other; chosen and saved by keyboard, and what the other changed besides stays", async () => {
  const made = await makeDrink("爭議茶");
  const [one, other] = await openBoth(`/drinks/edit/${made._id}`);
  await one.page.getByLabel("價格").fill("65");
  await one.page.getByRole("tab", { name: "其他" }).click();
  await fillAndSave(one, "中杯熱量（大卡）", "300");
  await expectToast(one.page, "儲存成功");
  await other.page.getByLabel("飲品名稱").fill("名稱也改了");
  await fillAndSave(other, "價格", "70");

  const { page } = other;
  const panel = page.getByRole("region", { name: /^其他人 / });
  await expect.poll(() => panel.evaluate((element) => element === document.activeElement)).toBe(true);
  const price = panel.getByRole("group", { name: /^價格/ });
  expect((await price.innerText()).split(/\s+/)).toEqual(expect.arrayContaining(["50", "65", "70"]));
  expect(await panel.getByRole("group").count()).toBe(1);
  const mine = price.getByRole("radio", { name: /^您的/ });
  expect(await mine.isChecked()).toBe(true);

  // To the field's button, its radios, the other one of them, the button that saves.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowUp");
  expect(await price.getByRole("radio", { name: /^對方的/ }).isChecked()).toBe(true);
  expect(await page.getByLabel("價格").inputValue()).toBe("65");
  expect(await page.getByLabel("中杯熱量（大卡）").inputValue()).toBe("300");
  await page.keyboard.press("ArrowDown");
  expect(await page.getByLabel("價格").inputValue()).toBe("70");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expectToast(page, "儲存成功");
  expect(await api.read("drinks", made._id)).toMatchObject({
    name: "名稱也改了",
    price: 70,
    kal: 300,
    updatedBy: "ben",
  });
  expectNoComplaints(other, /status of 409/);
});

it("pictures that both changed: shown side by side, and mine is saved as it was shown, with the one that the other deleted", async () => {
  const made = await makeDrink("二圖茶");
  const first = await upload(product.url, api, await smallPng("first.png"));
  await api.update("drinks", made._id, { images: [first] });
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  const add = page.getByRole("button", { name: "圖片 新增圖片" });
  await add.waitFor();
  // As the form of a colleague does.
  const headers = { Authorization: `Bearer ${ben.token}` };
  await fetch(`${product.url}/api/upload/images/${first.fileName}`, { method: "DELETE", headers });
  await ben.update("drinks", made._id, { images: [] });
  expect((await fetch(`${product.url}${first.imgUrl}`)).status).toBe(404);
  await chooseFiles(page, add, await smallPng("second.png", "#2a6"));
  await page.getByRole("button", { name: "儲存", exact: true }).click();

  const panel = page.getByRole("region", { name: /^其他人 / });
  const [was, theirs, mine] = [0, 1, 2].map((side) => panel.locator(".conflict-side").nth(side));
  for (const [side, count] of [
    [was, 1],
    [theirs, 0],
    [mine, 2],
  ] as const)
    if (side !== undefined) await expectPictures(side, count);
  expect(await panel.innerText()).not.toMatch(/\.png/);
  await panel.getByRole("button", { name: "依選擇儲存" }).click();
  await expectToast(page, "儲存成功");
  const { images } = await api.read("drinks", made._id);
  expect(images).toMatchObject([{ fileName: first.fileName }, {}]);
  expect((await fetch(`${product.url}${first.imgUrl}`)).status).toBe(200);
  expectNoComplaints(person, /status of 40[49]/);
});

it("deleted and taken back: it is in the list again, with what it had", async () => {
  const made = await makeDrink("回來茶");
  const person = await open("/drinks/list?search=回來茶");
  const { page } = person;
  await rowOf(page, "回來茶").getByRole("button", { name: /刪除/ }).click();
  await answerQuestion(page, /回來茶/, "刪除");
  await rowOf(page, "回來茶").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "復原" }).click();
  await rowOf(page, "回來茶").waitFor();
  await expectToast(page, "已復原");
  expect(await api.read("drinks", made._id)).toMatchObject({ name: "回來茶", price: 50 });
  expectNoComplaints(person);
});

it("a save is taken back in the list; where a colleague changed the same since, it is said why not", async () => {
  const made = await makeDrink("改價茶");
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  await fillAndSave(person, "價格", "80");
  await expectPath(page, "/drinks/list");
  await page.getByRole("button", { name: "復原" }).click();
  await expectToast(page, "已復原");
  expect(await api.read("drinks", made._id)).toMatchObject({ price: 50 });

  await page.goto(`${product.url}/drinks/edit/${made._id}`);
  await fillAndSave(person, "價格", "90");
  await expectHeading(page, "飲品列表");
  await ben.update("drinks", made._id, { price: 95 });
  await page.getByRole("button", { name: "復原" }).click();
  const reasons = page.getByRole("alertdialog");
  await reasons.getByText(/^改價茶：價格.*其他人/).waitFor();
  await reasons.getByText("價格：此變更改為 90，現在是 95").waitFor();
  expect(await reasons.getByRole("button").allInnerTexts()).toEqual(["關閉"]);
  await reasons.getByRole("button").click();
  expect(await api.read("drinks", made._id)).toMatchObject({ price: 95 });
  expectNoComplaints(person, /status of 409/);
});

it("together: the list follows, the form says what a colleague changes before it is saved, and who else has it open", async () => {
  const made = await makeDrink("同步茶");
  const other = await makeDrink("旁邊茶");
  const [watching, editing] = await Promise.all([
    open("/drinks/list?search=茶"),
    visit(`${product.url}/drinks/edit/${made._id}`, { session: ben }),
  ]);
  const row = rowOf(watching.page, "同步茶");
  await row.waitFor();
  const { page } = editing;
  await page.getByLabel("飲品名稱").fill("同步綠茶");
  const head = page.locator(".form-screen-head");
  expect(await head.locator(".viewers").count()).toBe(0);

  // The colleague opens the record too, and changes another field of it.
  await row.getByRole("link", { name: /編輯/ }).click();
  await head.getByText("另有一人同時開啟這筆資料").waitFor();
  await watching.page.locator(".form-screen-head").getByText("另有一人同時開啟這筆資料").waitFor();
  await watching.page.getByLabel("價格").fill("65");
  const saved = watching.page.waitForResponse((answer) => answer.request().method() === "PUT");
  await watching.page.getByRole("button", { name: "儲存", exact: true }).click();
  await saved;
  const notice = page.getByText(/^其他人 已於 .* 修改這筆資料：價格$/);
  await notice.waitFor({ timeout: 2_000 });
  expect(await page.getByLabel("價格").inputValue()).toBe("50");
  await page.getByRole("button", { name: "載入變更" }).click();
  await expect.poll(() => page.getByLabel("價格").inputValue()).toBe("65");
  expect(await page.getByLabel("飲品名稱").inputValue()).toBe("同步綠茶");
  await expect.poll(() => head.locator(".viewers").count()).toBe(0);

  // In the list again, which follows the save of the form; what is deleted stays in its place until the person wants it gone.
  await expectPath(watching.page, "/drinks/list");
  await watching.page.reload();
  await rowOf(watching.page, "旁邊茶").waitFor();
  await page.getByRole("button", { name: "儲存", exact: true }).click();
  await rowOf(watching.page, "同步綠茶").waitFor({ timeout: 2_000 });
  await ben.call("DELETE", `/drinks/${other._id}`);
  const gone = rowOf(watching.page, "旁邊茶");
  await gone.getByText("已不在清單中").waitFor({ timeout: 2_000 });
  await watching.page.getByRole("button", { name: "顯示", exact: true }).click();
  await gone.waitFor({ state: "detached" });
  expect(await api.read("drinks", made._id)).toMatchObject({ name: "同步綠茶", price: 65 });
  expectNoComplaints(watching);
  expectNoComplaints(editing);
});

it("who is given another role sees its areas at once, and those of before no more", async () => {
  const role = "marketingManager";
  const { _id } = await admin.create("users", { username: "cleo", password: "secret-1", role });
  const cleo = await openApi(product.url, "cleo", "secret-1");
  const { page } = await visit(`${product.url}/articles/list`, { session: cleo });
  const link = (name: string) => page.getByRole("navigation").getByRole("link", { name });
  await link("新建文章").waitFor();
  expect(await link("新建飲品").count()).toBe(0);
  await admin.update("users", _id, { role: "contentManager" });
  await link("新建飲品").waitFor();
  await expect.poll(() => link("新建文章").count()).toBe(0);
});
