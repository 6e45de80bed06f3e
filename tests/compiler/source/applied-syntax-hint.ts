import { parseJsonFile } from "../../../src/compiler/source/json-file.ts";
import type { JsonFault } from "../../../src/compiler/source/place.ts";

/** A text with one fault, done with as its hint says; undefined where that leaves something to decide. */
export function applySyntaxHint(text: string, { place, message, hint = "" }: JsonFault): string | undefined {
  const lines = text.split("\n");
  const offset =
    lines.slice(0, place.line - 1).join("\n").length + (place.line > 1 ? 1 : 0) + place.column - 1;
  const [before, rest] = [text.slice(0, offset), text.slice(offset)];
  const replaced = (part: RegExp, by: string) => before + rest.replace(part, () => by);
  const inLine = (line: number, change: (line: string) => string) =>
    lines.map((one, index) => (index === line - 1 ? change(one) : one)).join("\n");

  if (hint === "Put a comma there.") {
    const [, line] = /at the end of line (\d+)/.exec(message) ?? [];
    return inLine(Number(line), (one) => `${one},`);
  }
  if (hint.startsWith("Remove the comma before it")) return before.replace(/,(\s*)$/, "$1") + rest;
  if (hint === "Remove the comment.") return replaced(/^.*/, "");
  if (hint.startsWith("Remove what is too many")) return before;
  if (hint === 'Write a straight " instead.')
    return inLine(place.line, (one) => one.replace(/[\u201C\u201D]/g, '"'));
  if (hint === 'Write a double " instead.') return inLine(place.line, (one) => one.replaceAll("'", '"'));
  if (hint === "Write an ordinary space instead.") return replaced(/^./u, " ");
  if (hint.startsWith('Add " at its end'))
    return replaced(/^"[^":,\n]*/, `${/^"[^":,\n]*/.exec(rest)?.[0]}"`);
  const [, closer, byLine] =
    /^Write ([\]}]) where it ends(?:, by the indentation before line (\d+))?\.$/.exec(hint) ?? [];
  if (closer !== undefined)
    return byLine === undefined ? `${text}${closer}` : inLine(Number(byLine) - 1, (one) => `${one}${closer}`);
  const [, sign] = /^Write (\S) instead\.$/.exec(hint) ?? [];
  if (sign !== undefined) return replaced(/^./u, sign);
  const [, word] = /^Write (\w+), all in small letters/.exec(hint) ?? [];
  if (word !== undefined) return replaced(/^\w+/, word);
  const [, written] = /^Write ("[^"]*"|[\d.]+)\.$/.exec(hint) ?? [];
  if (written === undefined) return undefined;
  return replaced(written.startsWith('"') ? /^(?:\w+"|[^,{}[\]":\n]+)/ : /^[\d.,]*\d/, written);
}

/** The faults that are left when every hint was followed that can be. */
export function followSyntaxHints(start: string): readonly JsonFault[] {
  let text = start;
  for (let round = 0; ; round += 1) {
    const { faults } = parseJsonFile("x.json", text);
    const [first] = faults;
    const next = first && applySyntaxHint(text, first);
    if (next === undefined || next === text || round === MAX_ROUNDS) return faults;
    text = next;
  }
}

const MAX_ROUNDS = 6;
