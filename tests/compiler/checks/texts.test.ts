import { describe, expect, it } from "vitest";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import type { ProblemCode } from "../../../src/model/problem-codes.ts";
import { fieldsShown } from "../../../src/record/title.ts";
import { type Loose, libraryWith, PICTURES, PLUGINS } from "../../model/library.ts";
import { expectGone } from "./applied-hint.ts";
import { told } from "./told.ts";

const LOANS = "entities/loans.json";
const LISTS = "entities/reading-lists.json";
type Changes = Parameters<typeof libraryWith>[0];

const titled =
  (display: object): ((json: Loose) => void) =>
  (json) =>
    Object.assign(json.display, display);
const inMenu = (change: (menu: Loose) => void): Changes => ({ "app.json": (json) => change(json.menu) });

type Case = readonly [code: ProblemCode, what: string, changes: Changes, at: string, says: string];
// biome-ignore format: a table, one row a case
const WRONG: readonly Case[] = [
  ["NO_LABEL", "a title without the language of its screens", { [LOANS]: titled({ title: { de: "{number}" } }) }, `${LOANS}#/display/title`, 'not given in the language of its screen, "en". Add "en": "…".'],
  ["NO_LABEL", "a subtitle without it", { [LOANS]: titled({ subtitle: { de: "{number}" } }) }, `${LOANS}#/display/subtitle`, 'Add "en": "…".'],
  ["UNKNOWN_FIELD", "a field of a title in another language", { [LOANS]: titled({ title: { en: "{number}", de: "{numer}" } }) }, `${LOANS}#/display/title/de`, 'Did you mean "number"?'],
  ["UNKNOWN_FIELD", "a field of a subtitle in its own", { [LOANS]: titled({ subtitle: { en: "{numer}", de: "{number}" } }) }, `${LOANS}#/display/subtitle/en`, 'Did you mean "number"?'],
  ["BAD_VALUE", "a brace in another language", { [LOANS]: titled({ title: { en: "{number}", de: "{number" } }) }, `${LOANS}#/display/title/de`, "has no partner"],
  ["NOT_SHOWN", "a yes/no in another language", { [LOANS]: titled({ title: { en: "{number}", de: "{number} {returned}" } }) }, `${LOANS}#/display/title/de`, "Make it a badge"],
  ["BAD_DISPLAY", "the label field in one language alone", { [LOANS]: (json) => { json.labelField = "number"; json.display.title = { en: "{number}", de: "{email}" }; } }, `${LOANS}#/labelField`, '"display.title" does not show that'],
  ["RIGHTS", "what somebody may not see, in another language", { "entities/books.json": titled({ subtitle: { en: "{year}", de: "{price}" } }) }, "entities/books.json#/display/subtitle/de", 'The role "shelver" tells records apart by "price", which it may not see.'],
  ["NO_LABEL", "a group of the menu", inMenu((menu) => { menu[1].label = { de: "Ausleihe" }; }), "app.json#/menu/1/label", 'Add "en": "…".'],
  ["DUPLICATE_LABEL", "two groups that read the same in the app's language", inMenu((menu) => { menu[1].label = { en: "Stock", de: "Ausleihe" }; }), "app.json#/menu/1/label", 'reads "Stock" too'],
  ["NO_LABEL", "an entry of the menu", { [LISTS]: (json) => { json.menu.create = { de: "Neue Leseliste" }; } }, `${LISTS}#/menu/create`, 'Add "en": "…".'],
  ["DUPLICATE_LABEL", "two entries of one group", { [LISTS]: (json) => { json.menu.label = { en: "Books" }; } }, "app.json#/menu/0/entities/2", 'reads "Books" too'],
  ["DUPLICATE_LABEL", "the two entries of an entity", { [LISTS]: (json) => { json.menu.list = json.menu.create; } }, `${LISTS}#/menu/list`, '"create" and "list"'],
  ["UNKNOWN_LANGUAGE", "all texts of an entity whose language there is not", { [LOANS]: (json) => { json.language = "fr"; } }, `${LOANS}#/language`, '"en"'],
];

describe("texts that may be in several languages", () => {
  it.each(WRONG)("%s: %s", async (code, _what, changes, at, says) => {
    const files = await libraryWith(changes);
    const { problems } = checkConfig(files, PLUGINS, PICTURES);
    const [first] = problems;
    expect(problems.map(({ file, path, code }) => `${code} ${file}#${path}`)).toContain(`${code} ${at}`);
    expect(first?.code, first?.message).toBe(code);
    expect(first && formatProblem(first)).toContain(says);
    expect(told(problems)).toMatchSnapshot();
    expectGone(files, PLUGINS, PICTURES);
  });

  it.each([
    ["entities/books.json", "title", ["genre", "year", "summary"], []],
    [LOANS, "number", ["lentOn"], []],
    ["entities/books.json", "title", ["available", "scores", "cover", "photos"], ["NOT_SHOWN"]],
    [LISTS, "name", ["books"], ["NOT_SHOWN"]],
    // No list has a formatted text at all.
    ["entities/books.json", "title", ["note"], ["NOT_LISTED"]],
  ])("of %s, %s and one of %j in a title: %j", async (file, name, fields, codes) => {
    for (const field of fields) {
      const files = await libraryWith({
        [file]: (json) => {
          json.display = { title: `{${name}} {${field}}` };
        },
      });
      const { problems } = checkConfig(files, PLUGINS, PICTURES);
      const found = problems.filter(({ path }) => path === "/display/title").map(({ code }) => code);
      expect(found, field).toEqual(codes);
    }
  });

  it("are those of the screen's language: in the menu, in titles, and what a search looks into", async () => {
    const { config } = checkConfig(
      await libraryWith({
        [LOANS]: (json) => {
          delete json.list.search;
          json.schema.properties.remark = { type: "string", title: "Remark" };
          json.display.title = { de: "{number} {remark}", en: "{number}" };
          json.menu.list = { de: "Alle Ausleihen", en: "All the loans" };
        },
      }),
      PLUGINS,
      PICTURES,
    );
    const loans = config?.entities.get("loans");
    expect(fieldsShown(loans?.display.title ?? [])).toEqual(["number"]);
    expect(loans?.list.search?.fields).toEqual([{ field: "number" }]);
    expect(fieldsShown(loans?.display.subtitle ?? [])).toEqual(["member.username", "lentOn"]);
    expect(loans?.menu).toMatchObject({ label: "Loans", list: "All the loans" });
    expect(config?.menu.map(({ label }) => label)).toEqual(["Stock", "Lending", "Staff"]);
  });
});
