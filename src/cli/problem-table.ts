import { PROBLEM_CODES, type ProblemCode } from "../model/problem-codes.ts";

const START = "<!-- problems -->";
const END = "<!-- /problems -->";

/** What is known of an example: how a problem is told when somebody meets it. */
export type Examples = ReadonlyMap<string, { readonly says: string }>;

/** A page with the table of every kind of problem between its two marks. Throws where it has no such marks. */
export function withProblemTable(page: string, examples: Examples): string {
  const [before, rest] = split(page, START);
  const [, after] = split(rest, END);
  return `${before}${START}\n\n${problemTable(examples)}\n${END}${after}`;
}

/** A row for each code. */
export function problemTable(examples: Examples): string {
  const rows = Object.keys(PROBLEM_CODES)
    .filter(isCode)
    .map((code) => {
      const { means, mend } = PROBLEM_CODES[code];
      const says = examples.get(code)?.says ?? "";
      return row(`\`${code}\``, means, says === "" ? "" : `\`${without(says, code)}\``, mend);
    });
  return [
    row("code", "what it means", "for example", "what to do"),
    row("---", "---", "---", "---"),
    ...rows,
    "",
  ].join("\n");
}

/** The code is in its own column. */
function without(says: string, code: ProblemCode): string {
  return says.replace(` [${code}]`, "");
}

function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function isCode(code: string): code is ProblemCode {
  return Object.hasOwn(PROBLEM_CODES, code);
}

function split(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark);
  if (index === -1) throw new Error(`The page has no ${mark}.`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}
