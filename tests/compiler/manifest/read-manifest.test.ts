import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readManifest } from "../../../src/compiler/manifest/read-manifest.ts";
import { optionsOf } from "../../../src/compiler/resolve/plugin-use.ts";
import { formatProblem } from "../../../src/model/problem.ts";
import { ownValue } from "../../../src/record/json.ts";
import { segmentsOf } from "../../../src/record/path.ts";
import type { Loose } from "../../model/library.ts";

const FILE = "plugins/stars/plugin.json";

/** A manifest with one of everything, nothing wrong with it. */
const STARS = {
  $schema: "../../config/schema/plugin.json",
  name: "stars",
  kind: "widget",
  api: 1,
  description: "A score in stars.",
  values: ["number", "integer"],
  defaultFor: ["integer"],
  options: {
    type: "object",
    required: ["label"],
    properties: {
      maximum: {
        type: "integer",
        title: "Highest score",
        description: "Where the field has none.",
        minimum: 1,
        maximum: 10,
        default: 5,
        examples: [3],
      },
      label: { type: "string", title: "Label", description: "Beside the stars.", examples: ["Taste"] },
      steps: {
        type: "array",
        title: "Steps",
        description: "From the lowest on.",
        items: {
          type: "object",
          required: ["from"],
          properties: {
            from: { type: "integer", title: "From", description: "This score on." },
            colour: {
              type: "string",
              title: "Colour",
              description: "Of the stars.",
              pattern: "^#[0-9a-f]{6}$",
            },
          },
        },
        examples: [[{ from: 3, colour: "#ff0000" }]],
      },
      beside: {
        type: "string",
        format: "field",
        title: "Beside",
        description: "A field.",
        examples: ["price"],
      },
    },
  },
  examples: [
    {
      title: "Five stars",
      field: { type: "integer", title: "Taste", minimum: 0, maximum: 5 },
      options: { label: "Taste" },
      value: 4,
      record: { price: 12 },
    },
    { title: "As it is", field: { type: "number" }, options: { label: "x", maximum: 3 }, value: null },
  ],
  messages: {
    of: {
      description: "For screen readers. {value} {maximum}",
      text: { en: "{value} of {maximum}", fr: "{value} sur {maximum}" },
    },
  },
};

function read(change: (json: Loose) => void = () => {}) {
  const json: Loose = structuredClone(STARS);
  change(json);
  const text = JSON.stringify(json, null, 2);
  return { text, ...readManifest(FILE, text) };
}

const P = "/options/properties";

type Case = [code: string, what: string, change: (json: Loose) => void, at: string, says: string];

/** One row for each way to be wrong: the code, what is wrong, how, where, and a part of the sentence. */
// biome-ignore format: a table, one row a case
const CASES: Case[] = [
  ["UNKNOWN_KEY", "a typo", (json) => { json.discription = "x"; }, "/discription", 'Did you mean "description"?'],
  ["MISSING_KEY", "no kind", (json) => { delete json.kind; }, "", 'The key "kind" is missing.'],
  ["MISSING_KEY", "no version of the interface", (json) => { delete json.api; }, "", 'Add "api": 1.'],
  ["NOT_ALLOWED", "an example of a picture, by a word for it", (json) => { json.examples[0].field.type = "image"; }, "/examples/0/field/type", 'Write "type": "object", "image": true.'],
  ["PLUGIN_API", "a version to come", (json) => { json.api = 2; json.values = "?"; }, "/api", "written for version 2 of the plugin interface; this program speaks version 1. Use a later version of the program"],
  ["PLUGIN_API", "a version of before", (json) => { json.api = 0; }, "/api", 'Change the plugin as plugins/README.md describes version 1, then write "api": 1.'],
  ["NOT_ALLOWED", "a version in quotes", (json) => { json.api = "1"; }, "/api", '"api" must be 1; found "1".'],
  ["NOT_ALLOWED", "a kind that is none", (json) => { json.kind = "widgte"; }, "/kind", 'Did you mean "widget"?'],
  ["BAD_VALUE", "a name with a capital", (json) => { json.name = "Stars"; }, "/name", "small letters"],
  ["NOT_ALLOWED", "a kind of value that is none", (json) => { json.values[1] = "text"; }, "/values/1", 'Write "string"'],
  ["BAD_VALUE", "no kind of value", (json) => { json.values = []; delete json.defaultFor; delete json.examples; }, "/values", "a list of 1 or more"],
  ["BAD_PLUGIN", "a kind of value twice", (json) => { json.values.push("number"); }, "/values/2", "a second time"],
  ["BAD_PLUGIN", "a widget of no list that draws items", (json) => { json.itemField = "reference"; }, "/itemField", 'Only a widget of lists draws items. Remove "itemField".'],
  ["BAD_PLUGIN", "a cell that shows errors", (json) => { json.kind = "cell"; json.showsErrors = true; }, "/showsErrors", "A cell has no errors to draw."],
  ["BAD_PLUGIN", "a cell that draws items of lists", (json) => { json.kind = "cell"; json.values = ["array"]; delete json.defaultFor; delete json.examples; delete json.showsErrors; json.itemField = "reference"; }, "/itemField", "Only a widget of lists draws items."],
  ["PLUGIN_VALUE", "an example with a list of other items", (json) => { json.values = ["array"]; delete json.defaultFor; json.itemField = "reference"; json.examples = [{ title: "x", field: { type: "array", items: { type: "string" } }, options: { label: "x" }, value: [] }]; }, "/examples/0/field", 'The field holds a list of texts ("string"); the plugin takes a list of objects that hold a reference.'],
  ["BAD_PLUGIN", "a default for what it does not take", (json) => { json.defaultFor = ["date"]; }, "/defaultFor/0", 'none of its "values"'],

  ["UNKNOWN_KEY", "a typo in an option", (json) => { json.options.properties.maximum.minimun = 1; }, `${P}/maximum/minimun`, 'Did you mean "minimum"?'],
  ["UNKNOWN_KEY", "a typo deep in an option", (json) => { json.options.properties.steps.items.properties.from.tilte = "x"; }, `${P}/steps/items/properties/from/tilte`, 'Did you mean "title"?'],
  ["UNKNOWN_KEY", "a keyword that no tool here understands", (json) => { json.options.properties.steps.contains = {}; }, `${P}/steps/contains`, "means nothing here"],
  ["NOT_ALLOWED", "an unknown type", (json) => { json.options.properties.maximum.type = "int"; }, `${P}/maximum/type`, 'Did you mean "integer"?'],
  ["NOT_ALLOWED", "an unknown format", (json) => { json.options.properties.beside.format = "feild"; }, `${P}/beside/format`, 'Did you mean "field"?'],
  ["WRONG_TYPE", "a text for a number", (json) => { json.options.properties.maximum.minimum = "1"; }, `${P}/maximum/minimum`, "Write 1, without quotes."],
  ["NO_LABEL", "no title", (json) => { delete json.options.properties.maximum.title; }, `${P}/maximum`, '"maximum" has no title.'],
  ["NO_LABEL", "an empty description", (json) => { json.options.properties.maximum.description = " "; }, `${P}/maximum`, '"maximum" has no description.'],
  ["NO_LABEL", "no title of a part", (json) => { delete json.options.properties.steps.items.properties.from.title; }, `${P}/steps/items/properties/from`, '"from" has no title.'],
  ["MISSING_KEY", "neither a default nor examples", (json) => { delete json.options.properties.label.examples; }, `${P}/label`, "neither a default nor examples"],
  ["MISSING_KEY", "no type", (json) => { delete json.options.properties.label.type; }, `${P}/label`, "of which kind its value is"],
  ["FIELD_SHAPE", "two kinds of kinds", (json) => { json.options.properties.label.anyOf = [{ type: "string" }, { type: "number" }]; }, `${P}/label/anyOf`, "given twice"],
  ["FIELD_SHAPE", "a rule of another type", (json) => { json.options.properties.label.minimum = 1; }, `${P}/label/minimum`, '"minimum" goes with "type": "number" or "integer", but the type is "string".'],
  ["FIELD_SHAPE", "a list of what nobody says", (json) => { delete json.options.properties.steps.items; }, `${P}/steps`, "what is in it"],
  ["BAD_VALUE", "limits that exclude everything", (json) => { json.options.properties.maximum.minimum = 11; }, `${P}/maximum/minimum`, '"minimum" 11 is above "maximum" 10'],
  ["BAD_PATTERN", "an open bracket", (json) => { json.options.properties.label.pattern = "[a"; }, `${P}/label/pattern`, "no regular expression"],
  ["SLOW_PATTERN", "a group repeated that repeats", (json) => { json.options.properties.label.pattern = "(a+)+$"; delete json.examples; }, `${P}/label/pattern`, "busy very long"],
  ["UNKNOWN_KEY", "what is required is none", (json) => { json.options.required = ["lable"]; }, "/options/required/0", 'There is no "lable" to require. Did you mean "label"?'],
  ["UNKNOWN_KEY", "what is required of a part is none", (json) => { json.options.properties.steps.items.required = ["form"]; }, `${P}/steps/items/required/0`, 'Did you mean "from"?'],
  ["BAD_DEFAULT", "a default beyond its limit", (json) => { json.options.properties.maximum.default = 11; }, `${P}/maximum/default`, 'The default 11 is none that the option accepts: It must be 10 or less; found 11.'],
  ["BAD_PLUGIN", "an example of another type", (json) => { json.options.properties.label.examples = ["x", 3]; }, `${P}/label/examples/1`, "The example 3 is none that the option accepts"],
  ["BAD_PLUGIN", "an example with a part that is none", (json) => { json.options.properties.steps.examples[0][0].form = 1; }, `${P}/steps/examples/0/0/form`, 'Did you mean "from"?'],
  ["BAD_CHOICE", "a choice of another type", (json) => { json.options.properties.label.enum = ["Taste", 5]; json.examples.pop(); }, `${P}/label/enum/1`, "The choice 5 is none that the option accepts"],

  ["BAD_VALUE", "a placeholder that nobody names", (json) => { json.messages.of.description = "For screen readers. {value} {max}"; json.messages.of.text = { en: "{value} of {maximum}" }; }, "/messages/of/text/en", 'does not say that the sentence takes {maximum}. Write one of {value}, {max}, {label}'],
  ["BAD_VALUE", "a placeholder in one language alone", (json) => { json.messages.of.text.fr = "{value} étoiles"; }, "/messages/of/text/fr", 'The sentence in "en" takes {maximum}, the one in "fr" does not.'],
  ["BAD_VALUE", "a placeholder more in another language", (json) => { json.messages.of.text.fr += " {label}"; }, "/messages/of/text/en", 'The sentence in "fr" takes {label}, the one in "en" does not.'],
  ["BAD_VALUE", "a language that is none", (json) => { json.messages.of.text = { en_US: "{value} of {maximum}" }; }, "/messages/of/text/en_US", "zh-TW"],
  ["NO_LABEL", "a sentence in no language", (json) => { json.messages.of.text = {}; }, "/messages/of/text", "said in no language"],
  ["PLUGIN_LANGUAGE", "a sentence that is not said in a language of another", (json) => { json.messages.none = { description: "x", text: { en: "No score" } }; }, "/messages/none/text", 'The message "none" is not said in "fr", as others of the plugin are. Add "fr": "…".'],
  ["BAD_VALUE", "a language that is none beside one of another sentence", (json) => { json.messages.none = { description: "x", text: { en: "No score", fr_FR: "Sans" } }; }, "/messages/none/text/fr_FR", "zh-TW"],
  ["MISSING_KEY", "a sentence without a description", (json) => { delete json.messages.of.description; }, "/messages/of", '"description" of "of" is missing'],
  ["BAD_PLUGIN", "a message with the name of a rule", (json) => { json.messages.maxLength = { description: "x", text: { en: "x", fr: "x" } }; }, "/messages/maxLength", "the name of a rule"],
  ["BAD_PLUGIN", "a message's name with a point", (json) => { json.messages["a.b"] = { description: "x", text: { en: "x", fr: "x" } }; }, "/messages/a.b", "letters and digits"],
  ["BAD_PLUGIN", "a message that is one of the machine's", (json) => { json.name = "picker"; json.messages.clear = { description: "x", text: { en: "x", fr: "x" } }; }, "/messages/clear", '"picker.clear" is a message of the product'],

  ["BAD_VALUE", "no examples", (json) => { json.examples = []; }, "/examples", "a list of 1 or more"],
  ["UNKNOWN_KEY", "a typo in an example", (json) => { json.examples[0].vlaue = 1; }, "/examples/0/vlaue", "means nothing here"],
  ["UNKNOWN_KEY", "a typo in an example's field", (json) => { json.examples[0].field.maximun = 5; }, "/examples/0/field/maximun", 'Did you mean "maximum"?'],
  ["MISSING_KEY", "an example without a value", (json) => { delete json.examples[1].value; }, "/examples/1", 'The key "value" is missing.'],
  ["FIELD_SHAPE", "an example's field whose keys do not go together", (json) => { json.examples[0].field.maxLength = 5; }, "/examples/0/field/maxLength", '"maxLength" goes with "type": "string"'],
  ["BAD_DEFAULT", "an example's field with a wrong default", (json) => { json.examples[0].field.default = 6; }, "/examples/0/field/default", 'The default 6 breaks the rule "maximum": 5'],
  ["FIELD_SHAPE", "an example with a widget", (json) => { json.examples[0].field.widget = "stars"; }, "/examples/0/field/widget", "it is for this plugin"],
  ["FIELD_SHAPE", "an example with its options in the field", (json) => { json.examples[0].field.options = {}; }, "/examples/0/field/options", 'Put them beside "field".'],
  ["PLUGIN_VALUE", "an example of another kind of value", (json) => { json.examples[1].field = { type: "boolean" }; json.examples[1].value = true; }, "/examples/1/field", 'The field holds a yes/no ("boolean"), which is none of the plugin\'s "values".'],
  ["BAD_VALUE", "an example's value that its field refuses", (json) => { json.examples[0].value = 6; }, "/examples/0/value", 'The value 6 breaks the rule "maximum": 5'],
  ["PLUGIN_OPTION", "an example without a required option", (json) => { delete json.examples[1].options.label; }, "/examples/1/options", 'The widget refuses these options: The key "label" is missing.'],
  ["PLUGIN_OPTION", "an example's option that is none", (json) => { json.examples[0].options.lable = "x"; }, "/examples/0/options/lable", 'Did you mean "label"?'],
  ["DUPLICATE_NAME", "two examples of one title", (json) => { json.examples[1].title = "Five stars"; }, "/examples/1/title", 'Two examples are called "Five stars".'],
];

describe("a manifest", () => {
  it("of everything holds, and is what is written", () => {
    const { manifest, problems } = read();
    expect(problems.map(formatProblem)).toEqual([]);
    expect(manifest).toEqual(STARS);
  });

  it.each(CASES)("%s: %s", (code, _what, change, at, says) => {
    const { problems, text } = read(change);
    expect(problems.map((one) => `${one.code} ${one.file}#${one.path}`)).toEqual([`${code} ${FILE}#${at}`]);
    expect(problems.map(formatProblem).join()).toContain(says);
    const [problem] = problems;
    expect(problem?.hint).not.toBe("");
    // it is underlined where it is written: the value, or the key before it
    const line = text.split("\n")[(problem?.line ?? 0) - 1] ?? "";
    const marked = line.slice((problem?.column ?? 0) - 1).slice(0, problem?.length);
    const value = segmentsOf(at).reduce<unknown>(ownValue, JSON.parse(text));
    const isOpened = typeof value === "object" && value !== null;
    const shown = [JSON.stringify(segmentsOf(at).at(-1)), isOpened ? "{" : JSON.stringify(value)];
    expect(isOpened && Array.isArray(value) ? [...shown, "["] : shown).toContain(marked);
  });
});

describe("what is left out and has a default", () => {
  const part = { type: "integer", title: "Part", description: "Of it." };

  it("is no fault of an example, nor of a default or an example of an option", () => {
    const { problems } = read((json) => {
      json.options.required = ["label", "maximum"];
      json.options.properties.whole = {
        type: "object",
        title: "Whole",
        description: "With a part.",
        required: ["part"],
        properties: { part: { ...part, default: 3 } },
        default: {},
        examples: [{}, { part: 4 }],
      };
    });
    expect(problems.map(formatProblem)).toEqual([]);
  });

  it("is one where there is no default", () => {
    const { problems } = read((json) => {
      json.options.properties.whole = {
        type: "object",
        title: "Whole",
        description: "With a part.",
        required: ["part"],
        properties: { part },
        default: {},
      };
    });
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      "BAD_DEFAULT /options/properties/whole/default",
    ]);
  });
});

describe("whatever an option says by the shape", () => {
  const some = fc.constantFrom<unknown>(0, -1, 0.5, "a", "", null, [], ["a", 1], { a: 1 }, { toString: 1 });
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  const schema = fc.letrec((tie) => {
    const inner = fc.oneof({ maxDepth: 2 }, fc.constant({ type: "string" }), tie("option"));
    return {
      option: fc.record(
        {
          type: fc.constantFrom("string", "number", "integer", "boolean", "array", "object"),
          default: some,
          examples: fc.array(some, { minLength: 1, maxLength: 2 }),
          enum: fc.array(fc.constantFrom<unknown>(1, "a", "", true), { minLength: 1, maxLength: 3 }),
          minLength: fc.nat(),
          maxItems: fc.nat(),
          minimum: number,
          multipleOf: fc.constantFrom(0.1, 3, 1e-300, 1e300),
          pattern: fc.constantFrom("[a", "^a$", "\\p{L}"),
          format: fc.constantFrom("date", "field"),
          uniqueItems: fc.boolean(),
          required: fc.array(fc.constantFrom("a", "toString"), { maxLength: 2 }),
          items: inner,
          properties: fc.dictionary(fc.constantFrom("a", "toString"), inner, { maxKeys: 2 }),
          additionalProperties: fc.oneof(fc.boolean(), inner),
          anyOf: fc.array(inner, { minLength: 2, maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
    };
  }).option;

  it("it is checked without a throw, and what holds by the shape can be compiled", () => {
    let compiled = 0;
    fc.assert(
      fc.property(schema, (option) => {
        const { manifest } = read((json) => {
          json.options = { type: "object", properties: { odd: option } };
          delete json.examples;
        });
        if (manifest === undefined) return;
        optionsOf(manifest)({});
        compiled++;
      }),
      { numRuns: 100 },
    );
    expect(compiled).toBeGreaterThan(0);
  });
});
