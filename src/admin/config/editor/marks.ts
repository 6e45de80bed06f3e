import { formatProblem, type Problem } from "../../../model/problem.ts";
import type { Remark } from "./json-language.ts";

/**
 * What is underlined: the server's problems of this text, and what the schema alone knows where the server says nothing
 * of the same place. Where the server finds nothing wrong, nothing is.
 */
export function marksOf(
  text: string,
  problems: readonly Problem[],
  remarks: readonly Remark[],
): readonly Remark[] {
  const told = problems.map((problem) => ({ ...rangeOf(text, problem), text: formatProblem(problem) }));
  const touches = (one: Remark) => told.some(({ from, to }) => one.from <= to && from <= one.to);
  const more = told.length === 0 ? [] : remarks.filter((one) => !touches(one));
  return [...told, ...more].sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Where a problem stands in the text; one about a place takes the word or sign that stands there. */
export function rangeOf(
  text: string,
  { line, column, length = 0 }: Pick<Problem, "line" | "column"> & { readonly length?: number },
): { readonly from: number; readonly to: number } {
  const from = offsetOf(text, line, column);
  if (length > 0) return { from, to: Math.min(text.length, from + length) };
  const word = /^(?:[\w$-]+|[^\s])/.exec(text.slice(from, from + 80));
  return { from, to: from + (word?.[0].length ?? 0) };
}

/** 1-based line and column to an offset; what is beyond the text is its end. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const end = text.indexOf("\n", start);
    if (end < 0) return text.length;
    start = end + 1;
  }
  const end = text.indexOf("\n", start);
  return Math.min(start + Math.max(0, column - 1), end < 0 ? text.length : end);
}
