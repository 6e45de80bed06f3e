import type { Locator } from "playwright-core";
import { expect, it } from "vitest";
import { openApi } from "./api.ts";
import { answerQuestion, expectFine, expectFocus, expectHeading, expectPath, expectWrong } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, expectToast, logIn, type Visit, visit } from "./visit.ts";

const { product, admin } = await beginStory();

const stored = ({ page }: Visit) => page.evaluate(() => ({ ...localStorage }));

it("the log-in page asks for both fields before it sends anything, then for a right password, then lets in", async () => {
  const person = await visit(`${product.url}/login`);
  const { page } = person;
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await expectHeading(page, "Admin system login");
  const username = page.getByLabel("Username");
  const password = page.getByLabel("Password", { exact: true });
  const submit = page.getByRole("button", { name: "Log in" });

  await submit.click();
  await expectWrong(username, "Please enter account");
  await expectWrong(password, "Please enter password");
  await expectFocus(username);
  await username.fill("admin");
  await expectFine(username);
  await submit.click();
  await expectFocus(password);
  expect(sent).toEqual([]);

  await password.fill("not the password");
  await submit.click();
  await expectToast(page, "Login failed: The account or the password is not right");
  await expectPath(page, "/login");
  expect(await username.inputValue()).toBe("admin");
  await page.getByLabel("Password", { exact: true }).fill(ADMIN_PASSWORD);
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await password.getAttribute("type")).toBe("text");
  await submit.click();
  await expectToast(page, "Login success");
  await expectPath(page, "/");
  await page.getByText("Hi admin").waitFor();

  const session = await stored(person);
  expect(Object.keys(session).sort()).toEqual(["token", "user"]);
  expect(JSON.parse(String(session.user))).toMatchObject({
    username: "admin",
    permissions: ["contentManagement", "marketingManagement", "systemSettings"],
  });
  expectNoComplaints(person, /status of 400/);
});

it("links lead from log-in to registration and back", async () => {
  const person = await visit(`${product.url}/login`);
  const { page } = person;
  await page.getByRole("link", { name: "Register an account" }).click();
  await expectPath(page, "/register");
  await expectHeading(page, "Register an account");
  await page.getByRole("link", { name: "Back to log-in" }).click();
  await expectHeading(page, "Admin system login");
  expectNoComplaints(person);
});

it("without a session every address leads to /login and back; an account is validated on arriving and on the first navigation", async () => {
  const person = await visit(`${product.url}/drinks/list?search=茶&page=1`);
  const { page } = person;
  await expectPath(page, "/login");
  const validated: string[] = [];
  page.on(
    "request",
    (request) => request.url().endsWith("validate-token") && validated.push(request.method()),
  );
  await logIn(person);
  await expectHeading(page, "飲品列表");
  expect(new URL(page.url()).searchParams.get("search")).toBe("茶");
  expect(validated).toEqual(["GET"]);
  await page.getByRole("link", { name: "Categories", exact: true }).click();
  await expectHeading(page, "Category list");
  expect(validated).toEqual(["GET"]);
  await page.reload();
  await expectHeading(page, "Category list");
  expect(validated).toEqual(["GET", "GET"]);
  expectNoComplaints(person);
});

it("an address that is no page says so and leads back to the start", async () => {
  const person = await visit(`${product.url}/login`);
  const { page } = person;
  await logIn(person);
  const answer = await page.goto(`${product.url}/no/such/page`);
  expect(answer?.status()).toBe(404);
  await expectHeading(page, "There is no page at this address");
  await page.getByRole("link", { name: "Go to the start page" }).click();
  await expectPath(page, "/");
  await expectHeading(page, "What would you like to do?");
  expectNoComplaints(person, /status of 404/);
});

it("S33: log-in leads to nothing but a screen of this page", async () => {
  const wrong = [
    "//evil.example/drinks/list",
    "/\\evil.example/list",
    "https://evil.example/a/list",
    "/no/such",
  ];
  for (const from of wrong) {
    const person = await visit(`${product.url}/login?from=${encodeURIComponent(from)}`);
    const { page } = person;
    await page.evaluate(
      (state) => history.replaceState({ ...history.state, usr: { from: state } }, ""),
      from,
    );
    await page.reload();
    await logIn(person);
    await expectPath(page, "/");
    expectNoComplaints(person);
    await person.context.close();
  }
});

it("logging out asks first, then forgets the session here and on the server", async () => {
  const person = await visit(`${product.url}/login`);
  const { page } = person;
  await logIn(person);
  const { token } = await stored(person);
  await page.getByRole("button", { name: "Log out" }).click();
  await answerQuestion(page, "Confirm you want to log out", "Cancel");
  await expectPath(page, "/");
  expect((await stored(person)).token).toBe(token);

  const loggedOut = page.waitForResponse((answer) => answer.url().endsWith("/logout"));
  await page.getByRole("button", { name: "Log out" }).click();
  await answerQuestion(page, "Confirm you want to log out", "Confirm");
  await expectToast(page, "Logged out successfully");
  await expectPath(page, "/login");
  expect(await stored(person)).toEqual({});
  expect((await loggedOut).status()).toBe(200);
  expect(await page.evaluate(() => history.state?.usr ?? null)).toBeNull();
  const again = await fetch(`${product.url}/api/rest/users/validate-token`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(again.status).toBe(401);
  await page.goBack();
  await expectPath(page, "/login");
  expectNoComplaints(person);
});

it("a session that was ended on the server says so once, is forgotten and leads to /login", async () => {
  const person = await visit(`${product.url}/login`);
  const { page } = person;
  await logIn(person);
  await page.getByRole("link", { name: "飲品", exact: true }).click();
  await expectHeading(page, "飲品列表");
  // Only the click asks anything of the server after that.
  await page.locator('table[aria-busy="false"]').waitFor();
  const { token } = await stored(person);
  await fetch(`${product.url}/api/rest/users/logout`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  await page.getByRole("link", { name: "Ingredients", exact: true }).click();
  await expectPath(page, "/login");
  const said = page.getByRole("region", { name: "Notifications" }).getByRole("alert");
  await said.first().waitFor();
  expect(await said.allInnerTexts()).toEqual(["Your login has expired, please log in again"]);
  expect(await stored(person)).toEqual({});
  await logIn(person);
  await expectPath(page, "/ingredients/list");
  expectNoComplaints(person, /status of 401/);
});

/** A person in a form whose session the server has ended. */
async function typedAndEnded(name: string): Promise<Visit> {
  const person = await visit(`${product.url}/login`);
  const { page } = person;
  await logIn(person);
  await page.goto(`${product.url}/categories/create`);
  await page.getByLabel("Name").fill(name);
  const { token } = await stored(person);
  await fetch(`${product.url}/api/rest/users/logout`, {
    method: "POST",
    headers: { Authorization: `Bearer ${token}` },
  });
  return person;
}

it("a session that ended over unsaved input asks for the password in place, and then saves", async () => {
  const person = await typedAndEnded("冬瓜露");
  const { page } = person;
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Your login has expired" });
  await dialog.getByText("Enter the password of admin to go on.").waitFor();
  const password = dialog.getByLabel("Password", { exact: true });
  await expectFocus(password);
  await password.fill("not the password");
  await page.keyboard.press("Enter");
  await expectWrong(password, "The account or the password is not right");
  await page.keyboard.press("Escape");
  await password.fill(ADMIN_PASSWORD);
  await dialog.getByRole("button", { name: "Log in and go on" }).click();
  await expectToast(page, "Saved successfully");
  await expectPath(page, "/categories/list");
  expect(await admin.find("categories", "冬瓜露")).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.reload();
  await expectHeading(page, "Category list");
  expectNoComplaints(person, /status of 40[01]/);
});

it("the question for the password shows all of its words and buttons, apart from each other, at 320 px too", async () => {
  const { page } = await typedAndEnded("冬瓜露二");
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Your login has expired" });
  const sentence = dialog.getByText("Enter the password of admin to go on.");
  await sentence.waitFor();
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? expect.fail("It is not shown.");
  for (const width of [1280, 390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const around = await boxOf(dialog);
    for (const name of ["To the log-in page", "Log in and go on"]) {
      const button = await boxOf(dialog.getByRole("button", { name }));
      expect(button.x).toBeGreaterThanOrEqual(around.x + 16);
      expect(button.x + button.width).toBeLessThanOrEqual(around.x + around.width - 16);
    }
    const [above, below] = [
      await boxOf(sentence),
      await boxOf(dialog.getByText("Password", { exact: true })),
    ];
    expect(below.y - (above.y + above.height)).toBeGreaterThanOrEqual(12);
  }
});

it("who logs in elsewhere finds what was typed in the form again, and can save it", async () => {
  const person = await typedAndEnded("冬瓜茶");
  const { page } = person;
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "To the log-in page" }).click();
  await expectPath(page, "/login");
  await expectToast(page, "Your login has expired, please log in again");

  await logIn(person);
  await expectPath(page, "/categories/create");
  await page.getByText(/^Unsaved input \(/).waitFor();
  await page.getByRole("button", { name: "Restore" }).click();
  expect(await page.getByLabel("Name").inputValue()).toBe("冬瓜茶");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Saved successfully");
  await expectPath(page, "/categories/list");
  expect(await admin.find("categories", "冬瓜茶")).toHaveLength(1);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  expectNoComplaints(person, /status of 401/);
});

it("a session ended by another tab's log-out ends here too; a made-up token is no session", async () => {
  const person = await visit(`${product.url}/login`);
  const { page, context } = person;
  await logIn(person);
  const second = await context.newPage();
  await second.goto(`${product.url}/`);
  await second.getByRole("button", { name: "Log out" }).click();
  await answerQuestion(second, "Confirm you want to log out", "Confirm");
  await expectPath(page, "/login");

  await page.evaluate(() => {
    localStorage.setItem("token", "made-up");
    localStorage.setItem(
      "user",
      JSON.stringify({ id: "x", username: "x", role: "x", permissions: ["systemSettings"] }),
    );
  });
  await page.goto(`${product.url}/users/list`);
  await expectPath(page, "/login");
  await expectToast(page, "Your login has expired, please log in again");
  expect(await stored(person)).toEqual({});
  expectNoComplaints(person, /status of 401/);
});

it("after ten wrong passwords the account has to wait, and the page says how long", async () => {
  await admin.create("users", { username: "forgetful", password: "right-password", role: "contentManager" });
  for (let tries = 0; tries < 10; tries++)
    await expect(openApi(product.url, "forgetful", "wrong")).rejects.toThrow("400");
  const person = await visit(`${product.url}/login`);
  const { page } = person;
  await page.getByLabel("Username").fill("forgetful");
  await page.getByLabel("Password", { exact: true }).fill("right-password");
  await page.keyboard.press("Enter");
  await expectToast(page, /^Login failed: Too many failed log-ins. Try again in \d+ seconds$/);
  expectNoComplaints(person, /status of 429/);
});
