import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { offered, optionsOf, pick } from "./fields.ts";
import {
  answerQuestion,
  columnOf,
  expectFine,
  expectHeading,
  expectPath,
  expectWrong,
  openList,
  rowOf,
} from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit } from "./visit.ts";

const { product, api, open } = await beginStory({
  settings: { SAMPLE_DATA: "off" },
  as: { username: "marketer", role: "marketingManager" },
});
let person: Visit;

beforeAll(async () => {
  await api.create("shops", {
    name: "板橋店",
    phone: "0212345678",
    city: "新北市",
    district: "板橋區",
    address: "新北市板橋區文化路 1 號",
  });
  person = await open("/");
});

const cityOf = (page: Page) => page.getByRole("combobox", { name: "縣市" });
const districtOf = (page: Page) => page.getByRole("combobox", { name: "鄉鎮市區" });
const save = (page: Page) => page.getByRole("button", { name: "儲存" }).click();

it("a shop says what each field needs", async () => {
  const { page } = person;
  await openList(page, "門市");
  await page.getByRole("link", { name: "新建門市" }).last().click();
  await expectHeading(page, "新建門市");
  await save(page);
  await expectToast(page, "請修正表單中的錯誤");
  await expectWrong(page.getByLabel("門市名稱"), "請輸入門市名稱");
  const phone = page.getByLabel("門市電話");
  await expectWrong(phone, "請輸入門市電話");
  await expectWrong(cityOf(page), "請輸入門市所在縣市");
  await expectWrong(districtOf(page), "請輸入門市所在鄉鎮");
  await expectWrong(page.getByLabel("地址"), "請輸入地址");
  for (const wrong of ["091234567", "0112345678", "12345678", "02-12345678", "09123456789"]) {
    await phone.fill(wrong);
    await phone.blur();
    await expectWrong(phone, "請輸入正確的手機或市話號碼");
  }
  for (const right of ["0912345678", "0223456789", "071234567"]) {
    await phone.fill(right);
    await phone.blur();
    await expectFine(phone);
  }
});

it("the districts are the city's, with their zip codes; another city clears the district", async () => {
  const { page } = person;
  await page.getByLabel("門市名稱").fill("公館店");
  await districtOf(page).click();
  await page.getByText("請先選擇縣市").first().waitFor();
  await page.keyboard.press("Escape");
  await cityOf(page).click();
  expect(await offered(page)).toHaveLength(24);
  await page.keyboard.press("Escape");
  await pick(page, cityOf(page), "高雄市");
  await pick(page, districtOf(page), "803 鹽埕區");
  await pick(page, cityOf(page), "臺北市");
  await expect.poll(() => districtOf(page).inputValue()).toBe("");
  await districtOf(page).click();
  expect(await offered(page)).toEqual([
    "100 中正區",
    "103 大同區",
    "104 中山區",
    "105 松山區",
    "106 大安區",
    "108 萬華區",
    "110 信義區",
    "111 士林區",
    "112 北投區",
    "114 內湖區",
    "115 南港區",
    "116 文山區",
  ]);
  await districtOf(page).fill("106");
  await expect.poll(() => optionsOf(page).allInnerTexts()).toEqual(["106 大安區"]);
  await optionsOf(page).click();
});

it("an address is a shop's alone; the shop is stored with plain names", async () => {
  const { page } = person;
  const address = page.getByLabel("地址");
  await address.fill("新北市板橋區文化路 1 號");
  await save(page);
  await expectToast(page, /^儲存失敗: '新北市板橋區文化路 1 號'已存在，不得重複$/);
  await expectWrong(address, "'新北市板橋區文化路 1 號'已存在，不得重複");
  await address.fill("臺北市大安區羅斯福路三段 1 號");
  await save(page);
  await expectToast(page, "儲存成功");
  await expectPath(page, "/shops/list");
  await rowOf(page, "公館店").getByText("大安區", { exact: true }).waitFor();
  expect((await api.find("shops", "公館店"))[0]).toMatchObject({
    phone: "071234567",
    city: "臺北市",
    district: "大安區",
    address: "臺北市大安區羅斯福路三段 1 號",
  });
  expectNoComplaints(person, /status of 409/);
});

it("a shop is edited: its district stands with its zip code and is kept", async () => {
  const { page } = person;
  await openList(page, "門市");
  await rowOf(page, "公館店").getByRole("link", { name: "編輯" }).click();
  await expectHeading(page, "編輯門市");
  await expect.poll(() => districtOf(page).inputValue()).toBe("106 大安區");
  expect(await cityOf(page).inputValue()).toBe("臺北市");
  await page.getByLabel("門市電話").fill("0987654321");
  await save(page);
  await expectToast(page, "儲存成功");
  expect((await api.find("shops", "公館店"))[0]).toMatchObject({ phone: "0987654321", district: "大安區" });
});

it("shops are searched, sorted by city and district, and deleted after a question", async () => {
  const { page } = person;
  await openList(page, "門市");
  await expectHeading(page, "門市列表");
  for (const [column, texts] of [
    ["縣市", ["新北市", "臺北市"]],
    ["鄉鎮市區", ["大安區", "板橋區"]],
  ] as const) {
    const header = page.getByRole("columnheader", { name: column });
    await header.getByRole("button").click();
    await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
    const index = column === "縣市" ? 2 : 3;
    await expect.poll(() => columnOf(page, index)).toEqual(texts);
  }
  await page.getByPlaceholder("搜尋門市名稱").fill("公館");
  await page.getByRole("button", { name: "搜尋" }).click();
  await expect.poll(() => columnOf(page, 1)).toEqual(["公館店"]);
  await rowOf(page, "公館店").getByRole("button", { name: "刪除" }).click();
  await answerQuestion(page, /公館店/, "刪除");
  await expectToast(page, "刪除成功");
  await page.getByText("沒有符合「公館」的門市").waitFor();
  await page.getByRole("button", { name: "清除" }).first().click();
  await expect.poll(() => columnOf(page, 1)).toEqual(["板橋店"]);
  expectNoComplaints(person, /status of 409/);
});

it("takes and offers the islands as other clients write them", async () => {
  const { page } = person;
  const islands = [
    ["釣魚臺", "釣魚臺", ["290 釣魚臺"]],
    ["南海島", "東沙群島", ["817 東沙群島", "819 南沙群島"]],
    ["南海島", "南沙群島", ["817 東沙群島", "819 南沙群島"]],
  ] as const;
  for (const [city, district, choices] of islands) {
    const shop = { name: `${district}店`, phone: "0912345678", city, district, address: `${district} 1 號` };
    const made = await api.create("shops", shop);
    expect(await api.read("shops", made._id)).toMatchObject(shop);
    await page.goto(`${product.url}/shops/edit/${made._id}`);
    await expect.poll(() => districtOf(page).inputValue()).toContain(district);
    await districtOf(page).click();
    await districtOf(page).fill("");
    expect(await offered(page)).toEqual(choices);
    await page.keyboard.press("Escape");
    await api.call("DELETE", `/shops/${made._id}`);
  }
});
