import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

/** Every sentence of the specification's error catalogue, and the story in which a person sees it on screen. */
const SEEN: readonly (readonly [sentence: string, story: string])[] = [
  ["Your login has expired, please log in again", "accounts-log-in"],
  ["Error 500", "failing-server-log-in"],
  ["Cannot connect to the server", "failing-server-log-in"],
  ["Unknown error", "failing-server-log-in"],
  ["Login failed: ", "accounts-log-in"],
  ["Login success", "accounts-log-in"],
  ["Registration failed: ", "accounts-registration"],
  ["Registration success, please log in", "accounts-registration"],
  ["Saved successfully", "catalogue-categories"],
  ["Save failed: ", "catalogue-categories"],
  ["Failed to fetch data: ", "failing-server-lists"],
  ["Delete failed: ", "catalogue-categories"],
  ["Deleted successfully", "catalogue-categories"],
  ["Failed to load more: ", "failing-server-pickers"],
  ["Failed to search: ", "failing-server-pickers"],
  ["System sample data cannot be edited", "catalogue-categories"],
  ["Failed to fetch category data", "failing-server-forms"],
  ["Failed to fetch ingredient data", "failing-server-forms"],
  ["Please correct the errors in the form", "catalogue-categories"],
  ["Please complete the form as instructed", "catalogue-categories"],
  ["儲存失敗: ", "failing-server-forms"],
  ["獲取資料失敗: ", "failing-server-lists"],
  ["獲取類別資料失敗: ", "failing-server-pickers"],
  ["系統範例資料不可編輯", "catalogue-saving"],
  ["圖片壓縮失敗!", "catalogue-drink"],
  ["刪除失敗: ", "failing-server-forms"],
  ["儲存成功", "catalogue-saving"],
  ["確定要刪除這張圖片嗎？", "catalogue-drink"],
  ["最多只能上傳 2 張圖片", "catalogue-drink"],
  ["只能上傳圖片！", "catalogue-drink"],
  ["圖片大小不能超過 5MB！", "catalogue-drink"],
  ["請修正表單中的錯誤", "catalogue-drink"],
  ["獲取文章資料失敗", "failing-server-pickers"],
  ["獲取輪播圖資料失敗", "failing-server-pickers"],
  ["獲取門市資料失敗", "failing-server-pickers"],
  ["獲取用戶資料失敗", "failing-server-pickers"],
  ["圖片上傳失敗: ", "failing-server-forms"],
  ["無法載入文章資訊", "failing-server-pickers"],
  ["您沒有權限訪問此頁面", "accounts-users"],
];

it.each(SEEN)("“%s” is waited for in the story %s", async (sentence, story) => {
  const text = await readFile(new URL(`./${story}.test.ts`, import.meta.url), "utf8");
  expect(text).toContain(sentence);
});

it("the stories know no waiting but for what a person sees", async () => {
  for (const story of new Set(SEEN.map(([, name]) => name))) {
    const text = await readFile(new URL(`./${story}.test.ts`, import.meta.url), "utf8");
    expect(text).not.toMatch(/waitForTimeout|setTimeout/);
  }
});
