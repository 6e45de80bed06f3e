import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FieldSchema } from "../../src/model/field-schema.ts";
import { isRule, KEYWORDS, type KeywordTable, LIMIT_PAIRS, RULES } from "../../src/model/keywords.ts";
import { type CopiedProject, copyProject } from "../cli/copied-project.ts";

describe("the table of keywords", () => {
  it("has the rules first, in the order in which broken ones are reported", () => {
    expect(Object.keys(KEYWORDS).slice(0, RULES.length)).toEqual(RULES);
    expect(RULES.slice(0, 4)).toEqual(["required", "type", "enum", "format"]);
    expect(isRule("maxItems")).toBe(true);
    expect(["title", "items", "toString", "nothing"].filter(isRule)).toEqual([]);
    expect(LIMIT_PAIRS).toEqual([
      ["minLength", "maxLength"],
      ["minimum", "maximum"],
      ["minItems", "maxItems"],
    ]);
  });

  it("does not compile without a row for each keyword, or without one of the columns", () => {
    const { minLength, ...others } = KEYWORDS;
    const { drawn, ...columns } = minLength;
    // @ts-expect-error a keyword without a row
    const lacksRow: KeywordTable<keyof FieldSchema> = others;
    // @ts-expect-error a row without a column
    const lacksColumn: KeywordTable<"minLength"> = { minLength: columns };
    expect([lacksRow, lacksColumn, drawn]).toHaveLength(3);
  });
});

/** What knows keywords, compiled without the rest of the program. */
const PART = {
  extends: "./tsconfig.json",
  compilerOptions: { pretty: false },
  include: ["src/compiler", "src/admin/form/field/widget-rules.ts"],
};

describe("a keyword that is added", () => {
  let project: CopiedProject;
  beforeEach(() => {
    project = copyProject();
    writeFileSync(join(project.folder, "part.json"), JSON.stringify(PART));
  });
  afterEach(() => project.remove());

  const edit = (path: string, found: string, instead: string) => {
    const text = readFileSync(join(project.folder, path), "utf8");
    expect(text).toContain(found);
    writeFileSync(join(project.folder, path), text.replace(found, `${instead}\n${found}`));
  };
  /** The files that do not compile. */
  const faulty = async () => {
    const { code, said } = await project.run("node_modules/typescript/bin/tsc", "-p", "part.json");
    expect(code === 0).toBe(said === "");
    return [...new Set([...said.matchAll(/^(\S+\.tsx?)\(/gm)].map(([, file]) => file))].sort();
  };
  it("names the files to touch, one after the other, until it is whole", async () => {
    edit(
      "src/model/field-schema.ts",
      "  minLength: count(",
      '  minWords: Type.Optional(Type.Integer({ description: "Fewest words of a text." })),',
    );
    expect(await faulty()).toEqual(["src/model/keywords.ts"]);
    edit(
      "src/model/keywords.ts",
      "  minLength: {",
      '  minWords: { types: ["string"], checkedBy: "value", typed: TEXT, atMost: undefined, drawn: true },',
    );
    expect(await faulty()).toEqual([
      "src/admin/form/field/widget-rules.ts",
      "src/compiler/publish/published-messages.ts",
      "src/compiler/shape/broken-rules.ts",
    ]);
    edit("src/plugin/widget.ts", "  readonly minLength?: number;", "  readonly minWords?: number;");
    edit(
      "src/model/message-keys.ts",
      '  "rule.minLength"',
      '  "rule.minWords": publicMessage("Too few words"),',
    );
    edit("src/compiler/shape/broken-rules.ts", "  minLength: ", "  minWords: () => true,");
    expect(await faulty()).toEqual([]);
  }, 60_000);
});
