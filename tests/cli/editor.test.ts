import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  type CompletionItem,
  getLanguageService,
  MarkupContent,
  TextDocument,
} from "vscode-json-languageservice";
import { schemaFiles } from "../../src/cli/schema.ts";
import { installedPlugins } from "../../src/node/installed-plugins.ts";

const CONFIG = "file:///config";
const published = schemaFiles(installedPlugins().registry);

/** The service behind VS Code and others, which finds a file's schema by its `$schema` alone. */
const service = getLanguageService({
  schemaRequestService: async (uri) => {
    const text = published.get(uri.slice(CONFIG.length + 1));
    if (text === undefined) throw new Error(`There is no ${uri}.`);
    return text;
  },
  workspaceContext: { resolveRelativePath: (path, uri) => new URL(path, uri).href },
});
service.configure({ validate: true, allowComments: false });

/** A real file with a text in it replaced; `|` in the new text is where the cursor stands. */
async function open(path: string, [found, typed]: readonly [string, string]) {
  const text = await readFile(`config/${path}`, "utf8");
  expect(text).toContain(found);
  const marked = text.replace(found, () => typed);
  const offset = marked.indexOf("|", text.indexOf(found));
  const whole = offset < 0 ? marked : marked.slice(0, offset) + marked.slice(offset + 1);
  const document = TextDocument.create(`${CONFIG}/${path}`, "json", 1, whole);
  return { document, json: service.parseJSONDocument(document), position: document.positionAt(offset) };
}

async function completions(path: string, change: readonly [string, string]): Promise<CompletionItem[]> {
  const { document, json, position } = await open(path, change);
  return (await service.doComplete(document, position, json))?.items ?? [];
}

async function hover(path: string, change: readonly [string, string]): Promise<string> {
  const { document, json, position } = await open(path, change);
  const found = (await service.doHover(document, position, json))?.contents;
  const texts = Array.isArray(found) ? found : [found];
  return texts.map((one) => (MarkupContent.is(one) ? one.value : String(one))).join("\n");
}

async function underlined(path: string, change: readonly [string, string]): Promise<string[]> {
  const { document, json } = await open(path, change);
  const found = await service.doValidation(document, json);
  return found.map(({ range, message }) => `${document.getText(range)}: ${message}`);
}

const labels = (items: readonly CompletionItem[]) => items.map(({ label }) => label);
const DRINKS = "entities/drinks.json";
const PRICE = '"title": "價格",';

describe("an editor", () => {
  it.each(["app.json", "messages.json", DRINKS, "entities/users.json"])(
    "finds nothing wrong with %s",
    async (path) => {
      expect(await underlined(path, ["{", "{"])).toEqual([]);
    },
  );

  it("completes the keys of a field, each explained", async () => {
    const items = await completions(DRINKS, [PRICE, `${PRICE} "|",`]);
    expect(labels(items)).toContain("multipleOf");
    expect(labels(items)).not.toContain("minimum"); // is there already
    const silent = items.filter(({ documentation }) => documentation === undefined);
    expect(labels(silent)).toEqual([]);
  });

  it("completes the widgets that edit the field's kind of value, with what each is", async () => {
    const items = await completions(DRINKS, [PRICE, `${PRICE} "widget": "|",`]);
    expect(labels(items).sort()).toEqual(['"number"', '"rating"']);
    expect(String(items.find(({ label }) => label === '"rating"')?.documentation)).toContain(
      "stars up to ten",
    );
  });

  it("completes the options of the widget named", async () => {
    const items = await completions(DRINKS, [PRICE, `${PRICE} "widget": "rating", "options": { "|" },`]);
    expect(labels(items)).toEqual(["maximum"]);
  });

  it("completes the options of the usual widget where none is named", async () => {
    const items = await completions(DRINKS, [PRICE, `${PRICE} "options": { "|" },`]);
    expect(labels(items)).toEqual(["unit"]);
  });

  it("completes an option's values", async () => {
    const items = await completions("entities/shops.json", ['"part": "district"', '"part": "|"']);
    expect(labels(items)).toEqual(expect.arrayContaining(['"city"', '"district"']));
  });

  it("completes a field's messages: one for each rule, and its widget's", async () => {
    const items = labels(
      await completions(DRINKS, ['"maxItems": "最多只能上傳 2 張圖片",', '"maxItems": "…", "|",']),
    );
    expect(items).toEqual(expect.arrayContaining(["required", "maxLength", "tooLarge", "notAnImage"]));
    const price = labels(await completions(DRINKS, ['"required": "請輸入飲品價格",', '"|",']));
    expect(price).toContain("required");
    expect(price).not.toContain("tooLarge");
  });

  it("completes cells and the sentences of messages.json", async () => {
    const cells = labels(await completions(DRINKS, ['"cell": "image"', '"cell": "|"']));
    expect(cells).toEqual(expect.arrayContaining(['"image"', '"text"', '"date"']));
    const sentences = await completions("messages.json", ['"en": {', '"en": { "|",']);
    expect(labels(sentences)).toContain("rating.reset");
  });

  it("explains keys, values and options on hover", async () => {
    expect(await hover(DRINKS, ['"maximum": 150', '"max|imum": 150'])).toContain("largest number allowed");
    expect(await hover(DRINKS, ['"widget": "rating"', '"widget": "rat|ing"'])).toContain("stars up to ten");
    expect(await hover(DRINKS, ['"maxSide": 960', '"max|Side": 960'])).toContain("Longest side");
    expect(await hover(DRINKS, ['"listKey"', '"list|Key"'])).toContain("find the records");
    expect(await hover("app.json", ['"hidden": true', '"hid|den": true'])).toContain("hidden role");
    expect(await hover("messages.json", ['"login.submit"', '"login.sub|mit"'])).toContain("Button");
  });

  it("underlines a typo, a widget that is none, and a widget's wrong option", async () => {
    expect(await underlined(DRINKS, ['"maximum": 150', '"maximun": 150'])).toEqual([
      '"maximun": Property maximun is not allowed.',
    ]);
    const widget = await underlined(DRINKS, ['"widget": "rating"', '"widget": "ratin"']);
    expect(widget).toEqual([expect.stringMatching(/^"ratin": .*"rating", "number"/)]);
    const option = await underlined(DRINKS, ['"maxSide": 960', '"maxSide": "960"']);
    expect(option).toEqual([expect.stringMatching(/^"960": .*integer/)]);
  });
});

describe("an editor of a plugin's manifest", () => {
  const RATING = "../plugins/rating/plugin.json";
  const OPTION = '"title": "Highest score",';

  it.each([RATING, "../plugins/image-uploader/plugin.json", "../src/stock/cells/date/plugin.json"])(
    "finds nothing wrong with %s",
    async (path) => {
      expect(await underlined(path, ["{", "{"])).toEqual([]);
    },
  );

  it("completes and explains what an option can say, at any depth", async () => {
    const items = await completions(RATING, [OPTION, `${OPTION} "|",`]);
    expect(labels(items)).toEqual(expect.arrayContaining(["format", "enum", "pattern", "items"]));
    expect(items.filter(({ documentation }) => documentation === undefined)).toEqual([]);
    const deep = await completions(RATING, [OPTION, `${OPTION} "items": { "|" },`]);
    expect(labels(deep)).toContain("multipleOf");
    expect(await hover(RATING, ['"minimum": 1', '"min|imum": 1'])).toContain("smallest number");
  });

  it("completes the formats that name a field, and an example's field", async () => {
    const formats = await completions(RATING, [OPTION, `${OPTION} "format": "|",`]);
    expect(labels(formats)).toEqual(expect.arrayContaining(['"field"', '"referenced-field"', '"uri"']));
    const field = await completions(RATING, ['"field": {', '"field": { "|",']);
    expect(labels(field)).toEqual(expect.arrayContaining(["maxLength", "reference"]));
  });

  it("underlines an option, or a part of one, that does not say what it is", async () => {
    const untitled = await underlined(RATING, [OPTION, ""]);
    expect(untitled).toEqual([expect.stringContaining('Missing property "title"')]);
    const UPLOADER = "../plugins/image-uploader/plugin.json";
    const part = await underlined(UPLOADER, [
      '"properties": {\n            "above": {',
      '"properties": {\n            "nameless": { "type": "string" }, "above": {',
    ]);
    expect(part).toEqual(
      ["title", "description"].map((word) => expect.stringContaining(`Missing property "${word}"`)),
    );
    const empty = await underlined(RATING, [
      '"properties": {',
      '"properties": { "open": { "type": "string", "title": "x", "description": "x" },',
    ]);
    expect(empty).toEqual([expect.stringContaining('Missing property "default"')]);
  });

  it("underlines a typo in an option and a kind of value that is none", async () => {
    expect(await underlined(RATING, ['"minimum": 1', '"minimun": 1'])).toEqual([
      '"minimun": Property minimun is not allowed.',
    ]);
    expect(await underlined(RATING, ['"values": ["number"', '"values": ["numbr"'])).toEqual([
      expect.stringMatching(/^"numbr": .*"number"/),
    ]);
  });
});
