import type { JsonFault, LineStarts } from "./place.ts";

interface Bracket {
  readonly sign: string;
  readonly offset: number;
  readonly line: number;
  /** Of its line. */
  readonly indent: number;
  /** Whether nothing stands before it on its line. */
  readonly isFirst: boolean;
}

export const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };
const OPENING: Readonly<Record<string, string>> = { "}": "{", "]": "[" };

/** The fault of a bracket without its partner, if there is one: guessed by the indentation, else by the order. */
export function bracketFault(source: string, lines: LineStarts): JsonFault | undefined {
  const open: Bracket[] = [];
  let unclosed: Bracket | undefined;
  let unopened: Bracket | undefined;
  for (const bracket of brackets(source, lines)) {
    if (CLOSING[bracket.sign] !== undefined) {
      open.push(bracket);
      continue;
    }
    const last = open.at(-1);
    if (last === undefined) return notOpened(unopened ?? bracket, lines);
    const isApart = bracket.line !== last.line;
    if (isApart && bracket.isFirst && bracket.indent < last.indent) unclosed ??= last;
    if (isApart && (!bracket.isFirst || bracket.indent > last.indent)) unopened ??= bracket;
    if (CLOSING[last.sign] === bracket.sign) {
      open.pop();
      continue;
    }
    if (unclosed !== undefined) return notClosed(unclosed, source, lines);
    if (!isApart) return otherSign(last, bracket, lines);
    const isWithin = open.some(({ sign }) => sign === OPENING[bracket.sign]);
    if (unopened === bracket || !isWithin) return notOpened(bracket, lines);
    return notClosed(last, source, lines);
  }
  const last = unclosed ?? open.at(-1);
  return open.length === 0 || last === undefined ? undefined : notClosed(last, source, lines);
}

function* brackets(source: string, lines: LineStarts): Generator<Bracket> {
  const indentation = /[ \t]*/y;
  for (const { 0: sign, index: offset } of source.matchAll(/"(?:[^"\\\r\n]|\\.)*"|[{}[\]]/g)) {
    if (sign.startsWith('"')) continue;
    const { line, column } = lines.position(offset);
    indentation.lastIndex = offset - column + 1;
    const indent = indentation.exec(source)?.[0].length ?? 0;
    yield { sign, offset, line, indent, isFirst: indent === column - 1 };
  }
}

function notClosed(bracket: Bracket, source: string, lines: LineStarts): JsonFault {
  const { sign, line, indent } = bracket;
  const after = source.split("\n").slice(line);
  const next = after.findIndex(
    (text) => text.trim() !== "" && text.length - text.trimStart().length <= indent,
  );
  const where = next === -1 ? "" : `, by the indentation before line ${line + next + 1}`;
  const hint = `Write ${CLOSING[sign]} where it ends${where}.`;
  return faultAt(bracket, lines, `The ${sign} of line ${line} is not closed.`, hint);
}

function notOpened(bracket: Bracket, lines: LineStarts): JsonFault {
  const sign = OPENING[bracket.sign];
  const message = `The ${bracket.sign} of line ${bracket.line} closes nothing.`;
  return faultAt(bracket, lines, message, `Write ${sign} where that begins which it closes, or remove it.`);
}

function otherSign(opened: Bracket, by: Bracket, lines: LineStarts): JsonFault {
  const hint = `Write ${CLOSING[opened.sign]} instead.`;
  return faultAt(by, lines, `This ${by.sign} closes a ${opened.sign}.`, hint);
}

function faultAt({ offset }: Bracket, lines: LineStarts, message: string, hint: string): JsonFault {
  return { code: "JSON_SYNTAX", place: lines.place(offset), message, hint };
}
