import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { loadConfig } from "admin/testing";
import { describe, expect, it } from "vitest";

const shop = await loadConfig("config");

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

it("holds, with the plugins that are installed", async () => {
  await expect("config").toHold();
});

describe("each language is in its own script", () => {
  const read = (path: string) => JSON.parse(readFileSync(`config/${path}`, "utf8"));
  const app = read("app.json");
  const messages: Readonly<Record<string, Record<string, string>>> = read("messages.json");
  const words = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(Object(value)).flatMap(words);
  /** What people read of fields: not their choices, whose values are data. */
  const fieldTexts = (fields: object): string[] =>
    Object.values(fields).flatMap(
      ({ title, description, placeholder, labels, messages, items, properties }) => [
        ...words([title, description, placeholder, labels, messages].filter(Boolean)),
        ...fieldTexts({ ...properties, ...(items && { items }) }),
      ],
    );
  const entityTexts = readdirSync("config/entities").map((file) => {
    const { language, label, menu, schema, form, list, messages } = read(`entities/${file}`);
    const titles = words([
      label,
      menu.label,
      menu.create,
      menu.list,
      form.title,
      form.invalid?.message,
      messages,
    ]);
    const tabs = words((form.tabs ?? []).flatMap((tab: { label?: string }) => tab.label ?? []));
    const columns = words(list.columns.flatMap((column: { label?: string }) => column.label ?? []));
    const own = words([list.title, list.search?.placeholder ?? "", list.deleteConfirm]);
    return [language, [...titles, ...tabs, ...columns, ...own, ...fieldTexts(schema.properties)]] as const;
  });
  const pluginTexts = ["plugins", "src/stock/widgets", "src/stock/cells"]
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith("plugin.json"))
    .flatMap((file) => Object.values<{ text: object }>(JSON.parse(readFileSync(file, "utf8")).messages ?? {}))
    .flatMap(({ text }) =>
      Object.entries(text).map(([language, said]) => [language, [String(said)]] as const),
    );
  const texts: readonly (readonly [language: string, texts: readonly string[]])[] = [
    ...Object.entries(messages).map(([language, said]) => [language, words(said)] as const),
    ...entityTexts,
    ...pluginTexts,
    [app.language, [app.title, ...words(app.menu.map(({ label }: { label: string }) => label))]],
    [app.language, fieldTexts(app.registration.schema.properties)],
    ...Object.values<{ label: object }>(app.roles).flatMap(({ label }) =>
      Object.entries(label).map(([language, said]) => [language, [String(said)]] as const),
    ),
  ];
  /** Prescribed for screens of every language: wire-contract.md ("Unique … 409") and the specification's §2 (route guard). */
  const PRESCRIBED = new Set(["'{value}'已存在，不得重複", "您沒有權限訪問此頁面"]);
  const HAN = /\p{Script=Han}/u;
  const CHINESE = /\p{Script=Han}|[\u3000-\u303F\uFF00-\uFFEF]/u;
  /** Without what is filled in, and what has the same name in every language. */
  const ownWords = (text: string) =>
    text.replace(/\{[\w.]+\}/g, "").replace(/\b(?:JSON|png|jpe?g|webp|gif|MB|config|\w+\.json)\b/g, "");

  it("English has no Chinese in it, and Chinese sentences are Chinese", () => {
    const wrong = texts.flatMap(([language, said]) =>
      said.filter((text) => {
        if (language !== "zh-TW") return CHINESE.test(text) && !PRESCRIBED.has(text);
        return /\p{Letter}/u.test(ownWords(text)) && !HAN.test(text);
      }),
    );
    expect(wrong).toEqual([]);
    expect(
      texts.filter(([language]) => language === "zh-TW").flatMap(([, said]) => said).length,
    ).toBeGreaterThan(400);
    expect(
      texts.filter(([language]) => language === "en").flatMap(([, said]) => said).length,
    ).toBeGreaterThan(400);
  });
});

describe("who and what", () => {
  it("a refused screen says the specification's sentence (§2), in whatever language it is", () => {
    const { entities, messages } = shop.config;
    for (const entity of entities.values()) {
      const [said] = [entity.messages, messages[entity.language]].flatMap(
        (one) => one?.["shell.noPermission"] ?? [],
      );
      expect([entity.id, said]).toEqual([entity.id, "您沒有權限訪問此頁面"]);
    }
  });

  it.each([
    ["categories", "contentManagement", ["name", "parent.name", "updatedAt"]],
    ["ingredients", "contentManagement", ["name", "price", "updatedAt"]],
    ["drinks", "contentManagement", ["name", "price", "images.0", "updatedAt"]],
    ["articles", "marketingManagement", ["title", "updatedAt"]],
    ["carousels", "marketingManagement", ["name", "updatedAt"]],
    ["shops", "marketingManagement", ["name", "city", "district", "updatedAt"]],
    ["users", "systemSettings", ["username", "role", "updatedAt"]],
  ])("%s needs %s and shows %j, every column sortable but the image", (id, permission, columns) => {
    const entity = shop.entity(id);
    expect(entity).toNeedPermission(permission);
    expect(entity).toShowColumns(columns);
    const unsorted = entity.entity.list.columns.filter(({ sortable, hidden }) => !sortable && !hidden);
    expect(unsorted.map(({ cell }) => cell.name)).toEqual(id === "drinks" ? ["image"] : []);
  });

  it.each([
    ["drinks", ["not-sold", "no-photo", "this-week"]],
    ["articles", ["no-photo", "this-week"]],
    ["users", ["waiting"]],
    ["shops", []],
  ])("%s has the views %j above its list", (id, views) => {
    expect(shop.entity(id)).toHaveViews(views);
  });

  it.each([
    [
      "contentManager",
      [
        "Drinks not sold",
        "Drinks without a photo",
        "Drinks by type",
        "Drinks, cold and hot",
        "Drinks changed this week",
      ],
    ],
    ["marketingManager", ["Articles without a picture", "Articles by type", "Articles changed this week"]],
  ])("a %s has the tiles %j", (role, tiles) => {
    expect(shop).toHaveTiles(tiles, role);
  });

  it.each([
    ["Drinks by type", "category"],
    ["Drinks, cold and hot", "hotCold"],
    ["Articles by type", "category"],
  ])("%s is a chart of numbers by %s", (label, by) => {
    expect(shop).toHaveChart(label, { by });
  });

  it.each([
    ["categories", ["parent"]],
    ["ingredients", ["price"]],
    ["drinks", ["selling", "category", "price", "images", "hotCold", "updatedAt"]],
    ["articles", ["category", "image", "updatedAt"]],
    ["carousels", ["articles", "updatedAt"]],
    ["shops", ["updatedAt"]],
    ["users", ["role", "approved", "updatedAt"]],
  ])("%s can be filtered by %j", (id, filters) => {
    expect(shop.entity(id)).toOfferFilters(filters);
  });

  it("lists below a category what refers to it", () => {
    expect(shop.entity("categories")).toListReferrers(["drinks.category", "categories.parent"]);
  });

  it("has the spec's seven entities and no other, each with samples", () => {
    const entities = ["articles", "carousels", "categories", "drinks", "ingredients", "shops", "users"];
    expect([...shop.config.entities.keys()]).toEqual(entities);
    expect([...shop.config.samples.keys()].sort()).toEqual(entities);
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
  ])("%s accepts %j", (id, record) => {
    expect(shop.entity(id)).toAccept(record);
  });

  it.each([
    ["categories", { name: "  " }, "/name", "Name must not be blank"],
    ["ingredients", { name: "x", price: 101 }, "/price", "Price must be between 1 and 100"],
    ["drinks", { ...DRINK, price: null }, "/price", "請輸入飲品價格"],
    ["drinks", { ...DRINK, price: 0 }, "/price", "價格須在 1 到 150 之間"],
    ["drinks", { ...DRINK, price: 151 }, "/price", "價格須在 1 到 150 之間"],
    ["drinks", { ...DRINK, kal: 12.34 }, "/kal", "熱量最多一位小數"],
    ["drinks", { ...DRINK, kal: 1000.1 }, "/kal", "熱量最多 1000 大卡"],
    ["drinks", { ...DRINK, scores: { wom: 10, store: 9 } }, "/scores/wom", "分數為 0 到 9"],
    ["drinks", { ...DRINK, images: [1, 2, 3].map(image) }, "/images", "最多只能上傳 2 張圖片"],
    ["carousels", { name: "" }, "/name", "名稱不得空白"],
    ["carousels", { name: "x", articles: [{ article: null }] }, "/articles/0/article", "請選擇文章"],
    ["carousels", { name: "x", articles: articles(1, 1) }, "/articles/1/article", "不能選擇重複文章"],
    ["carousels", { name: "x", articles: articles(1, 2, 3, 4, 5, 6, 7) }, "/articles", "最多新增6個輪播圖"],
    ["shops", { ...SHOP, phone: "0112345678" }, "/phone", "請輸入正確的手機或市話號碼"],
    ["shops", { ...SHOP, phone: "091234567" }, "/phone", "請輸入正確的手機或市話號碼"],
    ["shops", { ...SHOP, phone: "09123456789" }, "/phone", "請輸入正確的手機或市話號碼"],
    ["shops", { ...SHOP, phone: "02345678x" }, "/phone", "請輸入正確的手機或市話號碼"],
    ["shops", { ...SHOP, phone: "+886912345678" }, "/phone", "請輸入正確的手機或市話號碼"],
    ["users", { ...USER, username: "ab" }, "/username", "帳號長度在3到20個字符之間"],
    ["users", { ...USER, username: "a".repeat(21) }, "/username", "帳號長度在3到20個字符之間"],
    ["users", { ...USER, password: "12345", confirmPassword: "12345" }, "/password", "密碼至少需要6個字符"],
    ["users", { ...USER, confirmPassword: "other11" }, "/confirmPassword", "兩次輸入的密碼不一致"],
  ])("%s rejects %j at %s saying %s, and nothing else", (id, record, at, saying) => {
    expect(shop.entity(id)).toReject(record, { saying: { [at]: saying } });
  });

  it.each([
    ["categories", { "/name": "Name must not be blank" }],
    ["ingredients", { "/name": "Please enter ingredient name", "/price": "Please enter ingredient price" }],
    [
      "drinks",
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
    ["articles", { "/title": "請輸入文章標題", "/category": "請輸入文章類型" }],
    [
      "shops",
      {
        "/name": "請輸入門市名稱",
        "/phone": "請輸入門市電話",
        "/city": "請輸入門市所在縣市",
        "/district": "請輸入門市所在鄉鎮",
        "/address": "請輸入地址",
      },
    ],
    [
      "users",
      {
        "/username": "請輸入帳號",
        "/password": "請輸入密碼",
        "/confirmPassword": "請確認密碼",
        "/role": "請選擇角色",
      },
    ],
  ])("%s asks for everything that an empty form lacks", (id, saying) => {
    expect(shop.entity(id)).toReject({}, { saying });
  });

  it("lets a password stay unchanged while editing, and asks for its confirmation once one is typed", () => {
    const user = { username: "mei", role: "systemAdmin" };
    expect(shop.entity("users")).toAccept(user, { mode: "edit" });
    expect(shop.entity("users")).toReject(
      { ...user, password: "secret1" },
      { mode: "edit", at: "/confirmPassword", saying: "請確認密碼" },
    );
  });
});

function image(number: number) {
  return { fileName: `${number}`, imgUrl: `/${number}`, expiresAt: null };
}

function articles(...numbers: number[]) {
  return numbers.map((number) => ({ article: `a${number}` }));
}
