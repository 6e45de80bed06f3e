import { beforeAll, expect, it } from "vitest";
import { openApi, register } from "./api.ts";
import { judgeScreen, judgeScreens, type Screen } from "./judge-screen.ts";
import { inRound } from "./round.ts";
import { ADMIN_PASSWORD } from "./serve-product.ts";
import { beginStory } from "./story.ts";
import { expectNoComplaints, visit } from "./visit.ts";

const { product, api } = await beginStory();

const PEOPLE = [
  { username: "content", role: "contentManager" },
  { username: "marketing", role: "marketingManager" },
  { username: "system", role: "systemAdmin" },
];

beforeAll(async () => {
  for (const { username, role } of PEOPLE)
    await api.create("users", { username, role, password: ADMIN_PASSWORD });
  await register(product.url, "newcomer", ADMIN_PASSWORD, "contentManager");
});

const HOME = { path: "/", heading: "What would you like to do?" };
const PUBLIC = [
  { path: "/login", heading: "Admin system login" },
  { path: "/register", heading: "Register an account" },
];
const NAMES: Readonly<Record<string, readonly [list: string, create: string, edit: string]>> = {
  categories: ["Category list", "Create category", "Edit category"],
  ingredients: ["Ingredient list", "Create ingredient", "Edit ingredient"],
  drinks: ["飲品列表", "新建飲品", "編輯飲品"],
  carousels: ["輪播圖列表", "新建輪播圖", "編輯輪播圖"],
  articles: ["文章列表", "新建文章", "編輯文章"],
  shops: ["門市列表", "新建門市", "編輯門市"],
  users: ["用戶列表", "新建用戶", "編輯用戶"],
};

/** List, create and edit of each entity. */
async function screensOf(...entities: string[]): Promise<readonly Screen[]> {
  const screens = entities.map(async (entity) => {
    const [list, create, edit] = NAMES[entity] ?? ["", "", ""];
    const [first] = await api.find(entity, "");
    return [
      { path: `/${entity}/list`, heading: list },
      { path: `/${entity}/create`, heading: create },
      { path: `/${entity}/edit/${first?._id}`, heading: edit },
    ];
  });
  return (await Promise.all(screens)).flat();
}

it("the screens of who is not logged in are in order", async () => {
  for (const width of [1280, 390]) {
    const stranger = await visit(`${product.url}/login`, { width });
    for (const screen of PUBLIC) expect(await judgeScreen(stranger, screen)).toEqual([]);
    expectNoComplaints(stranger);
  }
});

const AREAS = [
  ["content", 1280, ["categories", "ingredients", "drinks"]],
  ["marketing", 1280, ["carousels", "articles", "shops"]],
  ["system", 1280, ["users"]],
  ["system", 390, Object.keys(NAMES)],
] as const;

it.each(inRound(AREAS, ([, width]) => width === 390))(
  "every screen of %s is in order at %i px",
  async (username, width, entities) => {
    const session = await openApi(product.url, username);
    const person = await visit(product.url, { width, session });
    expect(await judgeScreens(person, [HOME, ...(await screensOf(...entities))])).toEqual([]);
    expectNoComplaints(person);
  },
);

it.each([1280, 390])("who waits for approval has one screen, in order at %i px", async (width) => {
  const session = await openApi(product.url, "newcomer");
  const person = await visit(product.url, { width, session });
  expect(await judgeScreen(person, { path: "/", heading: "Hi newcomer" })).toEqual([]);
  expect(
    await judgeScreen(person, { path: "/no/page", heading: "There is no page at this address" }),
  ).toEqual([]);
  // The browser notes the status of that address.
  expectNoComplaints(person, /status of 404/);
});
