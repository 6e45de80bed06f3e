import { beforeAll, expect, it } from "vitest";
import { columnOf, expectFocus, expectHeading, expectPath, openList, rowOf } from "./screen.ts";
import { beginFaultyStory } from "./story.ts";
import { expectNoComplaints, expectToast, type Visit } from "./visit.ts";

const { proxy, api, open } = await beginFaultyStory();

const LIST = "/drinks/list?page=2&sort=name&order=asc";
/** Samples are protected: none of these is. */
const NAMES = Array.from({ length: 20 }, (_, index) => `zz${String(index).padStart(2, "0")}`);

beforeAll(async () => {
  const [category] = await api.find("categories", "奶茶");
  const rest = { price: 50, category: category?._id, hotCold: "冷", size: "大", selling: true, kal: 0 };
  for (const name of NAMES) await api.create("drinks", { name, ...rest });
});

const marked = ({ page }: Visit) => page.locator('tr[aria-current="true"]');
const scrolled = ({ page }: Visit) => page.evaluate(() => Math.round(scrollY));
const nameOf = ({ page }: Visit, name: string) => page.getByRole("link", { name, exact: true });
const editOf = ({ page }: Visit, name: string) => page.getByRole("link", { name: `編輯 ${name}` });

/** Nothing of it is behind the page's header, nor outside of the window. */
async function expectInSight({ page }: Visit, name: string): Promise<void> {
  const box = await rowOf(page, name).boundingBox();
  const header = await page.locator("header").boundingBox();
  const height = page.viewportSize()?.height ?? 0;
  expect(box?.y).toBeGreaterThanOrEqual((header?.y ?? 0) + (header?.height ?? 0) - 1);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height + 1);
}

it.each([
  { width: 1280, height: 500 },
  { width: 390, height: 844 },
])(
  "at $width px the list stands after a form as it stood: scrolled alike, the saved row marked and focused",
  async (size) => {
    const person = await open(LIST, size);
    const { page } = person;
    await page.locator('table[aria-busy="false"]').waitFor();
    const names = (await columnOf(page, 1)).map((text) => text.split("\n")[0] ?? "");
    const name = names.filter((one) => one.startsWith("zz")).at(-3) ?? "";
    // Above the place of the toast, from under which the list would bring it out.
    await editOf(person, name).evaluate((link) => link.scrollIntoView({ block: "center" }));
    await page.evaluate(() => scrollBy(0, -7));
    const stood = await scrolled(person);
    expect(stood).toBeGreaterThan(30);

    await editOf(person, name).click();
    await expectHeading(page, "編輯飲品");
    await expect.poll(() => scrolled(person)).toBe(0);
    await page.getByLabel("價格").fill(String(60 + size.width / 10 - 39));
    await page.getByRole("button", { name: "儲存" }).click();
    await expectToast(page, "儲存成功");
    await expectHeading(page, "飲品列表");
    expect(new URL(page.url()).search).toBe(LIST.slice(LIST.indexOf("?")));
    await marked(person).waitFor();
    expect(await marked(person).count()).toBe(1);
    expect(await marked(person).innerText()).toContain(name);
    await expect.poll(() => scrolled(person)).toBe(stood);
    await expectInSight(person, name);
    await expectFocus(nameOf(person, name));
    await page.locator('table[aria-busy="false"]').waitFor();
    expect(await scrolled(person)).toBe(stood);
    const colour = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).backgroundColor);
    const [mark, other] =
      size.width < 500
        ? [await colour("tr[aria-current]"), await colour("tbody tr:not([aria-current])")]
        : [await colour("tr[aria-current] td"), await colour("tbody tr:not([aria-current]) td")];
    expect(mark).not.toBe(other);

    await editOf(person, name).click();
    await page.getByRole("button", { name: "取消" }).click();
    await expectHeading(page, "飲品列表");
    await expect.poll(() => scrolled(person)).toBe(stood);
    await expectFocus(nameOf(person, name));
    expect(await marked(person).count()).toBe(0);

    await editOf(person, name).click();
    await expectHeading(page, "編輯飲品");
    await page.goBack();
    await expectHeading(page, "飲品列表");
    await expect.poll(() => scrolled(person)).toBe(stood);

    // Come to anew, it begins at its top.
    await page.locator(".menu-entry[data-current] .menu-link").click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
    expectNoComplaints(person);
  },
);

it("a new record is marked in sight at the top of the list", async () => {
  const person = await open("/ingredients/list?search=nothing", { width: 390, height: 844 });
  const { page } = person;
  await page.locator(".list-create").click();
  await page.getByLabel("Name").fill("Marked");
  await page.getByLabel("Price").fill("7");
  await page.getByRole("button", { name: "Save" }).click();
  await expectPath(page, "/ingredients/list");
  await marked(person).waitFor();
  expect(await marked(person).innerText()).toContain("Marked");
  await expectInSight(person, "Marked");
  expect(await scrolled(person)).toBe(0);
  expectNoComplaints(person);
});

it("rows that are known stand at 60 % while new ones come; nothing moves when they are there", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  await page.locator('table[aria-busy="false"]').waitFor();
  const before = await columnOf(page, 1);
  await openList(page, "Ingredients");
  await page.locator('table[aria-busy="false"]').waitFor();
  proxy.on(/GET \/api\/rest\/drinks/, { kind: "late" });
  await openList(page, "飲品");
  await expectHeading(page, "飲品列表");
  const body = page.locator("tbody");
  await expect.poll(() => body.evaluate((one) => getComputedStyle(one).opacity)).toBe("0.6");
  expect((await page.locator("tbody tr .record-link").allInnerTexts()).map((text) => text.trim())).toEqual(
    before,
  );
  const stood = await body.boundingBox();
  proxy.release("all");
  await page.locator('table[aria-busy="false"]').waitFor();
  await expect.poll(() => body.evaluate((one) => getComputedStyle(one).opacity)).toBe("1");
  expect(await body.boundingBox()).toEqual(stood);
  expectNoComplaints(person);
});

it.each([1280, 390])(
  "at %i px a screen whose code is late shows heading and skeleton in the places that they keep",
  async (width) => {
    const person = await open("/", { width });
    const { page } = person;
    const places = () =>
      page.evaluate(() =>
        ["h1", ".list-create", "tbody", "tbody tr:nth-child(2)"].map((selector) => {
          const { x, y, height } = document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
          return [selector, Math.round(x), Math.round(y), Math.round(height)];
        }),
      );
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(/\/assets\/list-screen-.*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    proxy.on(/GET \/api\/rest\/drinks/, { kind: "late" });
    await page.locator('main a[href="/drinks/list"]').click();
    await expectHeading(page, "飲品列表");
    const pending = await places();
    expect(await page.locator(".skeleton-row").count()).toBe(10);
    letGo();
    await page.getByRole("search").waitFor();
    await expect.poll(() => page.locator(".skeleton-row").count()).toBe(10);
    await page.waitForFunction(() => document.querySelector(".table-unsettled") === null);
    expect(await places()).toEqual(pending);
    proxy.release("all");
    expectNoComplaints(person);
  },
);

it("without a connection the header says so over every screen; what failed comes by itself when it is back", async () => {
  for (const width of [1280, 390]) {
    const person = await open("/drinks/list", { width });
    const { page, context } = person;
    await page.locator('table[aria-busy="false"]').waitFor();
    const banner = page.locator("header").getByText(/^No connection/);
    const shape = () =>
      page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector("h1")?.getBoundingClientRect().y,
      ]);
    const before = await shape();
    await context.setOffline(true);
    await banner.waitFor();
    expect(await shape()).toEqual(before);
    const [header, sentence] = [await page.locator("header").boundingBox(), await banner.boundingBox()];
    expect(sentence?.y).toBeGreaterThanOrEqual(header?.y ?? 0);
    expect((sentence?.y ?? 0) + (sentence?.height ?? 0)).toBeLessThanOrEqual(
      (header?.y ?? 0) + (header?.height ?? 0),
    );
    if (width < 768) await page.getByRole("button", { name: "Expand the menu" }).click();
    await openList(page, "門市");
    await page.getByRole("alert").getByText("獲取門市資料失敗").waitFor();
    expect(await page.getByText(/^共/).count()).toBe(0);
    expect(await page.locator(".skeleton-row").count()).toBe(0);
    expect(await underToast(page)).toBe(false);
    await context.setOffline(false);
    await banner.waitFor({ state: "detached" });
    await page.getByText(/^共 \d+ 筆$/).waitFor();
    expectNoComplaints(person, /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED/);
  }
});

/** Whether a long toast would cover any of the header. */
function underToast(page: Visit["page"]): Promise<boolean> {
  return page.evaluate(() => {
    const region = document.querySelector(".toasts");
    const sentence = "This could not be saved, since the server cannot be reached. ".repeat(2);
    region?.insertAdjacentHTML("beforeend", `<div class="toast"><p class="toast-text">${sentence}</p></div>`);
    const header = document.querySelector("header")?.getBoundingClientRect();
    const toast = region?.lastElementChild;
    const box = toast?.getBoundingClientRect();
    toast?.remove();
    if (header === undefined || box === undefined) throw new Error("They are not there.");
    return box.top < header.bottom;
  });
}
