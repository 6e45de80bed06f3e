import { expect, it } from "vitest";
import { openApi } from "./api.ts";
import { SPOILT_ANSWERS } from "./faulty-proxy.ts";
import { expectHeading, expectPath } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginFaultyStory } from "./story.ts";
import { expectNoComplaints, expectToast, logIn, visit } from "./visit.ts";

const { product, proxy, api, open } = await beginFaultyStory();

/** What the browser itself notes of answers that a story asked for. */

it("log-in says what kept it, in each way it can fail, and works again with what was typed", async () => {
  const person = await visit(`${proxy.url}/login`);
  const { page } = person;
  const username = page.getByLabel("Username");
  const submit = page.getByRole("button", { name: "Log in" });
  await username.fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);

  proxy.on(/login/, { kind: "drop" });
  await submit.click();
  await expectToast(page, "Login failed: Cannot connect to the server");
  proxy.on(/login/, { kind: "answer", status: 500 });
  await submit.click();
  await expectToast(page, "Login failed: Error 500");
  proxy.on(/login/, { kind: "answer", status: 503, body: { message: "The shop is being moved" } });
  await submit.click();
  await expectToast(page, "Login failed: The shop is being moved");
  proxy.on(/login/, { kind: "answer", status: 200, body: "no session" });
  await submit.click();
  await expectToast(page, "Login failed: Unknown error");
  expect(await username.inputValue()).toBe("admin");

  proxy.heal();
  await submit.click();
  await expectToast(page, "Login success");
  await expectPath(page, "/");
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("registration says what kept it, everything typed stays", async () => {
  const person = await visit(`${proxy.url}/register`);
  const { page } = person;
  await page.getByLabel("Username").fill("patient-one");
  await page.getByLabel("Password", { exact: true }).fill("123456");
  await page.getByLabel("Confirm password").fill("123456");
  const submit = page.getByRole("button", { name: "Register", exact: true });
  proxy.on(/POST .*users/, { kind: "drop" });
  await submit.click();
  await expectToast(page, "Registration failed: Cannot connect to the server");
  proxy.on(/POST .*users/, { kind: "answer", status: 500 });
  await submit.click();
  await expectToast(page, "Registration failed: Error 500");
  expect(await page.getByLabel("Username").inputValue()).toBe("patient-one");
  expect(await page.getByLabel("Confirm password").inputValue()).toBe("123456");
  proxy.heal();
  await submit.click();
  await expectToast(page, "Registration success, please log in");
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("a slow log-in is covered by its sentence, is sent once and never given up by itself", async () => {
  const person = await visit(`${proxy.url}/login`);
  const { page } = person;
  proxy.on(/login/, { kind: "late" });
  const before = proxy.asked.length;
  await page.getByLabel("Username").fill("admin");
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Processing..." }).waitFor();
  expect(proxy.asked.slice(before).filter((line) => /login/.test(line))).toHaveLength(1);
  expect(proxy.aborted.filter((line) => /login/.test(line))).toEqual([]);
  await expect.poll(() => proxy.held()).toBe(1);
  proxy.release();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expectPath(page, "/");
  expectNoComplaints(person);
});

it("the first screen says what kept it and loads when asked again", async () => {
  proxy.on(/validate-token/, { kind: "answer", status: 502 });
  const person = await open("/categories/list");
  const { page } = person;
  await page.getByRole("alert").getByText("Error 502").waitFor();
  proxy.on(/validate-token/, { kind: "drop" });
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("alert").getByText("Cannot connect to the server").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBe(api.token);
  proxy.heal();
  await page.getByRole("button", { name: "Try again" }).click();
  await expectHeading(page, "Category list");
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("a page whose sentences do not arrive says so by itself and offers to try again", async () => {
  proxy.on(/GET \/api\/config\/public/, { kind: "drop" });
  const person = await visit(`${proxy.url}/login`);
  const { page } = person;
  await page.getByText("This page could not be loaded.").waitFor();
  proxy.heal();
  await page.getByRole("link", { name: "Try again" }).click();
  await expectHeading(page, "Admin system login");
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("any 401, whatever it was for, ends the session with one sentence", async () => {
  const person = await visit(`${proxy.url}/`, { session: await openApi(product.url) });
  const { page } = person;
  await page.getByRole("link", { name: "門市", exact: true }).click();
  await expectHeading(page, "門市列表");
  proxy.on(/GET .*articles/, { kind: "answer", status: 401, body: { message: "gone" } });
  await page.getByRole("link", { name: "文章", exact: true }).click();
  await expectPath(page, "/login");
  const said = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await said.first().waitFor();
  expect(await said.allInnerTexts()).toEqual(["Your login has expired, please log in again"]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  proxy.heal();
  await logIn(person);
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("logging out works while the server is away", async () => {
  const person = await visit(`${proxy.url}/`, { session: await openApi(product.url) });
  const { page } = person;
  proxy.on(/logout/, { kind: "drop" });
  await page.getByRole("button", { name: "Log out" }).click();
  await page.getByRole("button", { name: "Confirm", exact: true }).click();
  await expectToast(page, "Logged out successfully");
  await expectPath(page, "/login");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});
