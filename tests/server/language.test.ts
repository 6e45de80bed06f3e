import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AppView, OpenEntity, PublicView } from "../../src/wire/views.ts";
import { buildServer, type TestServer } from "./build-server.ts";

/** The library also speaks "de": every sentence with a sign in front. */
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await buildServer({
    config: {
      "messages.json": (json) => {
        json.de = Object.fromEntries(
          Object.entries(json.en as object).map(([key, text]) => [key, `§${text}`]),
        );
      },
      "entities/books.json": (json) => {
        json.translations = {
          de: { Book: "Buch", Title: "Titel", "Please give the book a title": "Bitte ein Titel" },
        };
        json.label = "Book";
        json.menu.label = "Books";
        json.translations.de.Books = "Bücher";
        json.schema.properties.title.title = "Title";
        json.schema.properties.title.messages = {
          ...json.schema.properties.title.messages,
          required: "Please give the book a title",
          maxLength: "Far too long",
        };
        json.messages = { ...json.messages, "form.saved": "The book is saved" };
      },
      "app.json": (json) => {
        json.translations = { de: { [json.menu[0].label]: "Bestand" } };
        json.roles.director.label = { en: "Director", de: "Leitung" };
      },
    },
  });
  token = await server.as("director");
});
afterAll(() => server.close());

const get = async <Body>(url: string, language?: string, headers: Record<string, string> = {}) => {
  const all = { ...headers, ...(language === undefined ? {} : { "x-language": language }) };
  return (await server.call<Body>("GET", url, { token, headers: all })).body;
};
const booksOf = ({ entities }: AppView) => {
  const found = entities.find((one): one is OpenEntity => one.access === "full" && one.entity.id === "books");
  if (found === undefined) throw new Error("No books.");
  return found;
};

describe("a person who chose a language", () => {
  it("gets the whole view in it", async () => {
    const usual = await get<AppView>("/api/config");
    const german = await get<AppView>("/api/config", "de");
    expect([usual.language, usual.dateLocale, Object.keys(usual.messages)]).toEqual(["en", "en-GB", ["en"]]);
    expect([german.language, german.dateLocale, Object.keys(german.messages)]).toEqual(["de", "de", ["de"]]);
    expect(german.languages).toEqual(["en", "de"]);
    expect(german.messages.de?.["shell.logout"]).toBe(`§${usual.messages.en?.["shell.logout"]}`);
    expect(german.menu[0]?.label).toBe("Bestand");
    expect(german.roles?.find(({ name }) => name === "director")?.label).toBe("Leitung");
    // Without a translation it stays readable.
    expect(german.roles?.find(({ name }) => name === "lender")?.label).toBe("Lending desk");
    expect(german.home.slice(0, 2).map(({ label }) => label)).toEqual(["Books in all", "Ohne Einband"]);
  });

  it("gets the labels of a screen that have a translation, and the product's own sentences", async () => {
    const { entity, validator } = booksOf(await get<AppView>("/api/config", "de"));
    const usual = booksOf(await get<AppView>("/api/config"));
    expect(entity.menu.label).toBe("Bücher");
    expect([entity.language, entity.label, usual.entity.label]).toEqual(["de", "Buch", "Book"]);
    const title = entity.fields.find(({ name }) => name === "title");
    expect(title?.label).toBe("Titel");
    expect(title?.schema.messages).toEqual({ required: "Bitte ein Titel" });
    expect(entity.messages).not.toHaveProperty("form.saved");
    expect(JSON.stringify(entity)).not.toContain("translations");
    // The rules are the same, and so is their code.
    expect(validator).toEqual(usual.validator);
  });

  it("is refused in it, by every route", async () => {
    const refused = async (
      language: string | undefined,
      own: string | undefined,
      url = "/api/rest/books",
    ) => {
      const headers = language === undefined ? {} : { "x-language": language };
      const call = { body: { title: "" }, headers, ...(own === undefined ? {} : { token: own }) };
      return (await server.call<{ message: string }>("POST", url, call)).body.message;
    };
    expect(await refused(undefined, token)).toBe("Please give the book a title");
    expect(await refused("de", token)).toBe("Bitte ein Titel");
    const [usual, german] = [await refused(undefined, undefined), await refused("de", undefined)];
    expect(german).toBe(`§${usual}`);
    expect(await refused("de", token, "/api/nowhere")).toMatch(/^§/);
  });

  it("reads the log-in page in it", async () => {
    const usual = await get<PublicView>("/api/config/public");
    const german = await get<PublicView>("/api/config/public", "de-AT, fr");
    expect([usual.language, german.language]).toEqual(["en", "de"]);
    expect(german.messages["login.title"]).toBe(`§${usual.messages["login.title"]}`);
  });

  it("gets what the config has where it has not that language, whatever the browser says of itself", async () => {
    for (const wanted of ["fr", "", "__proto__", "constructor", ",,,", "x".repeat(500)])
      expect((await get<PublicView>("/api/config/public", wanted)).language, wanted).toBe("en");
    const { language } = await get<PublicView>("/api/config/public", undefined, { "accept-language": "de" });
    expect(language).toBe("en");
  });

  it("follows the report of the files as all others do", async () => {
    const { holder } = server;
    const before = holder.current;
    try {
      holder.current = before.withReport({ problems: [], rejected: ["entities/books.json"] });
      expect((await get<AppView>("/api/config", "de")).hash).toBe((await get<AppView>("/api/config")).hash);
    } finally {
      holder.current = before;
    }
  });
});
