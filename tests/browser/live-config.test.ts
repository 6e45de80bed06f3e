import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { editedLibrary } from "../server/config/edited-library.ts";
import { logInToLibrary } from "./library.ts";
import { expectHeading, expectPath } from "./screen.ts";
import { ADMIN_PASSWORD, type Product, serveProduct } from "./serve-product.ts";
import { endVisits, expectNoComplaints, type Visit, visit } from "./visit.ts";

// Somebody edits the files of a running library while somebody else is at work in it.

const BOOKS = "entities/books.json";
const library = editedLibrary();
const dataDir = join(library.folder, "data");
let product: Product;
let director: Visit;

beforeAll(async () => {
  product = await serveProduct({ CONFIG_DIR: library.config, DATA_DIR: dataDir });
  director = await visit(`${product.url}/login`);
  await logInToLibrary(director.page, "director", ADMIN_PASSWORD);
});
afterAll(async () => {
  await endVisits();
  await product.stop();
  rmSync(library.folder, { recursive: true });
});

it("who types goes on typing: same field, same caret, nothing lost, what has no place any more is listed", async () => {
  const { page } = director;
  await page.goto(`${product.url}/books/create`);
  await expectHeading(page, "New book");
  await page.getByLabel("Year").fill("1987");
  await page.getByRole("tab", { name: "More" }).click();
  await page.getByLabel("ISBN").fill("9780140449136");
  await page.getByRole("tab", { name: "Basics" }).click();
  const title = page.getByLabel("Title", { exact: true });
  await title.pressSequentially("The bok");
  await page.keyboard.press("ArrowLeft");
  const scrolled = await page.evaluate(() => {
    document.activeElement?.setAttribute("data-same", "yes");
    return window.scrollY;
  });
  library.edit(BOOKS, (json) => {
    const { properties } = json.schema;
    properties.title.description = "As on its first page";
    properties.shelf = { type: "string", title: "Shelf mark", default: "A1" };
    delete properties.isbn;
    json.form.tabs[1].fields.shift();
    json.list.columns = json.list.columns.filter(({ field }: { field: string }) => field !== "isbn");
  });
  await page.getByText("As on its first page").waitFor();
  await page.keyboard.type("o");
  expect(await title.inputValue()).toBe("The book");
  expect(await title.getAttribute("data-same")).toBe("yes");
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  expect(await page.getByLabel("Year").inputValue()).toBe("1987");
  await page.getByText("These entries no longer have a place here").waitFor();
  await page.getByText("9780140449136").waitFor();

  library.restore();
  await page.getByText("9780140449136").waitFor({ state: "detached" });
  expect(await page.getByLabel("ISBN").inputValue()).toBe("9780140449136");
});

it("a broken file stops nobody, and who looks after the library reads what is wrong; also after a restart", async () => {
  const keeper = await visit(`${product.url}/login`);
  const { page } = director;
  const bar = page.getByRole("status").filter({ hasText: "configuration has" });
  library.edit(BOOKS, "{ nothing of it is left");
  library.edit("entities/subjects.json", (json) => {
    json.list.title = "Fields of knowledge";
  });
  await page.goto(`${product.url}/subjects/list`);
  await expectHeading(page, "Fields of knowledge");
  await bar.getByRole("button").click();
  await page.getByText(/entities\/books\.json:1:3/).waitFor();

  const port = new URL(product.url).port;
  await product.stop();
  product = await serveProduct({ CONFIG_DIR: library.config, DATA_DIR: dataDir, PORT: port });
  await page.goto(`${product.url}/books/list`);
  await expectHeading(page, "Books");
  await page.getByText("Salt and Other Poems").waitFor();
  await bar.waitFor();
  expect(await keeper.page.getByText("configuration has").count()).toBe(0);

  library.restore();
  await bar.getByRole("button").waitFor({ state: "detached" });
  await expectPath(page, "/books/list");
  expectNoComplaints(director, /ERR_CONNECTION_(REFUSED|RESET)|ERR_INCOMPLETE_CHUNKED|Failed to fetch|503/);
});

it("the log-in page follows too, and keeps what is typed", async () => {
  const guest = await visit(`${product.url}/login`);
  await guest.page.getByLabel("Library name").fill("direct");
  library.edit("messages.json", (json) => {
    json.en["login.title"] = "Come in";
  });
  await expectHeading(guest.page, "Come in");
  expect(await guest.page.getByLabel("Library name").inputValue()).toBe("direct");
});
