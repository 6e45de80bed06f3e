import type { Page } from "playwright-core";
import { beforeAll, expect, it } from "vitest";
import { chooseFiles, expectPictures, pick } from "./fields.ts";
import { expectNothingOfTheShop, expectNotice, logInToLibrary } from "./library.ts";
import { smallPng } from "./photos.ts";
import { expectFine, expectHeading, expectPath, expectWrong, rowOf } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct } from "./story.ts";
import { expectNoComplaints, type Visit, visit } from "./visit.ts";

const product = await beginProduct({ CONFIG_DIR: "tests/fixtures/library" });
let director: Visit;

beforeAll(async () => {
  director = await visit(`${product.url}/login`);
});

const menu = (page: Page) => page.getByRole("navigation", { name: "Menu" });
const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();

async function openForm(page: Page, menuName: string, heading: string): Promise<void> {
  await menu(page).getByRole("link", { name: menuName, exact: true }).click();
  await expectHeading(page, heading);
}

async function saved(page: Page, list: string): Promise<void> {
  await save(page);
  await expectNotice(page, "Saved");
  await expectHeading(page, list);
}

/** The first record of a list as the server has it. */
async function stored(path: string, key: string, search: string): Promise<Record<string, unknown>> {
  const token = await director.page.evaluate(() => localStorage.getItem("token"));
  const headers = { Authorization: `Bearer ${token}` };
  const get = async (address: string) =>
    (await fetch(`${product.url}/api/rest/${address}`, { headers })).json();
  const list = await get(`${path}?nameQuery=${encodeURIComponent(search)}`);
  return get(`${path}/${list[key][0]._id}`);
}

it("who registers waits, is approved by the director, and then works at the shelves alone", async () => {
  const newcomer = await visit(`${product.url}/login`);
  const { page } = newcomer;
  await expectHeading(page, "Log in to the library");
  await expectNothingOfTheShop(page);
  await page.getByRole("link", { name: "Register" }).click();
  await expectHeading(page, "Register");
  await expectNothingOfTheShop(page);
  await page.getByRole("button", { name: "Register" }).click();
  await expectWrong(page.getByLabel("Library name"), "Choose a library name");
  await page.getByLabel("Library name").fill("shelver");
  await page.getByLabel("Password", { exact: true }).fill("by-the-sea");
  await page.getByLabel("Password again", { exact: true }).fill("by-the-sea");
  await page.getByLabel("Work").selectOption("Stock keeper");
  await page.getByRole("button", { name: "Register" }).click();
  await expectNotice(page, "You are registered and can log in");
  await logInToLibrary(page, "shelver", "by-the-sea");
  await page.getByText("Somebody has to approve you before you can begin").waitFor();
  await expectNothingOfTheShop(page);

  await logInToLibrary(director.page, "director", ADMIN_PASSWORD);
  await menu(director.page).getByRole("link", { name: "Members", exact: true }).click();
  await rowOf(director.page, "shelver").getByText("Waits for approval").waitFor();
  await rowOf(director.page, "shelver").getByRole("link", { name: "Edit" }).click();
  await expectHeading(director.page, "Edit member");
  await director.page.getByRole("switch", { name: "Approved" }).check();
  await saved(director.page, "Members");

  await page.reload();
  await menu(page).getByRole("link", { name: "Books", exact: true }).click();
  await expectHeading(page, "Books");
  expect(await menu(page).getByRole("heading").allInnerTexts()).toEqual(["Stock"]);
  await page.goto(`${product.url}/loans/list`);
  await expectNotice(page, "You have no permission for this page");
  await expectPath(page, "/");
  expectNoComplaints(newcomer);
  expectNoComplaints(director);
});

it("a member is made", async () => {
  const { page } = director;
  await openForm(page, "Add a member", "New member");
  await save(page);
  await expectWrong(page.getByLabel("Library name"), "A member needs a library name");
  await expectNotice(page, "Some fields need another look");
  await page.getByLabel("Library name").fill("lender-1");
  await page.getByLabel("Password", { exact: true }).fill("by-the-sea");
  await page.getByLabel("Password again", { exact: true }).fill("by-the-sea");
  await page.getByLabel("Work").selectOption("Lending desk");
  await expectNothingOfTheShop(page);
  await saved(page, "Members");
  await rowOf(page, "lender-1").getByText("Lending desk").waitFor();
  await expectNothingOfTheShop(page);
  expectNoComplaints(director);
});

it("subjects are a tree: none is offered itself as what it is part of", async () => {
  const { page } = director;
  await openForm(page, "Add a subject", "New subject");
  await page.getByLabel("Name").fill("Seas");
  await pick(page, page.getByRole("combobox", { name: "Part of" }), "Nature");
  await saved(page, "Subjects");
  await rowOf(page, "Seas").getByText("Nature").waitFor();
  await rowOf(page, "Seas").getByRole("link", { name: "Edit" }).click();
  await expectHeading(page, "Edit subject");
  const parent = page.getByRole("combobox", { name: "Part of" });
  await expect.poll(() => parent.inputValue()).toBe("Nature");
  await parent.fill("Seas");
  await page.getByText("Nothing matches “Seas”").first().waitFor();
  await page.keyboard.press("Escape");
  await expectNothingOfTheShop(page);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expectHeading(page, "Subjects");
  expectNoComplaints(director);
});

it("a book has a cover, photos, scores and a formatted note", async () => {
  const { page } = director;
  await openForm(page, "Add a book", "New book");
  await save(page);
  await expectNotice(page, "Some fields of this book need another look");
  await expectWrong(page.getByLabel("Year"), "A book needs its year");
  await expectNothingOfTheShop(page);
  await page.getByLabel("Title").fill("Tides");
  await page.getByLabel("Year").fill("1932");
  await pick(page, page.getByRole("combobox", { name: "Subject" }), "Seas");
  const cover = await smallPng("cover.png");
  await chooseFiles(page, page.getByRole("button", { name: "Cover Add image" }), cover);
  await chooseFiles(
    page,
    page.getByRole("button", { name: "Photos Add image" }),
    cover,
    await smallPng("b.png", "#15a"),
  );
  await page.getByRole("tab", { name: "More" }).click();
  await page.getByLabel("ISBN").fill("123");
  await page.getByLabel("ISBN").blur();
  await expectWrong(page.getByLabel("ISBN"), "An ISBN has thirteen digits and begins with 978 or 979");
  await page.getByLabel("ISBN").fill("9781234567897");
  await page.getByRole("textbox", { name: "Note" }).click();
  await page
    .getByRole("toolbar", { name: "Formatting of Note" })
    .getByRole("button", { name: "Bold" })
    .click();
  await page.keyboard.type("Fragile");
  await expectNothingOfTheShop(page);
  await saved(page, "Books");
  // Its cover beside its name, and the first of its photos.
  await expectPictures(rowOf(page, "Tides"), 2);
  await expectNothingOfTheShop(page);
  expect(await stored("books", "books", "Tides")).toMatchObject({
    year: 1932,
    photos: [{ expiresAt: null }, { expiresAt: null }],
    scores: { readers: 0, staff: 0 },
    note: "<p><strong>Fragile</strong></p>",
  });
  expectNoComplaints(director);
});

it("a loan's condition shows a field, asks for it, and clears it when it is hidden", async () => {
  const { page } = director;
  await openForm(page, "Lend a book", "Lend a book");
  await page.getByLabel("Number").fill("L-0100");
  await pick(page, page.getByRole("combobox", { name: "Book" }), "Tides");
  await pick(page, page.getByRole("combobox", { name: "Lent by" }), "lender-1");
  await page.getByLabel("Lent on").fill("2026-11-02");
  const returnedOn = page.getByLabel("Returned on");
  const returned = page.getByRole("switch", { name: "Returned" });
  expect(await returnedOn.isVisible()).toBe(false);
  await returned.check();
  await returnedOn.waitFor();
  await save(page);
  await expectNotice(page, "The loan is not complete yet");
  await expectWrong(returnedOn, "When did it come back?");
  await returnedOn.fill("2026-11-12");
  await expectFine(returnedOn);
  await returned.uncheck();
  await returnedOn.waitFor({ state: "hidden" });
  await page.getByLabel("Renewals").fill("4");
  const reason = page.getByLabel("Why so often");
  await reason.waitFor();
  await save(page);
  await expectNotice(page, "The loan is not complete yet");
  await expectWrong(reason, "Why so often is missing");
  await reason.fill("A slow reader");
  await expectNothingOfTheShop(page);
  await saved(page, "Loans");
  expect(await stored("loans", "loans", "L-0100")).toMatchObject({
    lentOn: "2026-11-02",
    returned: false,
    returnedOn: null,
    reason: "A slow reader",
  });
  // A loan is called by its number and its book.
  await rowOf(page, "L-0100: Tides").getByRole("link", { name: "Edit" }).click();
  await expectHeading(page, "Edit loan");
  await page.getByRole("switch", { name: "Returned" }).check();
  await page.getByLabel("Returned on").fill("2026-11-12");
  await saved(page, "Loans");
  expect(await stored("loans", "loans", "L-0100")).toMatchObject({ returnedOn: "2026-11-12" });
  await expectNothingOfTheShop(page);
  expectNoComplaints(director);
});

it("a reading list holds books in order, none twice", async () => {
  const { page } = director;
  await openForm(page, "Add a reading list", "New reading list");
  await page.getByLabel("Name").fill("Coasts");
  const slot = (number: number) => page.getByRole("combobox", { name: `Books ${number}`, exact: true });
  for (const [number, title] of [
    [1, "Tides"],
    [2, "The Harbour Years"],
  ] as const) {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await pick(page, slot(number), title);
  }
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await slot(3).fill("Tides");
  await page.getByRole("listbox").getByRole("option", { name: "Tides" }).click();
  await expectWrong(slot(3), "The same book is on the list already");
  await page.getByRole("button", { name: "Delete Books 3" }).click();
  await expectPictures(page.getByRole("group", { name: "Books" }), 2);
  await expectNothingOfTheShop(page);
  await saved(page, "Reading lists");
  await rowOf(page, "Coasts").waitFor();
  await expectNothingOfTheShop(page);
  expectNoComplaints(director);
});

it("on a phone each button that sorts shows its whole heading, and they stand close together", async () => {
  const { page } = await visit(`${product.url}/login`, { width: 390, height: 844 });
  await logInToLibrary(page, "director", ADMIN_PASSWORD);
  for (const [path, heading] of [
    ["books/list", "Title"],
    ["loans/list", "Number"],
    ["loans/list?columns=number,lentOn", "Number"],
  ] as const) {
    await page.goto(`${product.url}/${path}`);
    await page.getByRole("button", { name: heading }).first().waitFor();
    const cut = await page
      .locator(".sort")
      .evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      );
    expect([path, cut]).toEqual([path, []]);
    const apart = await page
      .locator("th:has(> .sort)")
      .evaluateAll((all) =>
        all
          .filter((one) => one.clientWidth > (one.firstElementChild as HTMLElement).offsetWidth + 1)
          .map((one) => one.textContent),
      );
    expect([path, apart]).toEqual([path, []]);
  }
});
