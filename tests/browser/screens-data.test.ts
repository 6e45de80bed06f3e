import { expect, it } from "vitest";
import { upload } from "./fields.ts";
import { judgeScreen, judgeScreens, judgeShown, type Screen, WIDTHS } from "./judge-screen.ts";
import { smallPng } from "./photos.ts";
import { columnOf } from "./screen.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints } from "./visit.ts";

const { product, api, open } = await beginStory({ settings: { SAMPLE_DATA: "off" } });

const EMPTY: readonly (Screen & { readonly says: string })[] = [
  { path: "/categories/list", heading: "Category list", says: "There is no category yet" },
  { path: "/ingredients/list", heading: "Ingredient list", says: "There is no ingredient yet" },
  { path: "/drinks/list", heading: "飲品列表", says: "還沒有飲品" },
  { path: "/carousels/list", heading: "輪播圖列表", says: "還沒有輪播圖" },
  { path: "/articles/list", heading: "文章列表", says: "還沒有文章" },
  { path: "/shops/list", heading: "門市列表", says: "還沒有門市" },
];

it("with no data every list says so and is in order", async () => {
  const person = await open("/");
  const found: string[] = [];
  for (const screen of EMPTY) {
    found.push(...(await judgeScreen(person, screen, WIDTHS)));
    await person.page.getByText(screen.says).waitFor();
  }
  expect(found).toEqual([]);
  expectNoComplaints(person);
});

const WORD = "Pneumonoultramicroscopicsilicovolcanoconiosis";
const LONG = `${WORD}極濃厚黑糖珍珠鮮奶茶與手工現熬芋頭泥佐${WORD}`.slice(0, 100);
const LONGER = `${LONG}：歡迎光臨，本店每日現泡${WORD}、當季水果與在地小農鮮奶；`.padEnd(195, "長");

it("long names, unbroken words and mixed scripts break no screen", async () => {
  const image = async () => upload(product.url, api, await smallPng("a.png"));
  const parent = await api.create("categories", { name: LONG, parent: null });
  const category = await api.create("categories", { name: `${LONG.slice(0, 98)}二`, parent: parent._id });
  const ingredient = await api.create("ingredients", { name: LONG, price: 100 });
  const drink = await api.create("drinks", {
    name: LONG,
    price: 150,
    category: parent._id,
    images: [await image(), await image()],
    hotCold: "冷,熱",
    size: "中,大",
    selling: true,
    kal: 999.9,
    scores: { wom: 9, store: 9 },
    introduction: LONGER,
    alert: WORD.repeat(4),
  });
  const article = await api.create("articles", {
    title: LONGER,
    category: parent._id,
    image: await image(),
    content: `<h1>${LONG}</h1><p>${WORD.repeat(4)}</p><ul><li>${LONGER}</li></ul>`,
  });
  const carousel = await api.create("carousels", { name: LONG, articles: [{ article: article._id }] });
  const shop = await api.create("shops", {
    name: LONG,
    phone: "0912345678",
    city: "臺北市",
    district: "大安區",
    address: LONGER,
  });
  const edits = [
    [`categories`, "Edit category", category._id],
    [`ingredients`, "Edit ingredient", ingredient._id],
    [`drinks`, "編輯飲品", drink._id],
    [`carousels`, "編輯輪播圖", carousel._id],
    [`articles`, "編輯文章", article._id],
    [`shops`, "編輯門市", shop._id],
  ].map(([entity, heading, id]) => ({ path: `/${entity}/edit/${id}`, heading: heading ?? "" }));
  const person = await open("/");
  expect(await judgeScreens(person, [...EMPTY, ...edits], WIDTHS)).toEqual([]);
  expectNoComplaints(person);
});

it.each(WIDTHS)("a question and a refusal with a long name are in order at %i px", async (width) => {
  const person = await open("/", { width });
  const { page } = person;
  await judgeScreen(person, { path: "/categories/list", heading: "Category list" });
  await page
    .getByRole("row")
    .filter({ hasText: "極濃厚" })
    .last()
    .getByRole("button", { name: "Delete" })
    .click();
  await page.getByRole("alertdialog").waitFor();
  expect(await judgeShown(person, "Category list")).toEqual([]);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.getByRole("region", { name: "Notifications" }).getByRole("alert").waitFor();
  expect(await judgeShown(person, "Category list")).toEqual([]);
  expectNoComplaints(person, /status of 409/);
});

it("500 rows: the pager leads to every page and stays in order", async () => {
  const names = Array.from({ length: 500 }, (_, index) => `Row ${String(index + 1).padStart(3, "0")}`);
  while (names.length > 0)
    await Promise.all(
      names.splice(0, 20).map((name) => api.create("ingredients", { name, price: 1 + (name.length % 100) })),
    );
  for (const width of WIDTHS) {
    const person = await open("/", { width });
    const path = "/ingredients/list?search=Row&sort=name&order=asc";
    const screen = (page: number) => ({ path: `${path}&page=${page}`, heading: "Ingredient list" });
    expect(await judgeScreen(person, screen(25))).toEqual([]);
    const { page } = person;
    await page.getByText("500 in total").waitFor();
    expect((await columnOf(page, 1))[0]).toBe("Row 241");
    await page.getByRole("button", { name: "Next page" }).click();
    await expect.poll(async () => (await columnOf(page, 1))[0]).toBe("Row 251");
    await page.getByRole("button", { name: "Page 50" }).click();
    await expect.poll(async () => (await columnOf(page, 1)).at(-1)).toBe("Row 500");
    expect(await page.getByRole("button", { name: "Next page" }).isDisabled()).toBe(true);
    expect(await judgeShown(person, "Ingredient list")).toEqual([]);
    expectNoComplaints(person);
  }
});
