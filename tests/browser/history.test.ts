import { expect, it } from "vitest";
import { expectPictures, upload } from "./fields.ts";
import { judgeScreens, WIDTHS } from "./judge-screen.ts";
import { smallPng } from "./photos.ts";
import { answerQuestion, expectHeading, expectPath, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit } from "./visit.ts";

const { api, open, product } = await beginStory();
const { url } = product;

async function makeDrink(name: string, values: Readonly<Record<string, unknown>> = {}) {
  const [category] = await api.find("categories", "奶茶");
  const rest = { category: category?._id, hotCold: "冷", size: "大", selling: true, kal: 0 };
  return api.create("drinks", { name, price: 50, ...rest, ...values });
}

const entries = ({ page }: Visit) => page.locator(".history-entry");
const overflows = ({ page }: Visit) =>
  page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

it.each([1280, 390])(
  "at %i px a change is looked at, taken back and undone; what was deleted is restored from the bin",
  async (width) => {
    const name = `歷程茶${width}`;
    const drink = await makeDrink(name);
    const person = await open(`/drinks/edit/${drink._id}`, { width });
    const { page } = person;
    await page.getByLabel("價格").fill("65");
    await page.getByRole("button", { name: "儲存" }).click();
    await expectHeading(page, "飲品列表");

    await rowOf(page, name).getByRole("link", { name, exact: true }).click();
    await page.getByRole("link", { name: /admin.*變更紀錄/ }).click();
    await expectHeading(page, "變更紀錄");
    await expectPath(page, `/drinks/history/${drink._id}`);
    await expect.poll(() => entries(person).count()).toBe(2);
    expect(await entries(person).first().innerText()).toMatch(
      /admin\s+修改\s[\s\S]*價格\s+修改前:\s*50\s*→\s*修改後:\s*65/,
    );
    expect(await overflows(person)).toBe(false);

    await page.getByRole("button", { name: "恢復原值 價格" }).click();
    await expectToast(page, "價格已恢復原值");
    await expect.poll(() => entries(person).count()).toBe(3);
    expect((await api.read("drinks", drink._id)).price).toBe(50);

    await entries(person).first().getByRole("button", { name: "復原此變更" }).click();
    await expectToast(page, "已復原變更");
    await expect.poll(() => entries(person).count()).toBe(4);
    expect((await api.read("drinks", drink._id)).price).toBe(65);

    // The first change is not as it left the record, by the third.
    await entries(person).nth(1).getByRole("button", { name: "復原此變更" }).click();
    await page.locator(".history-kept").waitFor();
    expect(await page.locator(".history-kept").innerText()).toContain(name);
    expect((await api.read("drinks", drink._id)).price).toBe(65);

    await page.goBack();
    await page.goBack();
    await expectHeading(page, "飲品列表");
    // Rows that are known from before are of an older version.
    await page.locator('table[aria-busy="false"]').waitFor();
    await rowOf(page, name).hover();
    await page.getByRole("button", { name: `刪除 ${name}` }).click();
    await answerQuestion(page, new RegExp(name), "刪除");
    await expectToast(page, "刪除成功");
    await page.getByRole("link", { name: "最近刪除" }).click();
    await expectPath(page, "/drinks/bin");
    expect(await overflows(person)).toBe(false);
    await page.getByRole("button", { name: `還原 ${name}` }).click();
    await expectToast(page, `「${name}」已還原`);
    await page.getByRole("link", { name: `開啟 ${name}` }).click();
    await expect.poll(() => page.getByLabel("價格").inputValue()).toBe("65");
    expectNoComplaints(person, /409/);
  },
);

it("the picture of a deleted record is shown in the bin, and nowhere else", async () => {
  const image = await upload(url, api, await smallPng("gone.png"));
  const drink = await makeDrink("圖片茶", { images: [image] });
  await api.call("DELETE", `/drinks/${drink._id}`);
  expect((await fetch(`${url}${image.imgUrl}`)).status).toBe(404);
  const person = await open("/drinks/bin");
  const { page } = person;
  const row = page.getByRole("row").filter({ hasText: "圖片茶" });
  await row.locator("img").waitFor();
  await expect
    .poll(() => row.locator("img").evaluate((img) => img instanceof HTMLImageElement && img.naturalWidth))
    .toBeGreaterThan(0);
  await row.getByRole("button", { name: "永久刪除 圖片茶" }).click();
  await answerQuestion(page, /圖片茶/, "永久刪除");
  await expectToast(page, "「圖片茶」已永久刪除");
  await row.waitFor({ state: "detached" });
  expectNoComplaints(person);
});

it("in the bin the time of a deletion is one line, in English too", async () => {
  const made = await api.create("ingredients", { name: "Pearls", price: 5 });
  await api.call("DELETE", `/ingredients/${made._id}`);
  const person = await open("/");
  const { page } = person;
  await page.clock.setFixedTime(Date.now() + 13 * 60_000);
  await page.goto(`${url}/ingredients/bin`);
  const time = page.getByText("13 minutes ago");
  await time.waitFor();
  expect(await time.evaluate((one) => one.getClientRects().length)).toBe(1);
  expect(await overflows(person)).toBe(false);
  expectNoComplaints(person);
});

it("a picture that is removed in the form is shown by the history alone, and comes back with the undoing", async () => {
  const images = [
    await upload(url, api, await smallPng("first.png")),
    await upload(url, api, await smallPng("second.png", "#2a6")),
  ];
  const drink = await makeDrink("換圖茶", { images });
  const statuses = () =>
    Promise.all(images.map(async ({ imgUrl }) => (await fetch(`${url}${imgUrl}`)).status));
  const editor = await open(`/drinks/edit/${drink._id}`);
  await editor.page.getByRole("button", { name: "刪除：第 1 張圖片，共 2 張" }).click();
  await answerQuestion(editor.page, "確定要刪除這張圖片嗎？", "確定");
  await editor.page.getByRole("button", { name: "儲存" }).click();
  await expectToast(editor.page, "儲存成功");
  expect(await statuses()).toEqual([404, 200]);
  expectNoComplaints(editor);

  // With nothing in its cache.
  const person = await open(`/drinks/history/${drink._id}`);
  const change = entries(person).first();
  await expectPictures(change.locator("del"), 2);
  await expectPictures(change.locator("ins"), 1);
  const names = await change.getByRole("img").evaluateAll((all) => all.map((one) => one.getAttribute("alt")));
  expect(names).toEqual(["圖片 1", "圖片 2", "圖片 1"]);
  await change.getByRole("button", { name: "復原此變更" }).click();
  await expectToast(person.page, "已復原變更");
  expect(await statuses()).toEqual([200, 200]);
  expect((await api.read("drinks", drink._id)).images).toMatchObject(
    images.map(({ fileName }) => ({ fileName })),
  );
  expectNoComplaints(person, /404/);
});

it("what refers to a record is moved to another one, which one undo reverses", async () => {
  const [old, other] = [
    await api.create("categories", { name: "舊分類", parent: null }),
    await api.create("categories", { name: "新分類", parent: null }),
  ];
  const drink = await makeDrink("搬家茶");
  await api.update("drinks", drink._id, { category: old._id });
  const person = await open("/categories/list?search=舊分類");
  const { page } = person;
  await rowOf(page, "舊分類").hover();
  await page.getByRole("button", { name: "Delete 舊分類" }).click();
  await answerQuestion(page, /舊分類/, "Delete");
  await page.getByRole("button", { name: "Move them to…" }).click();
  const dialog = page.getByRole("dialog", { name: "Move to another one, then delete 舊分類" });
  expect(await dialog.innerText()).toContain("搬家茶");
  await dialog.getByRole("combobox", { name: "Move to" }).fill("新分");
  const choice = dialog.getByRole("option", { name: "新分類" });
  await choice.waitFor();
  await choice.click();
  await dialog.getByRole("button", { name: "Move and delete" }).click();
  await page.getByText("1 record moved, 舊分類 deleted").waitFor();
  expect((await api.read("drinks", drink._id)).category).toBe(other._id);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expectToast(page, "Undone");
  expect((await api.read("drinks", drink._id)).category).toBe(old._id);
  expectNoComplaints(person, /409/);
});

it("all changes are found by account and day, and saved as a file", async () => {
  const drink = await makeDrink("=1+1");
  await api.update("drinks", drink._id, { price: 55 });
  const person = await open("/");
  const { page } = person;
  await page.getByRole("link", { name: "All changes" }).click();
  await expectHeading(page, "All changes");
  await page.getByRole("combobox", { name: "Account" }).fill("adm");
  await page.getByRole("option", { name: "admin" }).click();
  await page.getByRole("button", { name: "Today" }).click();
  await page.getByLabel("Area").selectOption("drinks");
  await page.getByLabel("Action").selectOption("update");
  await expect.poll(async () => (await entries(person).first().innerText()).includes("=1+1")).toBe(true);
  const search = () => new URL(page.url()).search;
  await expect.poll(search).toMatch(/by=.*&entity=drinks&kind=update&from=.*&until=/);
  await page.reload();
  await page.getByRole("link", { name: "=1+1" }).first().waitFor();
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^journal-\d{4}-\d\d-\d\d\.csv$/);
  const parts: Buffer[] = [];
  for await (const part of await file.createReadStream()) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString("utf8");
  expect(text.startsWith("\uFEFFTime,Account")).toBe(true);
  expect(text).toMatch(new RegExp(`,'=1\\+1,${drink._id},[0-9a-f]{24},,價格,50,55\r\n`));
  expectNoComplaints(person);
});

it("the screens of changes are easy to read and to use for everybody", async () => {
  const drink = await makeDrink("好讀的茶");
  await api.update("drinks", drink._id, { price: 55 });
  const gone = await makeDrink("刪除的茶");
  await api.call("DELETE", `/drinks/${gone._id}`);
  const person = await open("/");
  const screens = [
    { path: `/drinks/history/${drink._id}`, heading: "變更紀錄" },
    { path: "/drinks/bin", heading: "飲品列表：最近刪除" },
    { path: "/journal", heading: "All changes" },
  ];
  expect(await judgeScreens(person, screens, WIDTHS)).toEqual([]);
  expectNoComplaints(person);
});
