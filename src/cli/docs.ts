import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import type { OptionSchema } from "../model/option-schema.ts";
import type { PluginManifest } from "../model/plugin-manifest.ts";
import { formatProblem } from "../model/problem.ts";
import { PROBLEM_CODES } from "../model/problem-codes.ts";
import { installedPlugins } from "../node/installed-plugins.ts";
import { DONE, PROBLEMS, type Terminal } from "./command.ts";
import { writeCurrent } from "./write-current.ts";

const PROBLEMS_PAGE = "config/README.md";
export const PLUGINS_PAGE = "plugins/README.md";
export const TOKENS = "src/admin/look/tokens.css";
const EXAMPLES = "tests/fixtures/problems";

/** Writes the generated tables of problems, plugins and CSS variables into their pages. Runs in the project's folder. */
export async function docs(terminal: Terminal, installed = installedPlugins()): Promise<number> {
  // Without these plugins the tables would not be complete.
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

/** How an example of each problem reads, by code. */
type Examples = ReadonlyMap<string, { readonly says: string }>;

/** A page with the table of every problem code between its two marks. */
export function withProblemTable(page: string, examples: Examples): string {
  const rows = Object.entries(PROBLEM_CODES).map(([code, { means, hint }]) => {
    const says = examples.get(code)?.says.replace(` [${code}]`, "");
    return [`\`${code}\``, means, says === undefined ? "" : `\`${says}\``, hint];
  });
  return withPart(page, "problems", table(["code", "what it means", "for example", "what to do"], rows));
}

/** A page with the variables of tokens.css between its marks: each comment there describes the variables under it. */
export function withTokenTable(page: string, css: string): string {
  const groups = css.matchAll(/^ {2}\/\* (.+) \*\/\n((?: .*;\n| {2}--.*\n| {4}.*\n)+)/gm);
  const rows = [...groups].map(([, meaning = "", declared = ""]) => [variablesIn(declared), meaning]);
  return withPart(page, "tokens", table(["variables", "what they are"], rows));
}

/** With their sizes; colours say nothing as numbers. */
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

/** A page with the tables of the installed plugins and of stock between their marks. */
export function withPluginTables(page: string, plugins: Iterable<Listed>): string {
  const all = [...plugins].sort((one, other) => (one.folder < other.folder ? -1 : 1));
  const isStock = ({ folder }: Listed) => folder.startsWith("src/");
  const installed = withPart(page, "installed-plugins", pluginTables(all.filter((one) => !isStock(one))));
  return withPart(installed, "stock-plugins", pluginTables(all.filter(isStock)));
}

/** A table of the plugins, then one of their options. */
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

/** A page with a generated part between its two marks, `<!-- name -->` and `<!-- /name -->`. Throws if it has none. */
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
