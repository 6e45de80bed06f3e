import { readFileSync } from "node:fs";

export type ComposeValue = string | readonly ComposeValue[] | { readonly [key: string]: ComposeValue };

/**
 * Reads the part of YAML that our compose file is written in: maps and lists by indentation, and scalars or flow values that are
 * JSON, or words. Throws at any other line.
 */
export function readCompose(path: string): ComposeValue {
  const lines = readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s*#/.test(line));
  let at = 0;
  const indentOf = (line: string | undefined) => (line === undefined ? -1 : line.search(/\S/));

  function block(indent: number): ComposeValue {
    if (lines[at]?.trim().startsWith("- ")) return list(indent);
    const map: Record<string, ComposeValue> = {};
    while (indentOf(lines[at]) === indent) {
      const line = lines[at] ?? "";
      const [, key, rest] = /^\s*([A-Za-z_][\w-]*):(?: (.+))?$/.exec(line) ?? [];
      if (key === undefined || Object.hasOwn(map, key)) throw new Error(`Not read: ${line}`);
      at += 1;
      map[key] = rest === undefined ? block(deeper(indent)) : scalar(rest);
    }
    if (indentOf(lines[at]) > indent) throw new Error(`Not read: ${lines[at]}`);
    return map;
  }

  function list(indent: number): ComposeValue {
    const items: ComposeValue[] = [];
    while (indentOf(lines[at]) === indent) {
      items.push(scalar((lines[at] ?? "").trim().replace(/^- /, "")));
      at += 1;
    }
    return items;
  }

  function deeper(indent: number): number {
    const next = indentOf(lines[at]);
    if (next <= indent) throw new Error(`Nothing below line ${at}`);
    return next;
  }
  return block(0);
}

const scalar = (text: string): ComposeValue => (/^["[{\d]/.test(text) ? JSON.parse(text) : text);
