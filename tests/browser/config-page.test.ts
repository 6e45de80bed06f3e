import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { editedConfig } from "./edited-config.ts";
import { judgeShown } from "./judge-screen.ts";
import { expectNotice, logInToLibrary } from "./library.ts";
import { answerQuestion, expectHeading, expectPath, rowOf } from "./screen.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginProduct } from "./story.ts";
import { expectNoComplaints, type Visit, visit } from "./visit.ts";

// The person who edits the config, at the page for it: beside her somebody at work, who never reloads.

const BOOKS = "entities/books.json";
const MEMBERS = "entities/members.json";

const folder = await mkdtemp(join(tmpdir(), "config-page-"));
afterAll(() => rm(folder, { recursive: true }));
await cp("tests/fixtures/library", folder, { recursive: true });
const product = await beginProduct({ CONFIG_DIR: folder });
let director: Visit;
let page: Page;

beforeAll(async () => {
  director = await visit(`${product.url}/login`);
  page = director.page;
  await logInToLibrary(page, "director", ADMIN_PASSWORD);
  await page.getByRole("link", { name: "Configuration" }).click();
  await expectHeading(page, "Configuration");
});

const { read: stored, write } = editedConfig(product, folder);
/** One database serves no file that is broken in a folder. */
const itServesFolder = it.skipIf(process.env.STORE === "postgres");
const editor = () => page.getByRole("textbox", { name: /^Text of/ });
const tab = (name: string) =>
  page.getByRole("region", { name: "What saving would do" }).getByRole("tab", { name });
const panel = () => page.getByRole("region", { name: "What saving would do" }).getByRole("tabpanel").first();
/** What another browser or the server does is there within seconds, on a busy machine too. */
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
const save = () => page.getByRole("button", { name: "Save", exact: true }).first();
const saveLine = (text: string) => page.locator(".config-save").getByText(text).waitFor();

async function openFile(path: string): Promise<void> {
  await page.getByRole("navigation", { name: "Files" }).getByRole("button", { name: path }).click();
  await page.getByRole("textbox", { name: `Text of ${path}`, exact: true }).waitFor();
}

/** Selects a part of the text as a search for it does. */
async function select(text: string): Promise<void> {
  await editor().press("Control+Home");
  await editor().press("Control+f");
  // The search hears keys, not a value put in.
  await page.getByRole("textbox", { name: "Find" }).clear();
  await page.getByRole("textbox", { name: "Find" }).pressSequentially(text);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
}

/** Types in place of what stands there now. */
async function replace(text: string, by: string): Promise<void> {
  await select(text);
  await page.keyboard.insertText(by);
}

it("a limit and a label are edited, looked at before anything is stored, saved, and followed by who is at work", async () => {
  const worker = await visit(product.url, { session: await sessionOf(page) });
  await worker.page.goto(`${product.url}/books/list`);
  await expectHeading(worker.page, "Books");
  const before = await stored(BOOKS);

  await openFile(BOOKS);
  await replace('"maximum": 500', '"maximum": 400');
  await replace('"title": "Books"', '"title": "All our books"');
  await saveLine("1 file to save");

  // The real list and form, as the text would make them.
  await tab("List").click();
  await panel().getByRole("heading", { name: "All our books" }).waitFor();
  await panel().getByText("Salt and Other Poems").waitFor();
  await tab("Form").click();
  await panel().getByRole("heading", { name: "New book" }).waitFor();
  await panel().getByRole("tab", { name: "More" }).click();
  await panel().getByLabel("Replacement price").fill("401");
  await panel().getByLabel("Replacement price").blur();
  await panel().getByText("Replacement price is 400 or less").waitFor();
  expect(await page.title()).toBe("Configuration · Lending Library");

  // What saving would change, in words.
  await tab("Changes").click();
  await panel().getByText("book › Replacement price: maximum 500 → 400").waitFor();
  await panel()
    .getByText(/Books → All our books/)
    .waitFor();
  expect(await stored(BOOKS)).toBe(before);
  expect(await worker.page.getByRole("heading", { level: 1 }).innerText()).toBe("Books");

  await editor().press("Control+s");
  await expectNotice(page, "Saved, and in use");
  expect(await stored(BOOKS)).toBe(
    before
      .replace('"maximum": 500', '"maximum": 400')
      .replace('"title": "Books"', '"title": "All our books"'),
  );
  await expectHeading(worker.page, "All our books");
  await saveLine("Nothing has been edited");

  await page.getByRole("button", { name: "Undo the last save" }).click();
  await answerQuestion(page, /before director saved it on/, "Undo the last save");
  await expectNotice(page, "The last save is undone; what was before it is in use");
  expect(await stored(BOOKS)).toBe(before);
  await expectHeading(worker.page, "Books");
  await soon(() => editor().innerText()).toContain('"title": "Books"');
  expectNoComplaints(worker);
  expectNoComplaints(director);
  await worker.context.close();
});

it("keys and values are completed and explained by the schema", async () => {
  await openFile(BOOKS);
  await select('"placeholder": "As on the spine",');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type('"wid');
  const choices = page.getByRole("listbox");
  await choices.getByRole("option", { name: "widget", exact: true }).click();
  await choices.getByRole("option", { name: /textarea/ }).click();
  await soon(() => editor().innerText()).toContain('"widget": "textarea"');
  await page.locator(".cm-line span", { hasText: '"uniqu' }).first().hover();
  await page.locator(".cm-explained").waitFor();
  await page.mouse.move(0, 0);
  await page.getByRole("button", { name: "Discard edits" }).click();
  await answerQuestion(page, /not saved/, "Discard edits");
  await saveLine("Nothing has been edited");
  expectNoComplaints(director);
});

it("a whole field is written by a snippet, from one place to fill in to the next", async () => {
  await openFile(BOOKS);
  await select('"properties": {');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.type('"shelf');
  const choice = page.getByRole("listbox").getByRole("option", { name: "Field: a choice from a list" });
  // A press on a list that is just drawn anew is lost.
  const press = () => choice.click({ timeout: 1000 }).catch(() => undefined);
  await expect.poll(() => press().then(() => editor().innerText())).toContain('"shelf": {');
  await page.keyboard.type("Shelf");
  await page.keyboard.press("Tab");
  await page.keyboard.type("low");
  await page.keyboard.press("Tab");
  await page.keyboard.type("high");
  await page.keyboard.press("Tab");
  await page.keyboard.type("At the bottom");
  await page.keyboard.press("Tab");
  await page.keyboard.type("At the top");
  const written = await editor().innerText();
  expect(written.replace(/\s+/g, " ")).toContain(
    '"shelf": { "type": "string", "title": "Shelf", "enum": ["low", "high"], "labels": { "low": "At the bottom", "high": "At the top" } }, "title": {',
  );
  await saveLine("1 file to save");
  // After its last place, Tab leaves the editor as ever.
  await page.keyboard.press("Tab");
  expect(await editor().evaluate((element) => element === document.activeElement)).toBe(false);
  await tab("Form").click();
  await panel().getByRole("tab", { name: "More" }).click();
  await panel().getByLabel("Shelf").waitFor();
  await page.getByRole("button", { name: "Discard edits" }).click();
  await answerQuestion(page, /not saved/, "Discard edits");
  expectNoComplaints(director);
});

/** A part of the page that moved by itself. */
interface Shift {
  readonly node: Element | null;
  readonly previousRect: unknown;
  readonly currentRect: unknown;
}

/** The line of the editor in which the cursor stands. */
const cursorLine = () =>
  page.locator(".cm-lineNumbers .cm-activeLineGutter").evaluate((gutter) => {
    const top = gutter.getBoundingClientRect().top;
    const lines = [...document.querySelectorAll(".cm-line")];
    return lines.find((line) => Math.abs(line.getBoundingClientRect().top - top) < 4)?.textContent?.trim();
  });
const isInEditor = () => editor().evaluate((element) => element === document.activeElement);

it("what is pressed in the preview is found in the text, by mouse and by keyboard; the preview can be wide", async () => {
  await openFile(BOOKS);
  await tab("List").click();
  const table = panel().getByRole("table");
  await panel().getByText("Salt and Other Poems").waitFor();
  // Narrow: a card for each record, in which a value leads to its column.
  await panel().locator('td[data-label="Genre"]').first().click();
  await soon(cursorLine).toBe('{ "field": "genre", "sortable": true },');
  expect(await isInEditor()).toBe(true);

  const widthOf = async (box: Locator) => (await box.boundingBox())?.width ?? 0;
  const narrow = await widthOf(panel());
  await panel().getByRole("button", { name: "Wide view" }).click();
  await soon(() => widthOf(table)).toBeGreaterThan(800);
  // It has the room for that; what else stands beside the text leaves the room to it.
  await soon(() => widthOf(panel())).toBeGreaterThan(2 * narrow);
  await tab("Changes").click();
  await soon(() => widthOf(panel())).toBe(narrow);
  await tab("List").click();
  await table.getByRole("columnheader", { name: "Photo" }).click();
  await soon(cursorLine).toBe('{ "field": "photos.0", "label": "Photo", "cell": "image" },');
  // A heading that sorts goes on sorting, and keeps the focus.
  await table.getByRole("button", { name: /^Title/ }).click();
  await soon(cursorLine).toBe('{ "field": "title", "sortable": true },');
  expect(await isInEditor()).toBe(false);

  // A filter filters, and is found.
  await panel().getByRole("button", { name: "Filter" }).click();
  await page.getByRole("group", { name: "Genre" }).getByLabel("Poetry").check();
  await soon(cursorLine).toBe('"genre",');
  await page.keyboard.press("Escape");
  await soon(() => table.locator("tbody tr[data-record]").count()).toBe(1);
  await panel().getByText("Find in the text").click();
  await panel().getByRole("button", { name: "Filters › Changed", exact: true }).click();
  await soon(cursorLine).toBe('{ "field": "updatedAt", "label": "Changed" },');

  await tab("Form").click();
  await panel()
    .locator("label", { hasText: /^Year$/ })
    .click();
  await soon(cursorLine).toBe('"year": {');
  expect(await isInEditor()).toBe(true);
  await panel().getByLabel("Title").click();
  await soon(cursorLine).toBe('"title": {');
  await page.keyboard.type("typed into the preview");
  expect(await panel().getByLabel("Title").inputValue()).toBe("typed into the preview");

  await panel().getByText("Find in the text").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await soon(cursorLine).toBe('"isbn": {');
  expect(await isInEditor()).toBe(true);
  // A second time too, although the address is the same.
  await editor().press("Control+Home");
  await panel().getByRole("button", { name: "ISBN", exact: true }).click();
  await soon(cursorLine).toBe('"isbn": {');
  await panel().getByRole("button", { name: "Wide view" }).click();
  expectNoComplaints(director);
});

it("the preview can be seen as another role, which shows what its rights leave", async () => {
  await openFile(BOOKS);
  await tab("Form").click();
  await panel().getByLabel("Year").waitFor();
  const seenAs = panel().getByRole("combobox", { name: "Seen as" });
  await seenAs.selectOption("Shelver");
  // Books are made by others.
  await tab("List").click();
  await panel().getByText("Salt and Other Poems").waitFor();
  await soon(() => panel().getByText("Readers", { exact: true }).count()).toBe(0);
  // All roles are still there to choose, though this one reads no config.
  expect(await seenAs.locator("option:checked").textContent()).toBe("Shelver");
  await replace('"price": { "view": "stock" }', '"year": { "view": "stock" }');
  await soon(() => panel().getByText("2011").count()).toBe(0);
  await seenAs.selectOption("As I see it");
  await panel().getByText("2011").waitFor();
  await replace('"year": { "view": "stock" }', '"price": { "view": "stock" }');
  await saveLine("Nothing has been edited");
  expectNoComplaints(director);
});

it("a field under a new name is offered its old one, with the values that would leave the view", async () => {
  await openFile(BOOKS);
  const before = await stored(BOOKS);
  await replace('"summary": {', '"blurb": {');
  // The form still has the old name: the offer stands with the problem.
  await tab("Problems").click();
  await panel().getByRole("button", { name: "Keep the name “summary”" }).waitFor();
  await replace('"scores", "summary"', '"scores", "blurb"');
  await tab("Changes").click();
  await panel()
    .getByText(/^Stored values that would no longer be seen: [1-9]/)
    .waitFor();
  await panel().getByRole("button", { name: "Keep the name “summary”" }).click();
  await saveLine("Nothing has been edited");
  await soon(cursorLine).toMatch(/^"summary": \{/);
  expect(await stored(BOOKS)).toBe(before);
  expectNoComplaints(director);
});

it("the start page is previewed as the edits make it; a pressed tile is found in the text, and leads nowhere else", async () => {
  await openFile(BOOKS);
  await tab("List").click();
  // Beside a file that makes no list stands what it makes.
  await openFile("app.json");
  await panel()
    .getByRole("link", { name: /Books in all/ })
    .click();
  await soon(cursorLine).toBe('{ "kind": "count", "label": "Books in all", "entity": "books" },');
  await panel().getByRole("heading", { name: "You can work here:" }).waitFor();
  await select('"Books in all"');
  await page.keyboard.insertText('"All volumes"');
  await panel()
    .getByRole("link", { name: /^All volumes/ })
    .waitFor();
  expect(
    await panel()
      .getByRole("link", { name: /Books in all/ })
      .count(),
  ).toBe(0);
  await editor().press("Control+z");
  await panel()
    .getByRole("link", { name: /Books in all/ })
    .waitFor();
  expect(await judgeShown(director, "Configuration")).toEqual([]);
});

it("what is no JSON is underlined with words, is not saved, and the last good preview stays", async () => {
  await openFile(MEMBERS);
  const before = await stored(MEMBERS);
  await tab("List").click();
  await panel().getByRole("heading", { name: "Members" }).waitFor();
  await replace('"language": "en",', '"language": "en"');
  await page.locator(".cm-lintRange-error").first().waitFor();
  await saveLine("1 problem to correct before saving");
  await panel().getByText("There are problems: this is how it looked before them").waitFor();
  await panel().getByRole("heading", { name: "Members" }).waitFor();
  expect(await save().getAttribute("aria-disabled")).toBe("true");
  await editor().press("Control+s");
  await expectNotice(page, "Nothing was saved: there are problems to correct first");
  // The problems came up; one leads to its place.
  await panel()
    .getByRole("link", { name: /members\.json:\d+:\d+ .*JSON_SYNTAX/ })
    .click();
  await soon(() => editor().evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await stored(MEMBERS)).toBe(before);
  await page.getByRole("button", { name: "Discard edits" }).click();
  await answerQuestion(page, /not saved/, "Discard edits");
  await soon(() => page.locator(".cm-lintRange-error").count()).toBe(0);
  expectNoComplaints(director);
});

it("what somebody else wrote meanwhile is not overwritten, and nothing typed is lost", async () => {
  await openFile(MEMBERS);
  const before = await stored(MEMBERS);
  await tab("List").click();
  await replace('"title": "Members"', '"title": "Our members"');
  await saveLine("1 file to save");
  const theirs = before.replace('"title": "Members"', '"title": "Readers"');
  await write(MEMBERS, theirs);
  await page.getByText(`Somebody changed ${MEMBERS} after you began. Your text is kept.`).waitFor();
  await soon(() => editor().innerText()).toContain('"title": "Our members"');
  await page.getByRole("button", { name: "Look at the newer text" }).click();
  expect(await page.getByRole("textbox", { name: "The newer text" }).inputValue()).toBe(theirs);
  await save().click();
  await expectNotice(page, "Nothing was saved: somebody changed a file meanwhile");
  expect(await stored(MEMBERS)).toBe(theirs);
  await page.getByRole("button", { name: "Keep my text" }).click();
  await saveLine("1 file to save");
  await save().click();
  await expectNotice(page, "Saved, and in use");
  expect(await stored(MEMBERS)).toBe(before.replace('"title": "Members"', '"title": "Our members"'));
  await write(MEMBERS, before);
  await panel().getByRole("heading", { name: "Members", exact: true }).waitFor();
  expectNoComplaints(director);
});

it("a new kind of record is made of two edits, and leaving asks for them", async () => {
  await page.getByRole("button", { name: "New kind of record" }).click();
  await page.getByLabel("What one of them is called").fill("supplier");
  await page.getByLabel("What several of them are called").fill("Suppliers");
  expect(await page.getByLabel("Short name for web addresses").inputValue()).toBe("suppliers");
  await page.getByLabel("Where it stands in the menu").selectOption("Lending");
  await page.getByRole("button", { name: "Create it" }).click();
  await page.getByRole("textbox", { name: "Text of entities/suppliers.json" }).waitFor();
  await saveLine("2 files to save");
  await page.getByRole("link", { name: "Books", exact: true }).click();
  await answerQuestion(page, "What you edited is not saved. Leave all the same?", "Stay");
  await expectPath(page, "/config");
  await tab("List").click();
  await panel().getByText("There is no supplier yet").waitFor();
  await save().click();
  await expectNotice(page, "Saved, and in use");
  await page
    .getByRole("navigation", { name: "Menu" })
    .getByRole("link", { name: "Suppliers", exact: true })
    .click();
  await expectHeading(page, "Suppliers");
  await page.getByRole("link", { name: "New supplier" }).first().click();
  await page.getByLabel("Name").fill("Tide & Sons");
  await page.getByRole("button", { name: "Save" }).click();
  await expectNotice(page, "Saved");
  await rowOf(page, "Tide & Sons").waitFor();
  expectNoComplaints(director);
});

itServesFolder("a file broken on disk is told above every screen, and leads to its place", async () => {
  const before = await stored(BOOKS);
  await write(BOOKS, before.replace('"label": "book"', '"lable": "book"'));
  await page.getByRole("button", { name: /^The configuration has/ }).click();
  await page.getByRole("link", { name: /books\.json:2:3/ }).click();
  await expectHeading(page, "Configuration");
  await page.locator(".cm-lintRange-error").first().waitFor();
  await page.locator(".config-file-marks").getByText("older version in use").waitFor();
  await write(BOOKS, before);
  await soon(() => page.getByRole("button", { name: /^The configuration has/ }).count()).toBe(0);
  expectNoComplaints(director);
});

it("nothing jumps on a phone, while it loads and while it is used", async () => {
  const phone = await visit(`${product.url}/config?file=${BOOKS}`, {
    session: await sessionOf(page),
    width: 390,
    height: 844,
  });
  // What is typed moves the text after it.
  const shifts = () =>
    phone.page.evaluate(
      () =>
        new Promise<readonly string[]>((resolve) => {
          new PerformanceObserver((list) => {
            const moved: Shift[] = list.getEntries().flatMap((entry) => Reflect.get(entry, "sources"));
            const outside = moved.filter(({ node }) => node?.parentElement?.closest(".cm-editor") == null);
            resolve(
              outside.map((one) => JSON.stringify([one.node?.className, one.previousRect, one.currentRect])),
            );
          }).observe({ type: "layout-shift", buffered: true });
          // There were none.
          setTimeout(() => resolve([]), 500);
        }),
    );
  await phone.page.getByRole("textbox", { name: `Text of ${BOOKS}` }).waitFor();
  await phone.page.getByText("Salt and Other Poems").waitFor();
  expect(await shifts()).toEqual([]);
  const text = phone.page.getByRole("textbox", { name: `Text of ${BOOKS}` });
  await text.press("Control+Home");
  await text.press("ArrowDown");
  await text.press("Home");
  await phone.page.keyboard.insertText(" ");
  await phone.page.locator(".config-save").getByText("1 file to save").waitFor();
  await phone.page.keyboard.insertText("x");
  await phone.page
    .locator(".config-save")
    .getByText(/problem/)
    .waitFor();
  expect(await shifts()).toEqual([]);
  expectNoComplaints(phone);
  await phone.context.close();
});

it("looks right beside and on a phone; a keyboard gets in and out", async () => {
  await page.getByRole("link", { name: "Configuration" }).click();
  await openFile(BOOKS);
  await tab("List").click();
  await panel().getByText("Salt and Other Poems").waitFor();
  expect(await judgeShown(director, "Configuration")).toEqual([]);
  await editor().focus();
  await page.keyboard.press("Tab");
  expect(await editor().evaluate((element) => element === document.activeElement)).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await judgeShown(director, "Configuration")).toEqual([]);
  await page.getByRole("combobox", { name: "Files" }).selectOption("entities/loans.json");
  await page.getByRole("textbox", { name: "Text of entities/loans.json" }).waitFor();
  for (const name of ["Form", "Changes", "Problems"]) {
    await tab(name).click();
    expect(await judgeShown(director, "Configuration")).toEqual([]);
  }
  expectNoComplaints(director);
});

async function sessionOf(of: Page) {
  return of.evaluate(() => ({
    token: localStorage.getItem("token") ?? "",
    user: JSON.parse(localStorage.getItem("user") ?? "null") as unknown,
  }));
}
