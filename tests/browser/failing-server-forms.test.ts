import { expect, it } from "vitest";
import { SPOILT_ANSWERS } from "./faulty-proxy.ts";
import { chooseFiles, expectPictures, pick, upload } from "./fields.ts";
import { smallPng } from "./photos.ts";
import { answerQuestion, expectHeading, expectPath, rowOf } from "./screen.ts";
import { beginFaultyStory } from "./story.ts";
import { expectNoComplaints, expectToast } from "./visit.ts";

const { product, proxy, api, open } = await beginFaultyStory();

const UNAVAILABLE = /^(This cannot be shown at present|目前無法顯示這筆資料)$/;

async function makeDrink(name: string, images: readonly unknown[] = []) {
  const [category] = await api.find("categories", "奶茶");
  const rest = { price: 50, hotCold: "冷", size: "大", selling: true, kal: 0, images };
  return api.create("drinks", { name, category: category?._id, ...rest });
}

it("a save that fails keeps everything typed and every pending picture; the next one stores all", async () => {
  const person = await open("/drinks/create");
  const { page } = person;
  const pictures = page.getByRole("group", { name: "圖片" });
  const save = page.getByRole("button", { name: "儲存" });
  await page.getByLabel("飲品名稱").fill("耐心茶");
  await page.getByLabel("價格").fill("50");
  await pick(page, page.getByRole("combobox", { name: "飲品類型" }), "奶茶");
  const add = page.getByRole("button", { name: "圖片 新增圖片" });
  await chooseFiles(page, add, await smallPng("a.png"), await smallPng("b.png", "#369"));
  await expectPictures(pictures, 2);
  await page.getByRole("tab", { name: "其他" }).click();
  await page.getByLabel("飲品介紹").fill("要等一下");
  const stays = async () => {
    await expectPath(page, "/drinks/create");
    expect(await page.getByLabel("飲品名稱").inputValue()).toBe("耐心茶");
    expect(await page.getByLabel("飲品介紹").inputValue()).toBe("要等一下");
    await expectPictures(pictures, 2);
  };

  proxy.on(/upload/, { kind: "answer", status: 500, body: { message: "儲存空間已滿" } });
  await save.click();
  await expectToast(page, "儲存失敗: 圖片上傳失敗: 儲存空間已滿");
  await stays();
  proxy.on(/upload/, { kind: "drop" });
  await save.click();
  await expectToast(page, "儲存失敗: 圖片上傳失敗: 無法連線到伺服器");
  await stays();
  proxy.heal();
  const before = proxy.asked.length;
  proxy.on(/POST .*drinks/, { kind: "answer", status: 500 });
  await save.click();
  await expectToast(page, "儲存失敗: Error 500");
  await stays();
  proxy.on(/POST .*drinks/, { kind: "drop" });
  await save.click();
  await expectToast(page, "儲存失敗: 無法連線到伺服器");
  await stays();
  proxy.heal();
  await save.click();
  await expectToast(page, "儲存成功");
  await rowOf(page, "耐心茶").waitFor();
  // Uploaded once each, however often the save was tried.
  expect(proxy.asked.slice(before).filter((line) => /POST .*upload/.test(line))).toHaveLength(2);
  const [stored] = await api.find("drinks", "耐心茶");
  expect(stored).toMatchObject({
    introduction: "要等一下",
    images: [{ expiresAt: null }, { expiresAt: null }],
  });
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("an English form says in English why it was not saved", async () => {
  const person = await open("/ingredients/create");
  const { page } = person;
  await page.getByLabel("Name").fill("Slow honey");
  await page.getByLabel("Price").fill("12");
  proxy.on(/POST .*ingredients/, { kind: "drop" });
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Save failed: Cannot connect to the server");
  expect(await page.getByLabel("Name").inputValue()).toBe("Slow honey");
  expect(await api.find("ingredients", "Slow honey")).toEqual([]);
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("a save without an answer waits; after ten seconds it can be given up, and nothing typed is lost", async () => {
  const made = await makeDrink("等待茶");
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  await page.clock.install();
  await page.getByLabel("價格").fill("88");
  proxy.on(/PUT/, { kind: "silent" });
  await page.getByRole("button", { name: "儲存" }).click();
  const waiting = page.getByRole("dialog", { name: "儲存中..." });
  await waiting.waitFor();
  const stop = waiting.getByRole("button", { name: "停止等待" });
  expect(await stop.count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.clock.fastForward(6_000);
  expect(await stop.count()).toBe(0);
  await page.clock.fastForward(4_000);
  await stop.waitFor();
  expect(proxy.aborted.filter((line) => line.startsWith("PUT"))).toEqual([]);
  await stop.click();
  await waiting.waitFor({ state: "detached" });
  await expect.poll(() => proxy.aborted.filter((line) => line.startsWith("PUT"))).toHaveLength(1);
  expect(await page.getByLabel("價格").inputValue()).toBe("88");
  proxy.heal();
  await page.getByRole("button", { name: "儲存" }).click();
  await expectToast(page, "儲存成功");
  expect(await api.read("drinks", made._id)).toMatchObject({ price: 88 });
  expectNoComplaints(person);
});

it("a record that does not come says so; it opens when asked again", async () => {
  const made = await makeDrink("重試茶");
  const person = await open("/");
  const { page } = person;
  const forms = [
    { path: `/drinks/edit/${made._id}`, said: "獲取資料失敗: Error 500", heading: "編輯飲品" },
    {
      path: `/categories/edit/${(await api.find("categories", "茶飲"))[0]?._id}`,
      said: "Failed to fetch category data",
      heading: "Edit category",
    },
    {
      path: `/ingredients/edit/${(await api.find("ingredients", "布丁"))[0]?._id}`,
      said: "Failed to fetch ingredient data",
      heading: "Edit ingredient",
    },
  ];
  for (const { path, said, heading } of forms) {
    proxy.on(/GET \/api\/rest\/\w+\/[0-9a-f]{24}$/, { kind: "answer", status: 500 });
    await page.goto(proxy.url + path);
    await page.getByRole("main").getByText(UNAVAILABLE).waitFor();
    expect(await page.getByText(said).count()).toBe(1);
    await expectToast(page, said);
    proxy.heal();
    await page.getByRole("button", { name: /^(Try again|再試一次)$/ }).click();
    await expectHeading(page, heading);
    // Samples have nothing to save.
    await page.getByRole("button", { name: /^(Save|儲存|Back to the list|返回列表)$/ }).waitFor();
  }
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("a form whose rules do not come says so and opens when asked again", async () => {
  const person = await open("/");
  const { page } = person;
  proxy.on(/validators/, { kind: "drop" });
  await page.getByRole("link", { name: "Create ingredient" }).click();
  await expectToast(page, "Failed to fetch ingredient data");
  proxy.heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByLabel("Name").waitFor();
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("a slow form says that it is being loaded, and an answer that comes after leaving changes nothing", async () => {
  const made = await makeDrink("慢茶");
  const person = await open("/drinks/list?search=慢茶");
  const { page } = person;
  proxy.on(/GET \/api\/rest\/drinks\/[0-9a-f]{24}/, { kind: "late" });
  await page.getByRole("link", { name: "編輯 慢茶" }).click();
  await page.getByRole("dialog", { name: "處理中..." }).waitFor();
  await expect.poll(() => proxy.held()).toBe(1);
  await page.goBack();
  await rowOf(page, "慢茶").waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  proxy.release();
  proxy.heal();
  await page.getByRole("link", { name: "編輯 慢茶" }).click();
  await expect.poll(() => page.getByLabel("飲品名稱").inputValue()).toBe("慢茶");
  await expectPath(page, `/drinks/edit/${made._id}`);
  expectNoComplaints(person);
});

it("a removed picture that the server cannot delete is said, and the drink is saved without it", async () => {
  const image = await upload(product.url, api, await smallPng("old.png"));
  const made = await makeDrink("舊圖茶", [image]);
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  await page.getByRole("button", { name: "刪除：第 1 張圖片，共 1 張" }).click();
  await answerQuestion(page, "確定要刪除這張圖片嗎？", "確定");
  proxy.on(/DELETE .*upload/, { kind: "answer", status: 500, body: { message: "忙碌中" } });
  await page.getByRole("button", { name: "儲存" }).click();
  await expectToast(page, "刪除失敗: 忙碌中");
  await expectToast(page, "儲存成功");
  expect(await api.read("drinks", made._id)).toMatchObject({ images: [] });
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});
