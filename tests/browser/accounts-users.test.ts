import { expect, it } from "vitest";
import { openApi } from "./api.ts";
import {
  answerQuestion,
  expectFine,
  expectFocus,
  expectHeading,
  expectPath,
  expectWrong,
  LEAVE_QUESTION,
  openList,
  rowOf,
} from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, logIn, type Visit, visit } from "./visit.ts";

const { product, api, open } = await beginStory();

function formOf({ page }: Visit) {
  return {
    username: page.getByLabel("帳號"),
    password: page.getByLabel("密碼", { exact: true }),
    confirmed: page.getByLabel("確認密碼", { exact: true }),
    role: page.getByRole("radiogroup", { name: "角色" }),
    save: page.getByRole("button", { name: "儲存" }),
  };
}

async function editUser(person: Visit, username: string): Promise<void> {
  await openList(person.page, "用戶");
  await rowOf(person.page, username).getByRole("link", { name: "編輯" }).click();
  await expectHeading(person.page, "編輯用戶");
}

it("the user form says each of its rules", async () => {
  const admin = await open("/users/list");
  const { page } = admin;
  await page.getByRole("main").getByRole("link", { name: "新建用戶" }).click();
  await expectHeading(page, "新建用戶");
  const { username, password, confirmed, save } = formOf(admin);
  await save.click();
  await expectWrong(username, "請輸入帳號");
  await expectWrong(password, "請輸入密碼");
  await expectWrong(confirmed, "請確認密碼");
  await expectFocus(username);
  await expectToast(page, "請修正表單中的錯誤");
  await username.fill("ab");
  await username.blur();
  await expectWrong(username, "帳號長度在3到20個字符之間");
  await password.fill("12345");
  await password.blur();
  await expectWrong(password, "密碼至少需要6個字符");
  await password.fill("123456");
  await confirmed.fill("1234567");
  await confirmed.blur();
  await expectFine(password);
  await expectWrong(confirmed, "兩次輸入的密碼不一致");
  await page.getByRole("button", { name: "取消" }).click();
  await answerQuestion(page, LEAVE_QUESTION, "捨棄並離開");
  await expectHeading(page, "用戶列表");
  expectNoComplaints(admin);
});

const ROLES = [
  { name: "c-manager", role: "內容管理員", groups: ["Content management"], refused: "/users/list" },
  { name: "m-manager", role: "行銷管理員", groups: ["Marketing management"], refused: "/drinks/create" },
  {
    name: "s-admin",
    role: "系統管理員",
    groups: ["Content management", "Marketing management", "System settings"],
    refused: undefined,
  },
];

it.each(ROLES)("an account made as $role sees its groups and no other page", async (made) => {
  const admin = await open("/users/list");
  const { page } = admin;
  await page.getByRole("main").getByRole("link", { name: "新建用戶" }).click();
  const { username, password, confirmed, role, save } = formOf(admin);
  await role.waitFor();
  expect(await role.getByRole("radio").count()).toBe(3);
  await username.fill(made.name);
  await password.fill("secret-1");
  await confirmed.fill("secret-1");
  await role.getByRole("radio", { name: made.role }).check();
  await save.click();
  await expectToast(page, "儲存成功");
  await expectPath(page, "/users/list");
  await rowOf(page, made.name).getByText(made.role).waitFor();

  const person = await visit(`${product.url}/login`);
  await logIn(person, made.name, "secret-1");
  const menu = person.page.getByRole("navigation", { name: "Main menu" });
  await menu.getByRole("link").first().waitFor();
  expect(await menu.getByRole("heading").allInnerTexts()).toEqual(made.groups);
  await menu.getByRole("link").first().click();
  await person.page.locator(".list table").waitFor();
  const before = new URL(person.page.url()).pathname;
  if (made.refused !== undefined) {
    // Typed into the address bar of this tab, without leaving the page: history is what the router hears.
    await person.page.evaluate((path) => {
      history.pushState(null, "", path);
      dispatchEvent(new PopStateEvent("popstate"));
    }, made.refused);
    await expectToast(person.page, "您沒有權限訪問此頁面");
    await expectPath(person.page, before);
    await person.page.goto(product.url + made.refused);
    await expectToast(person.page, "您沒有權限訪問此頁面");
    await expectPath(person.page, "/");
  }
  expectNoComplaints(person);
  expectNoComplaints(admin);
});

it("editing without a password keeps it; a new one needs its confirmation and ends the old", async () => {
  await api.create("users", { username: "changing", password: "first-one", role: "contentManager" });
  const admin = await open("/users/list");
  const { page } = admin;
  await editUser(admin, "changing");
  const { username, password, confirmed, save } = formOf(admin);
  expect(await username.inputValue()).toBe("changing");
  expect(await password.inputValue()).toBe("");
  await username.fill("changed");
  await save.click();
  await expectToast(page, "儲存成功");
  await openApi(product.url, "changed", "first-one");

  await editUser(admin, "changed");
  await password.fill("second-one");
  await save.click();
  await expectWrong(confirmed, "請確認密碼");
  await expectFocus(confirmed);
  await expectToast(page, "請修正表單中的錯誤");
  await confirmed.fill("second-two");
  await save.click();
  await expectWrong(confirmed, "兩次輸入的密碼不一致");
  await expectToast(page, "請修正表單中的錯誤");
  await confirmed.fill("second-one");
  await save.click();
  await expectToast(page, "儲存成功");
  await openApi(product.url, "changed", "second-one");
  await expect(openApi(product.url, "changed", "first-one")).rejects.toThrow("400");
  expectNoComplaints(admin);
});

it("a username that is taken is refused at its field", async () => {
  const admin = await open("/users/list");
  const { page } = admin;
  await page.getByRole("main").getByRole("link", { name: "新建用戶" }).click();
  const { username, password, confirmed, save } = formOf(admin);
  await username.fill("sample-content");
  await password.fill("secret-1");
  await confirmed.fill("secret-1");
  await save.click();
  await expectWrong(username, "'sample-content'已存在，不得重複");
  await expectFocus(username);
  await expectToast(page, "儲存失敗: 'sample-content'已存在，不得重複");
  expect(await password.inputValue()).toBe("secret-1");
  await page.getByRole("button", { name: "取消" }).click();
  await answerQuestion(page, LEAVE_QUESTION, "捨棄並離開");
  expectNoComplaints(admin, /status of 409/);
});

it("deleting asks by name; samples and one's own account stay, the deleted one is out at once", async () => {
  await api.create("users", { username: "leaving", password: "secret-1", role: "contentManager" });
  const session = await openApi(product.url, "leaving", "secret-1");
  const leaving = await visit(`${product.url}/`, { session });
  const admin = await open("/users/list");
  const { page } = admin;
  await openList(page, "用戶");
  const remove = (name: string) => rowOf(page, name).getByRole("button", { name: "刪除" });
  await remove("leaving").click();
  await answerQuestion(page, '你確定要刪除帳號 "leaving" 嗎？', "取消");
  await rowOf(page, "leaving").waitFor();
  await remove("leaving").click();
  await answerQuestion(page, '你確定要刪除帳號 "leaving" 嗎？', "刪除");
  await expectToast(page, "刪除成功");
  await rowOf(page, "leaving").waitFor({ state: "detached" });
  await openList(leaving.page, "Categories");
  await expectToast(leaving.page, "Your login has expired, please log in again");
  await expectPath(leaving.page, "/login");

  // What would be refused is not offered.
  await rowOf(page, "sample-content").getByRole("link", { name: "檢視" }).waitFor();
  expect(await remove("sample-content").count()).toBe(0);
  await rowOf(page, "admin").getByRole("link", { name: "編輯" }).waitFor();
  expect(await remove("admin").count()).toBe(0);
  expectNoComplaints(admin);
  expectNoComplaints(leaving, /status of 401/);
});

it("a system admin neither sees the super admin nor can become one", async () => {
  await api.create("users", { username: "sys", password: "secret-1", role: "systemAdmin" });
  const first = (await api.find("users", "admin")).find(({ username }) => username === "admin");
  const session = await openApi(product.url, "sys", "secret-1");
  const person = await visit(`${product.url}/users/list`, { session });
  const { page } = person;
  await rowOf(page, "sys").waitFor();
  await page.getByRole("textbox", { name: "搜尋帳號" }).fill("admin");
  await page.getByRole("button", { name: "搜尋" }).click();
  await page
    .getByText(/沒有符合「admin」的用戶|共 \d+ 筆/)
    .first()
    .waitFor();
  await rowOf(page, "admin").waitFor({ state: "detached" });
  await page.goto(`${product.url}/users/edit/${first?._id}`);
  await page.getByText("這筆資料已被刪除").waitFor();
  await page.goto(`${product.url}/users/create`);
  await expectHeading(page, "新建用戶");
  await page.getByRole("radio", { name: "系統管理員" }).waitFor();
  expect(await page.getByRole("radio", { name: "超級管理員" }).count()).toBe(0);
  expectNoComplaints(person, /status of 404/);
});

it("the last account that manages accounts cannot be demoted", async () => {
  const others = (await api.find("users", "")).filter(({ role }) => role === "systemAdmin");
  for (const { _id } of others) await api.call("DELETE", `/users/${_id}`);
  const admin = await open("/users/list");
  const { page } = admin;
  await editUser(admin, "admin");
  await formOf(admin).role.getByRole("radio", { name: "內容管理員" }).check();
  await formOf(admin).save.click();
  await expectToast(
    page,
    /這是最後一個可以管理帳號的用戶，請先將另一個用戶的角色改為：系統管理員或超級管理員/,
  );
  await expectHeading(page, "編輯用戶");
  expectNoComplaints(admin, /status of 40[0-9]/);
});
