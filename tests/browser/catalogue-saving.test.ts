import { beforeAll, expect, it } from "vitest";
import { type Api, type Made, openApi } from "./api.ts";
import { pick } from "./fields.ts";
import { answerQuestion, expectHeading, expectPath, LEAVE_QUESTION, openList, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit } from "./visit.ts";

const { product, admin, api, open } = await beginStory({
  as: { username: "content", role: "contentManager" },
});
let colleague: Api;
beforeAll(async () => {
  await admin.create("users", { username: "colleague", password: "secret-1", role: "contentManager" });
  colleague = await openApi(product.url, "colleague", "secret-1");
});

const saveOf = ({ page }: Visit) => page.getByRole("button", { name: "儲存" });

async function makeDrink(name: string): Promise<Made> {
  const [category] = await api.find("categories", "奶茶");
  const rest = { price: 50, hotCold: "冷", size: "大", selling: true, kal: 0 };
  return api.create("drinks", { name, category: category?._id, ...rest });
}

it("a sample can be looked at, says that it cannot be edited, and offers no saving", async () => {
  const person = await open("/drinks/list?search=珍珠奶茶");
  const { page } = person;
  const sent: string[] = [];
  page.on(
    "request",
    (request) =>
      request.url().includes("/api/rest/") && request.method() !== "GET" && sent.push(request.url()),
  );
  await page.getByRole("link", { name: "檢視 珍珠奶茶", exact: true }).click();
  await expectHeading(page, "編輯飲品");
  await page.getByRole("main").getByText("系統範例資料不可編輯").waitFor();
  expect(await saveOf(person).count()).toBe(0);
  await page.getByLabel("飲品名稱").press("Enter");
  await page.getByRole("button", { name: "返回列表" }).click();
  await expectPath(page, "/drinks/list");
  expect(sent).toEqual([]);
  expectNoComplaints(person);
});

it("a double click saves once", async () => {
  const person = await open("/drinks/create");
  const { page } = person;
  await page.getByLabel("飲品名稱").fill("雙擊茶");
  await page.getByLabel("價格").fill("50");
  await pick(page, page.getByRole("combobox", { name: "飲品類型" }), "奶茶");
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await saveOf(person).dblclick();
  await expectToast(page, "儲存成功");
  await expectPath(page, "/drinks/list");
  await rowOf(page, "雙擊茶").waitFor();
  expect(sent).toEqual([`${product.url}/api/rest/drinks`]);
  expectNoComplaints(person);
});

it("leaving with unsaved changes asks by every way out; staying keeps what was typed", async () => {
  const made = await makeDrink("未存茶");
  const person = await open("/drinks/list?search=未存茶");
  const { page } = person;
  await page.getByRole("link", { name: "編輯 未存茶" }).click();
  await expectHeading(page, "編輯飲品");
  const name = page.getByLabel("飲品名稱");
  await name.fill("改了沒存");
  const path = `/drinks/edit/${made._id}`;
  const stays = async () => {
    await answerQuestion(page, LEAVE_QUESTION, "留下");
    await expectPath(page, path);
    expect(await name.inputValue()).toBe("改了沒存");
  };
  await page.goBack();
  await stays();
  await page.getByRole("button", { name: "取消" }).click();
  await stays();
  await openList(page, "Categories");
  await stays();

  const asked = new Promise<string>((resolve) =>
    page.once("dialog", (dialog) => {
      resolve(dialog.type());
      void dialog.dismiss();
    }),
  );
  await page.close({ runBeforeUnload: true });
  expect(await asked).toBe("beforeunload");

  await openList(page, "Ingredients");
  await answerQuestion(page, LEAVE_QUESTION, "捨棄並離開");
  await expectHeading(page, "Ingredient list");
  expect(await api.read("drinks", made._id)).toMatchObject({ name: "未存茶" });
  expectNoComplaints(person);
});

it("nothing asked when nothing changed, or when what changed was changed back", async () => {
  const made = await makeDrink("看看就好");
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  const name = page.getByLabel("飲品名稱");
  await name.fill("改");
  await name.fill("看看就好");
  await page.getByRole("button", { name: "取消" }).click();
  await expectHeading(page, "飲品列表");
  expect(await page.getByRole("alertdialog").count()).toBe(0);
  expectNoComplaints(person);
});

it("what a colleague changed meanwhile stays, beside what was changed here: nothing is asked", async () => {
  const made = await makeDrink("兩人茶");
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  await page.getByLabel("飲品名稱").fill("我的名字");
  await colleague.update("drinks", made._id, { price: 99 });
  await saveOf(person).click();
  await expectToast(page, "儲存成功");
  const after = await api.read("drinks", made._id);
  expect(after).toMatchObject({ name: "我的名字", price: 99, updatedBy: "content" });
  expectNoComplaints(person);
});

it("what a colleague deleted meanwhile stays to be read, and is saved as another record", async () => {
  const made = await makeDrink("消失茶");
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  await page.getByLabel("飲品名稱").fill("還在嗎");
  await colleague.call("DELETE", `/drinks/${made._id}`);
  await saveOf(person).click();
  await page.getByRole("main").getByText("這筆資料已被刪除").waitFor();
  expect(await page.getByText("這筆資料已被刪除").count()).toBe(1);
  expect(await page.getByLabel("飲品名稱").inputValue()).toBe("還在嗎");
  await page.getByRole("button", { name: "另存為新資料" }).click();
  await expectToast(page, "儲存成功");
  const [other] = await api.find("drinks", "還在嗎");
  expect(other).toMatchObject({ price: 50, size: "大" });
  expect(other?._id).not.toBe(made._id);
  expectNoComplaints(person, /status of 404/);
});

it("a name that another drink has is refused at the field", async () => {
  await makeDrink("重複茶");
  const made = await makeDrink("另一種茶");
  const person = await open(`/drinks/edit/${made._id}`);
  const { page } = person;
  await page.getByLabel("飲品名稱").fill("重複茶");
  await page.getByLabel("價格").fill("77");
  await saveOf(person).click();
  await expectToast(page, "儲存失敗: '重複茶'已存在，不得重複");
  await page.getByRole("main").getByText("'重複茶'已存在，不得重複").waitFor();
  expect(await page.getByLabel("價格").inputValue()).toBe("77");
  expectNoComplaints(person, /status of 409/);
});
