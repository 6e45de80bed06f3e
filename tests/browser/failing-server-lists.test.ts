import { expect, it } from "vitest";
import { SPOILT_ANSWERS } from "./faulty-proxy.ts";
import { answerQuestion, columnOf, expectHeading, openList, rowOf } from "./screen.ts";
import { beginFaultyStory } from "./story.ts";
import { expectNoComplaints, expectToast } from "./visit.ts";

const { proxy, api, open } = await beginFaultyStory();

const UNREACHABLE = { en: "Cannot connect to the server", "zh-TW": "無法連線到伺服器" };

/** Each list, what it says when its records do not come, and what it shows when they do. */
const LISTS = [
  { path: "/categories/list", said: `Failed to fetch data: ${UNREACHABLE.en}`, total: /\d+ in total/ },
  { path: "/ingredients/list", said: `Failed to fetch data: ${UNREACHABLE.en}`, total: /\d+ in total/ },
  { path: "/drinks/list", said: `獲取資料失敗: ${UNREACHABLE["zh-TW"]}`, total: /共 \d+ 筆/ },
  { path: "/articles/list", said: "獲取文章資料失敗", total: /共 \d+ 筆/ },
  { path: "/carousels/list", said: "獲取輪播圖資料失敗", total: /共 \d+ 筆/ },
  { path: "/shops/list", said: "獲取門市資料失敗", total: /共 \d+ 筆/ },
  { path: "/users/list", said: "獲取用戶資料失敗", total: /共 \d+ 筆/ },
];

it("every list says that its records did not come, stays usable, and loads when asked again", async () => {
  const person = await open("/");
  const { page } = person;
  for (const { path, said, total } of LISTS) {
    proxy.on(/GET \/api\/rest\/\w+\?/, { kind: "drop" });
    // The toast says why; the place of the list says no more than that.
    const shown = page
      .getByRole("main")
      .getByText(/^(The list cannot be shown at present|目前無法顯示列表)$/);
    await page.goto(proxy.url + path);
    await shown.waitFor();
    expect(await page.getByText(said).count()).toBe(1);
    // Nothing is claimed beside it.
    expect(await page.getByText(/^(\d+ in total|共 \d+ 筆)$/).count()).toBe(0);
    expect(await page.locator(".skeleton-row").count()).toBe(0);
    await expectToast(page, said);
    proxy.heal();
    await page.getByRole("button", { name: /^(Try again|再試一次)$/ }).click();
    await rowOf(page, await firstName(page))
      .first()
      .waitFor();
    await page.getByText(total).waitFor();
    expect(await shown.count()).toBe(0);
  }
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

async function firstName(page: Parameters<typeof columnOf>[0]): Promise<string> {
  await page.locator("tbody tr td a").first().waitFor();
  const [name = ""] = await columnOf(page, 1);
  return name.split("\n")[0] ?? "";
}

it("a list says the server's own sentence, else the status", async () => {
  const person = await open("/");
  const { page } = person;
  proxy.on(/GET \/api\/rest\/drinks/, { kind: "answer", status: 500, body: { message: "資料庫維護中" } });
  await openList(page, "飲品");
  await page.getByRole("alert").getByText("獲取資料失敗: 資料庫維護中").waitFor();
  proxy.on(/GET \/api\/rest\/drinks/, { kind: "answer", status: 500 });
  await page.getByRole("button", { name: "再試一次" }).click();
  await page.getByRole("alert").getByText("獲取資料失敗: Error 500").waitFor();
  proxy.heal();
  await page.getByRole("button", { name: "再試一次" }).click();
  await rowOf(page, "蜂蜜檸檬綠茶").waitFor();
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});

it("an answer that comes late never stands for a newer one", async () => {
  const person = await open("/drinks/list");
  const { page } = person;
  await rowOf(page, "蜂蜜檸檬綠茶").waitFor();
  const search = async (text: string) => {
    await page.getByPlaceholder("搜尋飲品名稱").fill(text);
    await page.getByRole("button", { name: "搜尋" }).click();
  };
  proxy.on(new RegExp(`nameQuery=${encodeURIComponent("紅茶")}`), { kind: "late" });
  await search("紅茶");
  await expect.poll(() => proxy.held()).toBe(1);
  await search("可可");
  await page.getByText("共 1 筆").waitFor();
  expect(await columnOf(page, 1)).toEqual([expect.stringMatching(/^經典熱可可/)]);
  const late = page.waitForResponse((answer) => answer.url().includes(encodeURIComponent("紅茶")));
  proxy.release();
  await (await late).finished();
  // Two further questions answered: whatever the late answer did to the page, it has done by now.
  await search("抹茶");
  await rowOf(page, "抹茶拿鐵").waitFor();
  await search("可可");
  await rowOf(page, "經典熱可可").waitFor();
  expect(await columnOf(page, 1)).toEqual([expect.stringMatching(/^經典熱可可/)]);
  expectNoComplaints(person);
});

it("a late answer leaves the list usable: the menu leads elsewhere and back", async () => {
  const person = await open("/");
  const { page } = person;
  proxy.on(/GET \/api\/rest\/shops/, { kind: "silent" });
  await openList(page, "門市");
  await page.getByText("載入中").waitFor();
  await openList(page, "Ingredients");
  await rowOf(page, "布丁").waitFor();
  expect(proxy.aborted.filter((line) => /shops/.test(line))).toEqual([]);
  proxy.heal();
  await openList(page, "門市");
  await expectHeading(page, "門市列表");
  expectNoComplaints(person);
});

it("a deletion that fails says why, and the record is still there", async () => {
  const [category] = await api.find("categories", "奶茶");
  const rest = { price: 50, hotCold: "冷", size: "大", selling: true, kal: 0 };
  await api.create("drinks", { name: "刪不掉茶", category: category?._id, ...rest });
  await api.create("ingredients", { name: "Stubborn", price: 5 });
  const person = await open("/drinks/list?search=刪不掉");
  const { page } = person;
  proxy.on(/DELETE/, { kind: "drop" });
  await page.getByRole("button", { name: "刪除 刪不掉茶" }).click();
  await answerQuestion(page, '你確定要刪除飲品 "刪不掉茶" 嗎？', "刪除");
  await expectToast(page, "刪除失敗: 無法連線到伺服器");
  await rowOf(page, "刪不掉茶").waitFor();
  await openList(page, "Ingredients");
  proxy.on(/DELETE/, { kind: "answer", status: 500 });
  await page.getByRole("button", { name: "Delete Stubborn" }).click();
  await answerQuestion(page, /"Stubborn"/, "Delete");
  await expectToast(page, "Delete failed: Error 500");
  proxy.heal();
  await page.getByRole("button", { name: "Delete Stubborn" }).click();
  await answerQuestion(page, /"Stubborn"/, "Delete");
  await expectToast(page, "Deleted successfully");
  await rowOf(page, "Stubborn").waitFor({ state: "detached" });
  expectNoComplaints(person, ...SPOILT_ANSWERS);
});
