import { PROBLEM_CODES, type ProblemCode } from "../model/problem-codes.ts";
import { table, withPart } from "./page-part.ts";

/** What is known of an example: how a problem is told when somebody meets it. */
export type Examples = ReadonlyMap<string, { readonly says: string }>;

/** A page with the table of every kind of problem between its two marks. Throws where it has no such marks. */
export function withProblemTable(page: string, examples: Examples): string {
  return withPart(page, "problems", problemTable(examples));
}

/** A row for each code. */
export function problemTable(examples: Examples): string {
  const rows = Object.keys(PROBLEM_CODES)
    .filter(isCode)
    .map((code) => {
      const { means, mend } = PROBLEM_CODES[code];
      const says = examples.get(code)?.says ?? "";
      return [`\`${code}\``, means, says === "" ? "" : `\`${without(says, code)}\``, mend];
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
