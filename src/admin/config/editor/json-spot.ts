import { getLocation } from "jsonc-parser";

/** What stands at the cursor of a text that is half written. */
export interface JsonSpot {
  /** A key is written here, not a value. */
  readonly isKey: boolean;
  /** Where the key or value begins and ends, quotes included; both the cursor where there is none. */
  readonly from: number;
  readonly to: number;
  /** A colon follows the key. */
  readonly hasColon: boolean;
  /** Of the value, or of the object that the key is in. */
  readonly path: readonly (string | number)[];
}

/** Reads a text up to the cursor. What follows the cursor does not matter. */
export function spotAt(text: string, at: number): JsonSpot {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, at);
  const isKey = isAtPropertyKey && typeof path.at(-1) === "string";
  const { from, to } =
    previousNode?.type === "string" || previousNode?.type === "property"
      ? quotedAt(text, at, previousNode.offset, previousNode.offset + previousNode.length)
      : bareAt(text, at);
  const hasColon = isKey && /^\s*:/.test(text.slice(to));
  return { isKey, from, to, hasColon, path: isKey ? path.slice(0, -1) : path };
}

function quotedAt(text: string, at: number, from: number, end: number) {
  const isClosed = end - from > 1 && text[end - 1] === '"';
  if (at > end || (at === end && isClosed)) return { from: at, to: at };
  // A text that is not closed seems to end at the quote of the next one: no name holds what stands between them.
  return { from, to: isClosed && !/[,:{}[\]]/.test(text.slice(at, end)) ? end : at };
}

/** A word without quotes. */
function bareAt(text: string, at: number) {
  const [before = ""] = /[^\s{}[\]:,"]*$/.exec(text.slice(0, at)) ?? [];
  const [after = ""] = /^[^\s{}[\]:,"]*/.exec(text.slice(at)) ?? [];
  return before === "" ? { from: at, to: at } : { from: at - before.length, to: at + after.length };
}

/** How many more of these brackets are opened than closed. */
export function openBrackets(text: string, open: "{" | "["): number {
  const close = open === "{" ? "}" : "]";
  const tokens = text.match(/"(?:\\.|[^"\\\n])*"?|[{}[\]]/g) ?? [];
  return tokens.filter((token) => token === open).length - tokens.filter((token) => token === close).length;
}

/** A comma where another key or value follows. */
export function separatorAfter(text: string, at: number): "," | "" {
  return /^\s*(?:[,\]}]|$)/.test(text.slice(at)) ? "" : ",";
}
