import { beforeAll, expect, it } from "vitest";
import { untilIdle } from "./idle.ts";
import { smallPng } from "./photos.ts";
import { expectHeading, expectPath, rowOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, type Visit } from "./visit.ts";

/** How a record is recognised: in its row, as a card, above its form, in the browser's tab. */

const { product, api, open } = await beginStory();
/** Not protected, unlike the samples. */
const NAME = "測試珍珠奶茶";
let id = "";

beforeAll(async () => {
  const [category] = await api.find("categories", "奶茶");
  const made = await api.create("drinks", {
    name: NAME,
    price: 55,
    category: category?._id,
    hotCold: "冷",
    size: "大",
    selling: false,
    kal: 0,
  });
  id = made._id;
});

const drawn = async ({ page }: Visit) => {
  await page.locator('table[aria-busy="false"]').waitFor();
  await untilIdle(page);
};
const heights = ({ page }: Visit) =>
  page.locator("tbody tr").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
const tab = ({ page }: Visit) => page.title();

it("at 1280 px a row is 44 to 48 px high and says name, kind and state", async () => {
  const person = await open("/drinks/list");
  await drawn(person);
  for (const height of await heights(person)) {
    expect(height).toBeGreaterThanOrEqual(44);
    expect(height).toBeLessThanOrEqual(49);
  }
  const row = rowOf(person.page, NAME);
  await row.getByText("冷 · 大杯", { exact: true }).waitFor();
  await row.getByText("停售", { exact: true }).waitFor();
  expectNoComplaints(person);
});

it.each([
  "/categories/list",
  "/ingredients/list",
  // Below the tabs of its views.
  "/drinks/list",
])("on a phone of 390 × 844 %s shows ten records as it opens", async (path) => {
  const count = 10;
  const [, entity = ""] = path.split("/");
  const person = await open(path, { width: 390, height: 844 });
  await drawn(person);
  for (let rows = (await heights(person)).length; rows < count; rows += 1)
    await api.create(entity, { name: `Filler ${rows}`, ...(entity === "ingredients" && { price: 5 }) });
  await person.page.reload();
  await drawn(person);
  const bottoms = await person.page
    .locator("tbody tr")
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(bottoms.filter((bottom) => bottom <= 844).length).toBeGreaterThanOrEqual(count);
  // The sign of the filters and the order stand side by side, neither behind the other.
  const { page } = person;
  await page
    .getByRole("button", { name: "更新時間" })
    .or(page.getByRole("button", { name: /^Updated/ }))
    .first()
    .click();
  expect(new URL(page.url()).search).toContain("sort=updatedAt");
  await page.locator(".filter-button").click();
  await page.getByRole("dialog").waitFor();
  await page.context().close();
});

it("on a phone a row has the name, the price and one quiet line", async () => {
  const person = await open("/drinks/list", { width: 390, height: 844 });
  await drawn(person);
  const all = await heights(person);
  expect(all).toHaveLength(10);
  expect(new Set(all.map(Math.round))).toEqual(new Set([60]));
  const { page } = person;
  // Name, price and the quiet line are in sight, and the price is on the right of the name.
  const row = rowOf(page, NAME);
  const [name, price, state] = await Promise.all([
    row.getByRole("link", { name: NAME, exact: true }).boundingBox(),
    row.locator(".cell-number").boundingBox(),
    row.getByText("停售", { exact: true }).boundingBox(),
  ]);
  expect(price?.x).toBeGreaterThan((name?.x ?? 0) + (name?.width ?? 0) - 1);
  expect(Math.abs((price?.y ?? 0) - (name?.y ?? 0))).toBeLessThan(8);
  expect(state?.y).toBeGreaterThan((name?.y ?? 0) + 10);
  const subtitle = await row.locator(".record-subtitle").boundingBox();
  expect(state?.y).toBe(subtitle?.y);
  // Where nothing can point the actions are always there, beside the price.
  const action = await row.getByRole("link", { name: `編輯 ${NAME}` }).boundingBox();
  expect((price?.x ?? 0) + (price?.width ?? 0)).toBeLessThanOrEqual(action?.x ?? 0);
  expectNoComplaints(person);
});

it("on a phone a name reaches to its actions, be it one or two; prices stay in a column", async () => {
  const category = (await api.find("categories", "奶茶"))[0]?._id;
  await api.create("articles", { title: "測試文章", category, content: "<p>x</p>" });
  const person = await open("/articles/list", { width: 390, height: 844 });
  const { page } = person;
  const rightEnds = (selector: string) =>
    page
      .locator("tbody tr")
      .evaluateAll(
        (all, part) =>
          all.map((row) => Math.round(row.querySelector(part)?.getBoundingClientRect().right ?? 0)),
        selector,
      );
  await drawn(person);
  const actions = await page
    .locator("tbody tr")
    .evaluateAll((all) =>
      all.map((row) => Math.round(row.querySelector(".row-action")?.getBoundingClientRect().left ?? 0)),
    );
  expect(new Set(actions).size).toBe(2);
  expect(await rightEnds(".record-line")).toEqual(actions);
  await page.goto(`${product.url}/drinks/list`);
  await drawn(person);
  expect(new Set(await rightEnds("td.table-end")).size).toBe(1);
  expectNoComplaints(person);
});

it("the name is a link; a press anywhere else in the row opens it too, and no selection of text does", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  await drawn(person);
  const row = rowOf(page, NAME);
  await row.getByRole("link", { name: NAME, exact: true }).focus();
  await page.keyboard.press("Enter");
  await expectHeading(page, "編輯飲品");
  await page.goBack();
  await drawn(person);
  await row.locator("time").click();
  await expectPath(page, `/drinks/edit/${id}`);
  await page.goBack();
  await drawn(person);
  const time = await row.locator("time").boundingBox();
  if (time === null) throw new Error("The row has no time.");
  await page.mouse.move(time.x + 2, time.y + time.height / 2);
  await page.mouse.down();
  await page.mouse.move(time.x + time.width - 2, time.y + time.height / 2, { steps: 4 });
  await page.mouse.up();
  expect(await page.evaluate(() => String(getSelection()).length)).toBeGreaterThan(0);
  await expectPath(page, "/drinks/list");
  // The row's own buttons do what they say.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  await row.getByRole("button", { name: `刪除 ${NAME}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "取消" }).click();
  await expectPath(page, "/drinks/list");
  expectNoComplaints(person);
});

it.each(["middle", "control"])(
  "%s: the record opens in another tab, by its name and by its row",
  async (how) => {
    const person = await open("/drinks/list");
    const { page, context } = person;
    await drawn(person);
    const row = rowOf(page, NAME);
    for (const place of [row.getByRole("link", { name: NAME, exact: true }), row.locator("time")]) {
      const coming = context.waitForEvent("page");
      await place.click(how === "middle" ? { button: "middle" } : { modifiers: ["ControlOrMeta"] });
      const other = await coming;
      await other.waitForURL(`**/drinks/edit/${id}`);
      await other.close();
    }
    await expectPath(page, "/drinks/list");
  },
);

it("the form says whose it is, and so does the browser's tab, with a mark while something is unsaved", async () => {
  const person = await open(`/drinks/edit/${id}`);
  const { page } = person;
  await expectHeading(page, "編輯飲品");
  const head = page.locator(".form-screen-head");
  await head.getByText(NAME, { exact: true }).waitFor();
  await head.getByText("停售", { exact: true }).waitFor();
  expect(await head.innerText()).toMatch(/admin · (現在|\d+ 分鐘前)/);
  const size = await head.getByText(NAME).evaluate((one) => getComputedStyle(one).fontSize);
  expect(size).toBe("22px");
  await expect.poll(() => tab(person)).toBe(`${NAME} · 飲品`);
  await page.getByLabel("價格").fill("56");
  await expect.poll(() => tab(person)).toBe(`● ${NAME} · 飲品`);
  await page.getByLabel("價格").fill("55");
  await expect.poll(() => tab(person)).toBe(`${NAME} · 飲品`);
  await page.goto(`${product.url}/drinks/create`);
  await expectHeading(page, "新建飲品");
  await expect.poll(() => tab(person)).toBe("新建飲品 · CMS");
  expectNoComplaints(person);
});

it("the rail stands beside the fields at 1280 px and below them at 390", async () => {
  const wide = await open(`/drinks/edit/${id}`);
  const boxes = async ({ page }: Visit) => {
    await page.getByLabel("飲品名稱").waitFor();
    const [main, rail] = await Promise.all(
      [".form-main", ".form-rail"].map((one) => page.locator(one).boundingBox()),
    );
    if (main === null || rail === null || main === undefined || rail === undefined)
      throw new Error("The form has no rail.");
    return { main, rail };
  };
  const { main, rail } = await boxes(wide);
  expect(rail.x).toBeGreaterThan(main.x + main.width);
  expect(Math.round(rail.width)).toBe(300);
  expect(main.width).toBeLessThanOrEqual(640);
  const phone = await open(`/drinks/edit/${id}`, { width: 390, height: 844 });
  const narrow = await boxes(phone);
  expect(narrow.rail.y).toBeGreaterThanOrEqual(narrow.main.y + narrow.main.height - 1);
  // A field of the rail is filled in, checked and saved as any other.
  const { page } = wide;
  await page.locator('.form-rail input[type="file"]').setInputFiles([await smallPng("cup.png")]);
  await page.locator(".form-rail").getByLabel("販賣中").click();
  await page.getByRole("button", { name: "儲存" }).click();
  await expectHeading(page, "飲品列表");
  const row = rowOf(page, NAME);
  await row.getByText("販賣中", { exact: true }).waitFor();
  await row.locator("img").waitFor();
});
