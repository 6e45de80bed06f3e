import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { pluginTypes, typesFiles } from "../../src/cli/plugin-types.ts";
import type { OptionSchema } from "../../src/model/option-schema.ts";
import { installedPlugins } from "../../src/node/installed-plugins.ts";
import { manifest } from "../model/library.ts";

const { registry } = installedPlugins();
const installed = [...registry.widgets.values(), ...registry.cells.values()];

describe("the manifest.ts of every plugin", () => {
  it("is what its plugin.json says", async () => {
    const files = typesFiles(installed);
    expect(files.size).toBeGreaterThan(0);
    for (const [path, text] of files) {
      const found = await readFile(path, "utf8").catch(() => "");
      expect(found === text, `${path} is not current: run "npm run schema"`).toBe(true);
    }
  });

  it("is there for every plugin of the shop, and for the product's own where they have options", () => {
    const files = typesFiles(installed);
    for (const { folder, manifest } of installed) {
      const needed = !folder.startsWith("src/") || manifest.options !== undefined;
      expect(files.has(`${folder}/manifest.ts`), folder).toBe(needed);
    }
  });
});

const long = ["an answer that is long", "another that is longer", "one that goes on and on", "the last one"];
const part = (name: string): OptionSchema => ({
  type: "object",
  required: [name],
  properties: { [name]: { type: "string", title: "Name", description: "What it is called." } },
});

/** One option for each way in which a type can be written. */
const OPTIONS: Readonly<Record<string, OptionSchema>> = {
  text: { type: "string", title: "Text", description: "Any." },
  given: { type: "integer", title: "Ask?", description: "With  a\n default */ in it.", default: 3 },
  needed: { type: "boolean", title: "Needed", description: "No default." },
  one: { type: "string", enum: ['say "when"', "it's", "both \" and '", "plain"] },
  numbers: { type: "number", enum: [1, -2.5, 1e21, 1, 1e-7] },
  several: { anyOf: [{ type: "string" }, { type: "integer" }, { type: "number" }] },
  many: { type: "string", enum: [...long, "one more, so that it does not fit"] },
  list: { type: "array", items: { type: "string" } },
  either: { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }] } },
  manyOf: { type: "array", items: { type: "string", enum: [...long, "one more"] } },
  lists: { type: "array", items: { type: "array", items: { type: "boolean" } } },
  listsOfMany: {
    type: "array",
    items: { type: "array", items: { type: "string", enum: [...long, "more"] } },
  },
  anything: { type: "array" },
  steps: {
    type: "array",
    items: {
      ...part("above"),
      properties: {
        ...part("above").properties,
        most: { type: "integer", title: "Most", description: "Or none." },
        share: { type: "number", title: "Share", description: "From 0 to 1.", default: 1 },
      },
    },
  },
  stepLists: { type: "array", items: { type: "array", items: part("x") } },
  none: { type: "object", properties: {} },
  byName: { type: "object", additionalProperties: { type: "number" } },
  byAnyName: { type: "object", additionalProperties: true },
  someByName: { ...part("x"), additionalProperties: { type: "number" } },
  partsByName: { type: "object", additionalProperties: part("y") },
  "in-quotes": { type: "string" },
  mixed: { anyOf: [{ type: "string" }, part("z"), { type: "array", items: part("w") }] },
  notFilled: {
    anyOf: [
      { type: "boolean" },
      {
        type: "object",
        properties: { kept: { type: "string", title: "Kept", description: "Or not.", default: "x" } },
      },
    ],
  },
  mixedLists: { type: "array", items: { anyOf: [{ type: "string" }, part("v")] } },
  twiceTheSame: { anyOf: [{ type: "string" }, { type: "string", minLength: 2 }, { type: "number" }] },
};

/** Choices of every length about the width of a line, alone and in a list. */
const LENGTHS = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => {
    const choice: OptionSchema = { type: "string", enum: ["a".repeat(30), "b".repeat(20 + index)] };
    return [
      [`alone${index}`, choice],
      [`listed${index}`, { type: "array", items: choice }],
    ] as const;
  }).flat(),
);

const MESSAGES = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`sentence${index}`, { description: "x", text: { en: "x" } }]),
);

const tricky = manifest(
  "widget",
  "tricky",
  ["string", "html", "choice", "image", "images", "object", "array"],
  {
    options: { type: "object", required: ["needed"], properties: { ...OPTIONS, ...LENGTHS } },
    messages: MESSAGES,
  },
);

describe("types made of a manifest", () => {
  const text = pluginTypes(tricky);

  it.each([
    ["a title and a description say what it is", "  /** Text. Any. */\n  readonly text?: string;"],
    [
      "a default is there, a comment stays one",
      "/** Ask? With a default *\\/ in it. */\n  readonly given: number;",
    ],
    ["so is what is required", "readonly needed: boolean;"],
    ["choices are literals", `readonly one?: 'say "when"' | "it's" | "both \\" and '" | "plain";`],
    ["no choice twice", "readonly numbers?: 1 | -2.5 | 1e21 | 1e-7;"],
    ["whole numbers are numbers", "readonly several?: string | number;"],
    ["a list of several kinds", "readonly either?: readonly (string | number)[];"],
    ["a list of lists", "readonly lists?: readonly (readonly boolean[])[];"],
    ["a list of what nobody says", "readonly anything?: readonly unknown[];"],
    [
      "a list of objects",
      "readonly steps?: readonly {\n    /** Name. What it is called. */\n    readonly above: string;\n    /** Most. Or none. */\n    readonly most?: number;\n    /** Share. From 0 to 1. */\n    readonly share: number;\n  }[];",
    ],
    ["an object of nothing", "readonly none?: Readonly<Record<string, never>>;"],
    ["an object of any names", "readonly byName?: {\n    readonly [name: string]: number;\n  };"],
    ["a name that needs quotes", 'readonly "in-quotes"?: string;'],
    ["defaults are not filled in inside anyOf", "readonly kept?: string;"],
    ["no kind twice", "readonly twiceTheSame?: string | number;"],
    [
      "what the widget edits",
      "export type Value =\n  | string\n  | number\n  | ImageRecord\n  | readonly ImageRecord[]\n  | Readonly<Record<string, Json>>\n  | readonly Json[];",
    ],
    ["its sentences", 'export type MessageKey =\n  | "sentence0"\n  | "sentence1"'],
    ["and imports what it names", 'import type { ImageRecord, Json } from "admin";\n'],
  ])("%s", (_what, expected) => {
    expect(text).toContain(expected);
  });

  it("are those of a plugin without options and sentences, too", () => {
    expect(pluginTypes(manifest("cell", "plain", ["boolean"]))).toBe(
      [
        "// Made of plugin.json by npm run schema; not to be edited.",
        "",
        '/** Options of the cell "plain", defaults filled in. */',
        "export type Options = Readonly<Record<string, never>>;",
        "",
        "/** What it shows, where it is not empty. */",
        "export type Value = boolean;",
        "",
        "/** Its own messages. */",
        "export type MessageKey = never;",
        "",
      ].join("\n"),
    );
  });

  it("are as the formatter writes them, and pass the linter", () => {
    for (const made of [text, pluginTypes(manifest("cell", "plain", ["boolean"]))]) {
      const biome = ["node_modules/@biomejs/biome/bin/biome", "check", "--write"];
      const { stdout, stderr, status } = spawnSync(
        process.execPath,
        [...biome, "--stdin-file-path=plugins/tricky/manifest.ts"],
        { input: made, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } },
      );
      expect({ status, stdout }, stderr).toEqual({ status: 0, stdout: made });
    }
  });
});
