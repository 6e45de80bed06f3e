import sharp from "sharp";
import { expect, it } from "vitest";
import { chooseFiles, expectPictures, pick } from "./fields.ts";
import { noisyJpeg, smallPng, textFile } from "./photos.ts";
import { answerQuestion, expectFocus, expectHeading, expectPath, expectWrong, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit } from "./visit.ts";

const { product, api, open } = await beginStory({ as: { username: "content", role: "contentManager" } });

function formOf({ page }: Visit) {
  return {
    name: page.getByLabel("飲品名稱"),
    price: page.getByLabel("價格"),
    category: page.getByRole("combobox", { name: "飲品類型" }),
    pictures: page.getByRole("group", { name: "圖片" }),
    addPicture: page.getByRole("button", { name: "圖片 新增圖片" }),
    kal: page.getByLabel("中杯熱量（大卡）"),
    others: page.getByRole("tab", { name: "其他" }),
    basic: page.getByRole("tab", { name: "基本資訊" }),
    save: page.getByRole("button", { name: "儲存" }),
  };
}

async function upload(imgUrl: unknown): Promise<Buffer> {
  const answer = await fetch(product.url + String(imgUrl));
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

it("a new drink starts with what the shop mostly sells, and each field says its rule when it is left", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  await page.getByRole("main").getByRole("link", { name: "新建飲品" }).click();
  await expectHeading(page, "新建飲品");
  const { name, price, category, kal, others, basic, save } = formOf(person);
  expect(await page.getByRole("radio", { name: "冷、熱皆可" }).isChecked()).toBe(true);
  expect(await page.getByRole("radio", { name: "中杯、大杯" }).isChecked()).toBe(true);
  expect(await page.getByRole("switch", { name: "販賣中" }).isChecked()).toBe(true);
  expect(await price.getAttribute("placeholder")).toBe("1~150");

  await name.focus();
  await name.blur();
  await expectWrong(name, "請輸入飲品名稱");
  await price.focus();
  await price.blur();
  await expectWrong(price, "請輸入飲品價格");
  await price.fill("151");
  await price.blur();
  await expectWrong(price, "價格須在 1 到 150 之間");
  await category.focus();
  await category.blur();
  await expectWrong(category, "請輸入飲品類型");

  await others.click();
  expect(await kal.inputValue()).toBe("0");
  await kal.fill("");
  await kal.blur();
  await expectWrong(kal, "請輸入中杯熱量");
  await kal.fill("1000.1");
  await kal.blur();
  await expectWrong(kal, "熱量最多 1000 大卡");
  await kal.fill("12.34");
  await kal.blur();
  await expectWrong(kal, "熱量最多一位小數");
  const wom = page.getByRole("slider", { name: "口碑推薦" });
  expect(await wom.getAttribute("max")).toBe("9");

  await save.click();
  await expectFocus(name);
  await expectToast(page, "請修正表單中的錯誤");
  expect(await basic.getAttribute("aria-selected")).toBe("true");
  await name.fill("只剩熱量");
  await price.fill("50");
  await pick(page, category, "奶茶");
  await save.click();
  await expectFocus(kal);
  expect(await others.getAttribute("aria-selected")).toBe("true");
  await expectToast(page, "請修正表單中的錯誤");
  expect(await api.find("drinks", "只剩熱量")).toEqual([]);
  expectNoComplaints(person);
});

it("a drink is made with two photos, and everything that was typed is in it", async () => {
  const person = await open("/drinks/create");
  const { page } = person;
  const { name, price, category, pictures, addPicture, kal, others, save } = formOf(person);
  const large = await noisyJpeg("large.jpg");
  expect(large.buffer.length).toBeGreaterThan(1024 * 1024);
  await name.fill("新芋頭牛奶");
  await price.fill("65");
  await pick(page, category, "奶茶");

  await chooseFiles(page, addPicture, textFile("notes.txt"));
  await pictures.getByText("只能上傳圖片！").waitFor();
  await chooseFiles(page, addPicture, await noisyJpeg("huge.jpg", 3600, 2700));
  await pictures.getByText("圖片大小不能超過 5MB！").waitFor();
  await chooseFiles(page, addPicture, large);
  await expectPictures(pictures, 1);
  await chooseFiles(page, addPicture, await smallPng("a.png"), await smallPng("b.png"));
  await pictures.getByText("最多只能上傳 2 張圖片").waitFor();
  await expectPictures(pictures, 2);
  expect(await addPicture.isDisabled()).toBe(true);
  await pictures.getByRole("button", { name: "刪除：第 2 張圖片，共 2 張" }).click();
  await page.getByRole("alertdialog", { name: "警告" }).waitFor();
  await answerQuestion(page, "確定要刪除這張圖片嗎？", "取消");
  await expectPictures(pictures, 2);
  await pictures.getByRole("button", { name: "刪除：第 2 張圖片，共 2 張" }).click();
  await answerQuestion(page, "確定要刪除這張圖片嗎？", "確定");
  await expectPictures(pictures, 1);
  expect(await addPicture.isDisabled()).toBe(false);
  await chooseFiles(page, addPicture, await smallPng("c.png", "#369"));
  await expectPictures(pictures, 2);

  await page.getByRole("radio", { name: "冷", exact: true }).check();
  await page.getByRole("radio", { name: "大杯", exact: true }).check();
  await page.getByRole("switch", { name: "販賣中" }).uncheck();
  await others.click();
  await kal.fill("350.5");
  await page.getByRole("slider", { name: "口碑推薦" }).press("8");
  await page.getByRole("slider", { name: "店家推薦" }).press("3");
  await page.getByLabel("飲品介紹").fill("大甲芋頭\n每日現煮");
  await page.getByLabel("注意事項").fill("含奶");
  await save.click();
  await expectToast(page, "儲存成功");
  await expectPath(page, "/drinks/list");
  await expectPictures(rowOf(page, "新芋頭牛奶"), 1);

  const [found] = await api.find("drinks", "新芋頭牛奶");
  const stored = await api.read("drinks", String(found?._id));
  const milk = (await api.find("categories", "奶茶")).find((one) => one.name === "奶茶");
  expect(stored).toMatchObject({
    name: "新芋頭牛奶",
    price: 65,
    category: milk?._id,
    hotCold: "冷",
    size: "大",
    selling: false,
    kal: 350.5,
    scores: { wom: 8, store: 3 },
    introduction: "大甲芋頭\n每日現煮",
    alert: "含奶",
    isProtected: false,
  });
  const images = stored.images as readonly { imgUrl: string; expiresAt: string | null }[];
  expect(images.map(({ expiresAt }) => expiresAt)).toEqual([null, null]);
  const photo = await upload(images[0]?.imgUrl);
  expect(photo.length).toBeLessThanOrEqual(0.8 * 1024 * 1024);
  const { width, height, format } = await sharp(photo).metadata();
  expect(Math.max(width, height)).toBeLessThanOrEqual(960);
  expect(width / height).toBeCloseTo(4 / 3, 1);
  expect(format).toBe("jpeg");
  expect((await sharp(await upload(images[1]?.imgUrl)).metadata()).width).toBe(60);
  expectNoComplaints(person);
});

it("editing shows what is stored; a removed photo goes with the save, the rest stays", async () => {
  const [before] = await api.find("drinks", "新芋頭牛奶");
  const person = await open(`/drinks/edit/${before?._id}`);
  const { page } = person;
  await expectHeading(page, "編輯飲品");
  const { name, price, category, pictures, kal, others, save } = formOf(person);
  expect(await name.inputValue()).toBe("新芋頭牛奶");
  await expect.poll(() => category.inputValue()).toMatch(/奶茶/);
  await expectPictures(pictures, 2);
  await pictures.getByRole("button", { name: "放大：第 1 張圖片，共 2 張" }).click();
  await expectPictures(page.getByRole("dialog", { name: "第 1 張圖片，共 2 張" }), 1);
  await page.keyboard.press("Escape");
  const download = pictures.getByRole("link", { name: "下載：第 1 張圖片，共 2 張" });
  expect(await download.getAttribute("download")).not.toBe(null);
  await pictures.getByRole("button", { name: "刪除：第 1 張圖片，共 2 張" }).click();
  await answerQuestion(page, "確定要刪除這張圖片嗎？", "確定");
  await price.fill("70");
  await others.click();
  expect(await kal.inputValue()).toBe("350.5");
  await save.click();
  await expectToast(page, "儲存成功");
  await rowOf(page, "新芋頭牛奶").getByRole("cell", { name: "70", exact: true }).waitFor();

  const images = before?.images as readonly { fileName: string; imgUrl: string }[];
  const after = await api.read("drinks", String(before?._id));
  expect(after).toMatchObject({
    price: 70,
    kal: 350.5,
    scores: { wom: 8, store: 3 },
    images: [{ fileName: images[1]?.fileName }],
  });
  expect((await fetch(product.url + String(images[0]?.imgUrl))).status).toBe(404);
  await upload(images[1]?.imgUrl);
  expectNoComplaints(person);
});

it("a file that only calls itself a picture is said to be none, and leaves the list", async () => {
  const person = await open("/drinks/create");
  const { page } = person;
  const { pictures, addPicture } = formOf(person);
  const broken = { name: "broken.jpg", mimeType: "image/jpeg", buffer: Buffer.alloc(600 * 1024, 7) };
  await chooseFiles(page, addPicture, broken);
  await pictures.getByText("圖片壓縮失敗!").waitFor();
  await expectPictures(pictures, 0);
  expect(await addPicture.isDisabled()).toBe(false);
  expectNoComplaints(person);
});
