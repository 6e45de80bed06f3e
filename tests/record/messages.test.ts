import { describe, expect, it } from "vitest";
import { makeFields } from "../../src/compiler/resolve/make-fields.ts";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import { fieldErrors, messageAt } from "../../src/record/field-errors.ts";
import { fillMessage, findMessage, messageTables } from "../../src/record/messages.ts";
import { validateRecord } from "../../src/record/validate.ts";
import { compileValidator } from "../../src/server/runtime/compile-validator.ts";

const properties: Record<string, FieldSchema> = {
  title: { type: "string", title: "Title", messages: { required: "A book needs its title" } },
  year: { type: "integer", title: "Year", maximum: 2100 },
  price: {
    type: "number",
    title: "Price",
    multipleOf: 0.5,
    messages: { multipleOf: "In steps of {limit}, not {value}" },
  },
  weight: { type: "number", title: "Weight", messages: { type: "{label} in kilograms" } },
  books: {
    type: "array",
    title: "Books",
    uniqueBy: "book",
    messages: { uniqueBy: "{value} is on the list already" },
    items: { type: "object", properties: { book: { type: "string", title: "Book" } } },
  },
  tags: { type: "array", title: "Tags", items: { type: "string" } },
};
const fields = makeFields(properties, ["title"]);
const messages = {
  "rule.required": "{label} is missing",
  "rule.maximum": "{label} is {limit} or less",
  "rule.type": "{label} is of the wrong kind",
  "rule.number": "{label} is no number",
  "rule.integer": "{label} is no whole number",
  "server.invalid": "Something is wrong",
  "slots.wrong": "The plugin says {label} is wrong",
};

function sentences(record: Record<string, never> | object, entityMessages: Record<string, string> = {}) {
  const { check } = compileValidator(properties);
  const problems = validateRecord({ fields, mode: "edit", record: { title: "t", ...record }, check });
  return fieldErrors(problems, fields, [entityMessages, messages]).map(({ message }) => message);
}

describe("messageAt", () => {
  const texts = {
    fr: { "rule.maximum": "app" },
    en: { "rule.maximum": "product", "slots.maximum": "plugin" },
  };
  const entity = {
    language: "en",
    messages: { "rule.maximum": "entity", "slots.maximum": "entity, plugin" },
  };
  const own = [{ maximum: "field" }, { maximum: "list" }];

  it("asks the field, its list, the entity, its language, the app's; in each the key before the plugin's", () => {
    const heard: (string | undefined)[] = [];
    const tables = messageTables(texts, "fr", entity).map((table) => ({ ...table }));
    const speakers = [...own.map((table) => ({ ...table })), ...tables];
    const say = () =>
      messageAt("rule.maximum", { own: speakers.slice(0, 2), tables: speakers.slice(2), plugin: "slots" });
    for (let said = say(); said !== undefined; said = say()) {
      heard.push(said);
      for (const table of speakers as Record<string, string>[]) {
        const key = Object.keys(table).find((one) => table[one] === said);
        if (key !== undefined) delete table[key];
      }
    }
    expect(heard).toEqual(["field", "list", "entity", "entity, plugin", "product", "plugin", "app"]);
  });

  it("finds a plugin's own key as the plugin's alone, and nothing that every object has", () => {
    const tables = messageTables({ en: { "slots.full": "Full", full: "no key of a config" } }, "en");
    expect(messageAt("full", { own: [undefined], tables: [{ "slots.full": "Full" }], plugin: "slots" })).toBe(
      "Full",
    );
    expect(messageAt("constructor", { own: [{}], tables, plugin: undefined })).toBeUndefined();
    expect(messageTables({}, "constructor")).toEqual([undefined, undefined, undefined]);
  });
});

describe("messageTables", () => {
  const texts = { en: { a: "en" }, fr: { a: "fr" }, de: { a: "de" } };

  it("are the speaker's own messages, those of its language, those of the app's language, in this order", () => {
    const own = { a: "own" };
    expect(messageTables(texts, "fr", { language: "de", messages: own })).toEqual([own, texts.de, texts.fr]);
    expect(messageTables(texts, "fr")).toEqual([undefined, texts.fr, texts.fr]);
  });

  it("lack what no language is called, and what every object has", () => {
    const tables = messageTables(texts, "toString", { language: "constructor" });
    expect(tables).toEqual([undefined, undefined, undefined]);
    expect(findMessage([{}, undefined, texts.en], "toString", "constructor")).toBeUndefined();
  });

  it("are asked one after the other, each for all keys in their order", () => {
    expect(findMessage([{ b: "own b" }, { a: "a", b: "b" }], "a", "b")).toBe("own b");
    expect(findMessage([undefined, { a: "a", b: "b" }], "a", "b")).toBe("a");
    expect(findMessage([{ a: "" }, { a: "a" }], "a")).toBe("");
  });
});

describe("fillMessage", () => {
  it("leaves a placeholder without a value, and one named like what every object has", () => {
    const message = "{constructor} {toString} {__proto__} {hasOwnProperty} {limit} {label}";
    expect(fillMessage(message, {})).toBe(message);
    expect(fillMessage(message, { limit: undefined, label: null })).toBe(message);
  });

  it("fills in 0 and a blank text, every time, and never what a value brings", () => {
    expect(fillMessage("{limit}{label} {limit}", { limit: 0, label: "" })).toBe("0 0");
    expect(fillMessage("{label} {limit}", { label: "{limit} $&", limit: 3 })).toBe("{limit} $& 3");
    expect(fillMessage("{book.title}", { "book.title": "Gulls" })).toBe("Gulls");
  });
});

describe("fieldErrors", () => {
  it("says the field's own sentence first", () => {
    expect(sentences({ title: "" })).toEqual(["A book needs its title"]);
  });

  it("says the entity's next, then that of messages.json", () => {
    expect(sentences({ year: 3000 }, { "rule.maximum": "Not after {limit}" })).toEqual(["Not after 2100"]);
    expect(sentences({ year: 3000 })).toEqual(["Year is 2100 or less"]);
  });

  it("fills in limit, value and label", () => {
    expect(sentences({ price: 1.2 })).toEqual(["In steps of 0.5, not 1.2"]);
  });

  it("takes the sentence of a rule from the field that declares it", () => {
    expect(sentences({ books: [{ book: "a" }, { book: "a" }] })).toEqual(["a is on the list already"]);
  });

  it("calls the items of a list by the list's label", () => {
    expect(sentences({ tags: [1] })).toEqual(["Tags is of the wrong kind"]);
  });

  it("says of a number how one is written, unless the field or the entity has a sentence for a wrong kind", () => {
    expect(sentences({ price: "1,5" })).toEqual(["Price is no number"]);
    expect(sentences({ year: 3.5 })).toEqual(["Year is no whole number"]);
    expect(sentences({ year: "2,000,1" }, { "rule.type": "Not {value}" })).toEqual(["Not 2,000,1"]);
    expect(sentences({ year: 3000 })).toEqual(["Year is 2100 or less"]);
    expect(sentences({ weight: "1,5" })).toEqual(["Weight in kilograms"]);
  });

  it("calls items by a title of their own, and says what their list says for them", () => {
    const items: FieldSchema = { type: "number", title: "Mark" };
    const marks: FieldSchema = {
      type: "array",
      title: "Marks",
      items,
      messages: { type: "{label}: a number" },
    };
    const problem = { path: "/marks/1", keyword: "type", params: {} };
    expect(fieldErrors([problem], makeFields({ marks }, []), [messages])[0]?.message).toBe("Mark: a number");
  });

  it("has a plugin's sentence for a plugin's rule, and a general one for what nobody has words for", () => {
    const widgetFields = makeFields(properties, [], () => ({ name: "slots", options: {} }));
    const say = (keyword: string) =>
      fieldErrors([{ path: "/books", keyword, params: {} }], widgetFields, [messages])[0]?.message;
    expect(say("wrong")).toBe("The plugin says Books is wrong");
    expect(say("constructor")).toBe("Something is wrong");
  });
});
