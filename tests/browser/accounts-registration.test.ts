import { expect, it } from "vitest";
import { openApi } from "./api.ts";
import {
  expectFine,
  expectFocus,
  expectHeading,
  expectPath,
  expectWrong,
  openList,
  rowOf,
} from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, logIn, type Visit, visit } from "./visit.ts";

const { product } = await beginStory();

function formOf({ page }: Visit) {
  return {
    username: page.getByLabel("Username"),
    password: page.getByLabel("Password", { exact: true }),
    confirmed: page.getByLabel("Confirm password", { exact: true }),
    role: page.getByLabel("Role"),
    submit: page.getByRole("button", { name: "Register", exact: true }),
  };
}

it("registration says each rule at its field before it sends anything", async () => {
  const person = await visit(`${product.url}/register`);
  const { page } = person;
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  const { username, password, confirmed, role, submit } = formOf(person);
  await role.waitFor();
  expect(await role.getByRole("option").allInnerTexts()).toEqual([
    "Content manager",
    "Marketing manager",
    "System admin",
  ]);
  expect(await role.inputValue()).toBe("contentManager");

  await submit.click();
  await expectWrong(username, "Please enter account");
  await expectWrong(password, "Please enter password");
  await expectWrong(confirmed, "Please confirm the password");
  await expectFocus(username);
  await username.fill("ab");
  await username.blur();
  await expectWrong(username, "Account length must be between 3 and 20 characters");
  await username.fill("a-name-of-21-letters-");
  await username.blur();
  await expectWrong(username, "Account length must be between 3 and 20 characters");
  await username.fill("new-one");
  await username.blur();
  await expectFine(username);
  await password.fill("12345");
  await password.blur();
  await expectWrong(password, "Password needs at least 6 characters");
  await password.fill("123456");
  await confirmed.fill("123457");
  await confirmed.blur();
  await expectWrong(confirmed, "The two passwords do not match");
  await submit.click();
  await expectFocus(confirmed);
  expect(sent).toEqual([]);
  expectNoComplaints(person);
});

it("a name that is taken is refused at its field, everything typed stays", async () => {
  const person = await visit(`${product.url}/register`);
  const { username, password, confirmed, submit } = formOf(person);
  await username.fill("admin");
  await password.fill("123456");
  await confirmed.fill("123456");
  await submit.click();
  await expectToast(person.page, /^Registration failed: 'admin'已存在，不得重複$/);
  await expectWrong(username, "'admin'已存在，不得重複");
  expect(await password.inputValue()).toBe("123456");
  expect(await confirmed.inputValue()).toBe("123456");
  expectNoComplaints(person, /status of 409/);
});

it("who registers logs in, waits, is seen waiting and approved, and then has the area", async () => {
  const newcomer = await visit(`${product.url}/register`);
  const { username, password, confirmed, role, submit } = formOf(newcomer);
  await newcomer.page.getByText(/^An administrator must approve your account/).waitFor();
  await username.fill("newcomer");
  await password.fill("secret-1");
  await confirmed.fill("secret-1");
  await role.selectOption("Marketing manager");
  await submit.click();
  await expectToast(
    newcomer.page,
    /^Registration success, please log in\. An administrator must approve your account/,
  );
  await expectPath(newcomer.page, "/login");
  expect(await newcomer.page.getByLabel("Username").inputValue()).toBe("newcomer");
  await logIn(newcomer, "newcomer", "secret-1");
  await newcomer.page.getByText(/If your account still waits for approval/).waitFor();
  const menu = newcomer.page.getByRole("navigation", { name: "Main menu" });
  expect(await menu.getByRole("link").count()).toBe(0);
  await newcomer.page.clock.install();
  await newcomer.page.goto(`${product.url}/articles/list`);
  await expectPath(newcomer.page, "/");
  await expectToast(newcomer.page, "您沒有權限訪問此頁面");

  const admin = await visit(`${product.url}/login`);
  const { page } = admin;
  await logIn(admin);
  await openList(page, "用戶");
  await expectHeading(page, "用戶列表");
  const row = rowOf(page, "newcomer");
  await row.getByText("等待核准").waitFor();
  await row.getByText("行銷管理員").waitFor();
  await row.getByRole("link", { name: "編輯" }).click();
  await expectHeading(page, "編輯用戶");
  const approved = page.getByRole("switch", { name: "已核准" });
  expect(await approved.isChecked()).toBe(false);
  await approved.check();
  await page.getByRole("button", { name: "儲存" }).click();
  await expectToast(page, "儲存成功");
  await expectHeading(page, "用戶列表");
  await rowOf(page, "newcomer").waitFor();
  expect(await rowOf(page, "newcomer").getByText("等待核准").count()).toBe(0);

  // By itself, the next time that its page asks: nothing is loaded again.
  await newcomer.page.clock.fastForward(10_000);
  await menu.getByRole("link", { name: "文章", exact: true }).click();
  await expectHeading(newcomer.page, "文章列表");
  expectNoComplaints(admin);
  expectNoComplaints(newcomer);
});

it("a registration behind the page cannot take more than is offered", async () => {
  await expect(openApi(product.url).then((api) => api.create("users", { username: "x" }))).rejects.toThrow(
    "400",
  );
  const answer = await fetch(`${product.url}/api/rest/users`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ username: "climber", password: "123456", role: "superAdmin", approved: true }),
  });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ errors: [{ path: "/role", message: "Please choose a role" }] });
});
