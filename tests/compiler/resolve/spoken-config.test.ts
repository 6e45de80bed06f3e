import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { configIn } from "../../../src/compiler/resolve/spoken-config.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import type { Entity } from "../../../src/model/entity.ts";
import { type JsonChange, type Loose, libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";

/** Each text of the files has a translation: itself with a sign in front. */
const signed = (texts: readonly string[]) => Object.fromEntries(texts.map((text) => [text, `§${text}`]));

/** All texts in written JSON, however deep. */
function textsIn(json: unknown): string[] {
  if (typeof json === "string") return [json];
  return typeof json === "object" && json !== null ? Object.values(json).flatMap(textsIn) : [];
}

const translated: JsonChange = (json) => {
  const texts = textsIn(json).filter((text) => text.trim() !== "");
  json.translations = { de: signed(texts) };
};

/** The library in German. */
async function spoken(changes: Readonly<Record<string, JsonChange>> = {}, language = "de") {
  const files = await libraryWith({
    ...changes,
    "messages.json": (json) => {
      json.de = { ...json.en, "form.invalid": "Noch nicht ganz", "images.tooLarge": "Zu groß" };
    },
  });
  const { config, problems } = checkConfig(files, PLUGINS, PICTURES);
  expect(problems).toEqual([]);
  if (config === undefined) throw new Error("There is no config.");
  return { config, german: atOnce(configIn(config, PLUGINS, language)) };
}

async function entityIn(id: string, change: JsonChange, language?: string): Promise<Entity> {
  const { german } = await spoken({ [`entities/${id}.json`]: change }, language);
  const entity = german.entities.get(id);
  if (entity === undefined) throw new Error(`There is no ${id}.`);
  return entity;
}

const labels = (parts: readonly { readonly label: string }[]) => parts.map(({ label }) => label);

describe("in a language that was chosen", () => {
  it("every text of an entity is said that has a translation", async () => {
    const books = await entityIn("books", (json) => {
      json.schema.properties.photos.items.title = "One photo";
      translated(json);
    });
    expect(books.label).toBe("§book");
    expect(books.menu).toMatchObject({ label: "§Books", create: "§Add a book", list: "§All books" });
    expect(books.form.title).toEqual({ create: "§New book", edit: "§Edit book" });
    expect(labels(books.form.tabs)).toEqual(["§Basics", "§More"]);
    expect(books.form.tabs[0]?.rows[0]).toEqual(["title"]);
    expect(books.form.invalid).toEqual({
      severity: "error",
      message: "§Some fields of this book need another look",
    });
    const { list } = books;
    expect(list.title).toBe("§Books");
    expect(labels(list.columns)).toEqual(
      ["Title", "Subject", "Genre", "Year", "Photo", "Readers", "Available", "Changed"].map(
        (one) => `§${one}`,
      ),
    );
    expect(list.search?.placeholder).toBe("§Search titles");
    expect(labels(list.filters)).toEqual(
      ["Genre", "Available", "Subject", "Year", "Photos", "Readers' score", "Changed", "Changed by"].map(
        (one) => `§${one}`,
      ),
    );
    expect(labels(list.views)).toEqual(["§No cover", "§Changed this week"]);
    expect(list.deleteConfirm).toBe('§Delete the book "{title}"?');
    expect(labels(books.referredBy)).toEqual(["§Loans of this book"]);
    expect(books.messages).toEqual({
      "form.protected": "§The sample books cannot be edited",
      "list.empty": "§The shelves are empty",
    });
  });

  it("and every text of its fields, of those inside others too", async () => {
    const books = await entityIn("books", (json) => {
      json.schema.properties.photos.items.title = "One photo";
      translated(json);
    });
    const named = new Map(books.fields.map((field) => [field.name, field]));
    expect(named.get("title")?.label).toBe("§Title");
    expect(named.get("title")?.schema.placeholder).toBe("§As on the spine");
    expect(Object.values(named.get("title")?.schema.messages ?? {})).not.toEqual([]);
    for (const said of Object.values(named.get("title")?.schema.messages ?? {}))
      expect(said).toMatch(/^§[^§]/);
    expect(named.get("isbn")?.schema.description).toBe("§Thirteen digits, without dashes");
    expect(named.get("genre")?.schema.labels).toEqual({
      novel: "§Novel",
      poetry: "§Poetry",
      science: "§Science",
      history: "§History",
    });
    expect(labels(named.get("scores")?.fields ?? [])).toEqual(["§Readers", "§Staff"]);
    expect(named.get("photos")?.items?.label).toBe("§One photo");
  });

  it("what is written in several languages is said as it is written there, else by its translation", async () => {
    const lists = await entityIn("reading-lists", translated);
    expect(lists.menu.create).toBe("Neue Leseliste");
    expect((await entityIn("subjects", translated)).list.filters[0]?.label).toBe("Teil von");
    const members = await entityIn("members", translated);
    expect(labels(members.list.views)).toEqual(["§Waiting"]);
    expect(labels(members.referredBy)).toEqual(["§Has lent"]);
    const loans = await entityIn("loans", translated);
    expect(labels(loans.display?.badges ?? [])).toContain("§Lent out");
    // A record has one name, in the language of its entity; what stands below it is said.
    expect(JSON.stringify(loans.display?.title)).toMatch(/"number".*"book/);
    expect(JSON.stringify(loans.display?.subtitle)).toMatch(/"lentOn".*"member/);
  });

  it("what has no translation stays as it is, but sentences in place of the product's are the product's", async () => {
    const books = await entityIn("books", () => {});
    expect(labels(books.form.tabs)).toEqual(["Basics", "More"]);
    expect([books.language, books.label, books.list.title]).toEqual(["de", "book", "Books"]);
    expect(books.messages).toEqual({});
    expect(books.form.invalid).toEqual({ severity: "error", message: "Noch nicht ganz" });
    const { german } = await spoken();
    for (const { id, form } of german.entities.values())
      expect(form.invalid.message, id).toBe("Noch nicht ganz");
  });

  it("a file in that language is left alone, unless it has translations into its own", async () => {
    const inGerman: JsonChange = (json) => {
      json.language = "de";
    };
    const own = await entityIn("books", inGerman);
    expect(own.messages).toMatchObject({ "list.empty": "The shelves are empty" });
    const mixed = await entityIn("books", (json) => {
      json.language = "de";
      json.translations = { de: { book: "Buch" } };
    });
    expect([mixed.label, mixed.list.title]).toEqual(["Buch", "Books"]);
    // It is its own language: sentences without a translation are in it already.
    expect(mixed.messages).toMatchObject({ "list.empty": "The shelves are empty" });
  });
});

describe("in a language that was chosen, the frame", () => {
  const app = async (change: JsonChange, language?: string) => {
    const { german } = await spoken({ "app.json": change }, language);
    return german;
  };

  it("is said with menu, start page and registration", async () => {
    const german = await app(translated);
    expect(german.app.title).toBe("§Lending Library");
    expect(labels(german.menu)).toEqual(["Bestand", "§Lending", "§Staff"]);
    expect(labels(german.home).slice(0, 3)).toEqual(["§Books in all", "Ohne Einband", "§Loved and lent out"]);
    const fields = german.app.registration.schema.properties;
    expect(fields.username?.title).toBe("§Library name");
    expect(german.app.language).toBe("de");
  });

  it("names roles in it, else in the language of the app, else by their names", async () => {
    const german = await app((json: Loose) => {
      json.roles.lender.label.de = "Ausleihe";
    });
    expect(german.app.roles.lender?.label).toMatchObject({ de: "Ausleihe", en: "Lending desk" });
    expect(german.app.roles.stocker?.label).toEqual({ de: "Stock keeper", en: "Stock keeper" });
    expect(german.app.roles.director).toMatchObject({ label: { de: "Director" }, hidden: true });
  });

  it("writes days and numbers as in the country of the business where that speaks it", async () => {
    const dates = async (dateLocale: string) =>
      (
        await app((json: Loose) => {
          json.dateLocale = dateLocale;
        })
      ).app.dateLocale;
    expect(await dates("en-GB")).toBe("de");
    expect(await dates("de-AT")).toBe("de-AT");
  });

  it("is left alone where the app is in that language", async () => {
    const { config, german } = await spoken({}, "en");
    expect(german).toEqual(config);
  });
});
