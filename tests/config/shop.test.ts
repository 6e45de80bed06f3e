import { describe, expect, it } from "vitest";
import { INSTALLED } from "./installed-plugins.ts";
import { judge, shop } from "./judge.ts";

const DRINK = {
  name: "紅茶",
  price: 30,
  category: "c1",
  hotCold: "冷",
  size: "中",
  selling: true,
  kal: 12.5,
};
const SHOP = {
  name: "公館店",
  phone: "0912345678",
  city: "臺北市",
  district: "中正區",
  address: "羅斯福路 1 號",
};
const USER = { username: "mei", password: "secret1", confirmPassword: "secret1", role: "contentManager" };

describe("config/", () => {
  it("holds, with the plugins that are installed", () => {
    expect(INSTALLED.problems).toEqual([]);
    expect(shop.problems).toEqual([]);
  });

  it("names the spec's seven entities, each under its permission", () => {
    const permissions = [...(shop.config?.entities.values() ?? [])].map(({ id, permission }) => [
      id,
      permission,
    ]);
    expect(Object.fromEntries(permissions)).toEqual({
      categories: "contentManagement",
      ingredients: "contentManagement",
      drinks: "contentManagement",
      articles: "marketingManagement",
      carousels: "marketingManagement",
      shops: "marketingManagement",
      users: "systemSettings",
    });
  });

  it.each([
    ["categories", ["name", "parent.name", "updatedAt"]],
    ["ingredients", ["name", "price", "updatedAt"]],
    ["drinks", ["name", "price", "images.0", "updatedAt"]],
    ["articles", ["title", "updatedAt"]],
    ["carousels", ["name", "updatedAt"]],
    ["shops", ["name", "city", "district", "updatedAt"]],
    ["users", ["username", "role", "updatedAt"]],
  ])("shows the spec's columns of %s, every one sortable but the image", (id, columns) => {
    const list = shop.config?.entities.get(id)?.list;
    expect(list?.columns.map(({ field }) => field)).toEqual(columns);
    expect(list?.columns.filter(({ sortable }) => !sortable).map(({ cell }) => cell.name)).toEqual(
      id === "drinks" ? ["image"] : [],
    );
  });

  it("gives every entity samples", () => {
    expect([...(shop.config?.samples ?? [])].map(([id]) => id).sort()).toEqual(
      [...(shop.config?.entities.keys() ?? [])].sort(),
    );
  });
});

describe("the spec's validation rules", () => {
  it.each([
    ["categories", { name: "茶", parent: null }],
    ["ingredients", { name: "珍珠", price: 1 }],
    ["ingredients", { name: "珍珠", price: 100 }],
    ["drinks", DRINK],
    ["drinks", { ...DRINK, price: 150, kal: 1000, scores: { wom: 9, store: 0 }, alert: null }],
    ["drinks", { ...DRINK, kal: 0.3 }],
    ["articles", { title: "新聞", category: "c1" }],
    ["carousels", { name: "首頁", articles: [{ article: "a1" }, { article: "a2" }] }],
    ["shops", SHOP],
    ["shops", { ...SHOP, phone: "0223456789" }],
    ["shops", { ...SHOP, phone: "071234567" }],
    ["users", USER],
  ])("%s accepts %j", (entity, record) => {
    expect(judge(entity, record)).toEqual({});
  });

  it.each([
    ["categories", {}, { "/name": "Name must not be blank" }],
    ["categories", { name: "  " }, { "/name": "Name must not be blank" }],
    [
      "ingredients",
      {},
      { "/name": "Please enter ingredient name", "/price": "Please enter ingredient price" },
    ],
    ["ingredients", { name: "x", price: 101 }, { "/price": "Price must be between 1 and 100" }],
    [
      "drinks",
      { hotCold: null, size: null, selling: null, kal: null },
      {
        "/name": "請輸入飲品名稱",
        "/price": "請輸入飲品價格",
        "/category": "請輸入飲品類型",
        "/hotCold": "請輸入飲品冷熱",
        "/size": "請輸入飲品大小",
        "/selling": "請輸入是否販賣中",
        "/kal": "請輸入中杯熱量",
      },
    ],
    ["drinks", { ...DRINK, price: 151 }, { "/price": "價格須在 1 到 150 之間" }],
    ["drinks", { ...DRINK, kal: 12.34 }, { "/kal": "熱量最多一位小數" }],
    ["drinks", { ...DRINK, kal: 1000.1 }, { "/kal": "熱量最多 1000 大卡" }],
    ["drinks", { ...DRINK, scores: { wom: 10, store: 9 } }, { "/scores/wom": "分數為 0 到 9" }],
    [
      "drinks",
      { ...DRINK, images: [1, 2, 3].map((n) => ({ fileName: `${n}`, imgUrl: `/${n}`, expiresAt: null })) },
      { "/images": "最多只能上傳 2 張圖片" },
    ],
    ["articles", {}, { "/title": "請輸入文章標題", "/category": "請輸入文章類型" }],
    ["carousels", { name: "" }, { "/name": "名稱不得空白" }],
    ["carousels", { name: "x", articles: [{ article: null }] }, { "/articles/0/article": "請選擇文章" }],
    [
      "carousels",
      { name: "x", articles: [{ article: "a1" }, { article: "a1" }] },
      { "/articles/1/article": "不能選擇重複文章" },
    ],
    [
      "carousels",
      { name: "x", articles: Array.from({ length: 7 }, (_, n) => ({ article: `a${n}` })) },
      { "/articles": "最多新增6個輪播圖" },
    ],
    [
      "shops",
      {},
      {
        "/name": "請輸入門市名稱",
        "/phone": "請輸入門市電話",
        "/city": "請輸入門市所在縣市",
        "/district": "請輸入門市所在鄉鎮",
        "/address": "請輸入地址",
      },
    ],
    ...["0112345678", "091234567", "09123456789", "02345678x", "+886912345678"].map(
      (phone) => ["shops", { ...SHOP, phone }, { "/phone": "請輸入正確的手機或市話號碼" }] as const,
    ),
    [
      "users",
      { role: null },
      {
        "/username": "請輸入帳號",
        "/password": "請輸入密碼",
        "/confirmPassword": "請確認密碼",
        "/role": "請選擇角色",
      },
    ],
    ["users", { ...USER, username: "ab" }, { "/username": "帳號長度在3到20個字符之間" }],
    ["users", { ...USER, username: "a".repeat(21) }, { "/username": "帳號長度在3到20個字符之間" }],
    [
      "users",
      { ...USER, password: "12345", confirmPassword: "12345" },
      { "/password": "密碼至少需要6個字符" },
    ],
    ["users", { ...USER, confirmPassword: "other11" }, { "/confirmPassword": "兩次輸入的密碼不一致" }],
  ] as const)("%s refuses %j", (entity, record, said) => {
    expect(judge(entity, record)).toEqual(said);
  });

  it("lets a password stay unchanged while editing, and asks for its confirmation once one is typed", () => {
    expect(judge("users", { username: "mei", role: "systemAdmin" }, "edit")).toEqual({});
    expect(judge("users", { username: "mei", role: "systemAdmin", password: "secret1" }, "edit")).toEqual({
      "/confirmPassword": "請確認密碼",
    });
  });
});
