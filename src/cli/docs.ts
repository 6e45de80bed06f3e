import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { OptionSchema } from "../model/option-schema.ts";
import type { PluginManifest } from "../model/plugin-manifest.ts";
import { formatProblem } from "../model/problem.ts";
import { PROBLEM_CODES, type ProblemCode } from "../model/problem-codes.ts";
import { installedPlugins } from "../node/installed-plugins.ts";
import { DONE, PROBLEMS, type Terminal } from "./command.ts";
import { writeCurrent } from "./write-current.ts";

const PROBLEMS_PAGE = "config/README.md";
export const PLUGINS_PAGE = "plugins/README.md";
export const TOKENS = "src/admin/look/tokens.css";
const EXAMPLES = "tests/fixtures/problems";

/**
 * Writes what the pages say of problems, of plugins and of their variables anew. For whoever works on the program, from its folder.
 */
export async function docs(terminal: Terminal, installed = installedPlugins()): Promise<number> {
  // A plugin that cannot be read would be missing in the tables.
  for (const problem of installed.problems) terminal.error(formatProblem(problem));
  if (installed.problems.length > 0) return PROBLEMS;
  const { widgets, cells } = installed.registry;
  const [problems, plugins, tokens] = await Promise.all([
    readFile(PROBLEMS_PAGE, "utf8"),
    readFile(PLUGINS_PAGE, "utf8"),
    readFile(TOKENS, "utf8"),
  ]);
  const pages = new Map([
    [PROBLEMS_PAGE, withProblemTable(problems, await readExamples())],
    [
      PLUGINS_PAGE,
      withTokenTable(withPluginTables(plugins, [...widgets.values(), ...cells.values()]), tokens),
    ],
  ]);
  const written = await writeCurrent(pages);
  for (const page of pages.keys())
    terminal.log(written.includes(page) ? `Written: ${page}` : `${page} is current.`);
  return DONE;
}

async function readExamples(): Promise<Examples> {
  const names = await readdir(EXAMPLES);
  const read = async (name: string) => JSON.parse(await readFile(join(EXAMPLES, name), "utf8"));
  return new Map(
    await Promise.all(names.map(async (name) => [basename(name, ".json"), await read(name)] as const)),
  );
}

/** What is known of an example: how the problem reads. */
type Examples = ReadonlyMap<string, { readonly says: string }>;

/** A page with the table of every kind of problem between its two marks. Throws where it has no such marks. */
export function withProblemTable(page: string, examples: Examples): string {
  return withPart(page, "problems", problemTable(examples));
}

/** A row for each code. */
function problemTable(examples: Examples): string {
  const rows = Object.keys(PROBLEM_CODES)
    .filter(isCode)
    .map((code) => {
      const { means, hint } = PROBLEM_CODES[code];
      const says = examples.get(code)?.says ?? "";
      return [`\`${code}\``, means, says === "" ? "" : `\`${without(says, code)}\``, hint];
    });
  return table(["code", "what it means", "for example", "what to do"], rows);
}

/** The code is in its own column. */
function without(says: string, code: ProblemCode): string {
  return says.replace(` [${code}]`, "");
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEM_CODES, code);
}

/** A page with the variables of tokens.css between its marks: what each comment there says of those under it. */
export function withTokenTable(page: string, css: string): string {
  const groups = css.matchAll(/^ {2}\/\* (.+) \*\/\n((?: .*;\n| {2}--.*\n| {4}.*\n)+)/gm);
  const rows = [...groups].map(([, meaning = "", declared = ""]) => [variablesIn(declared), meaning]);
  return withPart(page, "tokens", table(["variables", "what they are"], rows));
}

/** With their sizes: a colour says nothing as a number. */
function variablesIn(declared: string): string {
  return [...declared.matchAll(/^ {2}(--[\w-]+):(?: (\d+px);)?/gm)]
    .map(([, name, size]) => `\`${name}\`${size === undefined ? "" : ` ${size}`}`)
    .join(", ");
}

interface Listed {
  /** `plugins/stars` */
  readonly folder: string;
  readonly manifest: PluginManifest;
}

/** A page with the tables of the installed plugins and of stock between their marks. Throws where it has no such marks. */
export function withPluginTables(page: string, plugins: Iterable<Listed>): string {
  const all = [...plugins].sort((one, other) => (one.folder < other.folder ? -1 : 1));
  const isStock = ({ folder }: Listed) => folder.startsWith("src/");
  const installed = withPart(page, "installed-plugins", pluginTables(all.filter((one) => !isStock(one))));
  return withPart(installed, "stock-plugins", pluginTables(all.filter(isStock)));
}

/** What there is, then what can be set. */
function pluginTables(plugins: readonly Listed[]): string {
  const rows = plugins.map(({ manifest }) => [
    `\`${manifest.name}\``,
    manifest.kind,
    manifest.values.join(", "),
    manifest.description,
  ]);
  return `${table(["plugin", "kind", "for values", "what it is"], rows)}\n${optionTable(plugins)}`;
}

function optionTable(plugins: readonly Listed[]): string {
  const rows = plugins.flatMap(({ manifest: { name, kind, options } }) =>
    Object.entries(options?.properties ?? {}).map(([option, schema]) => {
      const isRequired = options?.required?.includes(option) === true && schema.default === undefined;
      return [
        `\`${name}\` (${kind})`,
        `\`${option}\``,
        typeWords(schema),
        isRequired ? "must be given" : code(schema.default),
        [schema.title && `${schema.title}.`, schema.description].filter(Boolean).join(" "),
        code(schema.examples?.[0]),
      ];
    }),
  );
  return table(["plugin", "option", "type", "default", "what it means", "for example"], rows);
}

function code(value: unknown): string {
  return value === undefined ? "" : `\`${JSON.stringify(value)}\``;
}

const WORDS: Readonly<Record<string, string>> = { string: "text", integer: "whole number" };

/** `whole number`, `list of texts`, `"city" or "district"`, `text (field)` */
function typeWords(schema: OptionSchema, plural = ""): string {
  const { enum: values, anyOf, type = [], items, properties = {}, format } = schema;
  if (values !== undefined) return values.map(code).join(" or ");
  if (anyOf !== undefined) return anyOf.map((one) => typeWords(one, plural)).join(" or ");
  const parts = Object.keys(properties).map((name) => `\`${name}\``);
  const types = [type].flat().map((one) => {
    const word = one === "boolean" ? "yes or no" : `${WORDS[one] ?? one}${plural}`;
    if (one === "array") return `list${plural}${items === undefined ? "" : ` of ${typeWords(items, "s")}`}`;
    return one === "object" && parts.length > 0 ? `${word} with ${parts.join(", ")}` : word;
  });
  return types.join(" or ") + (format === undefined ? "" : ` (${format})`);
}

/** A page with a generated part between its two marks, `<!-- name -->` and `<!-- /name -->`. Throws where it has no such marks. */
export function withPart(page: string, name: string, part: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = split(page, start);
  const [, after] = split(rest, end);
  return `${before}${start}\n\n${part}\n${end}${after}`;
}

/** A table in Markdown, its first row the heads. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => "---"), ...rows].map((cells) => `${row(cells)}\n`).join("");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function split(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark);
  if (index === -1) throw new Error(`The page has no ${mark}.`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}
