import { isAscii } from "node:buffer";
import { setImmediate as othersTurn } from "node:timers/promises";
import secureJson from "secure-json-parse";
import type { Json } from "../../model/record.ts";
import { MAX_LEVELS } from "../../record/json.ts";
import { ApiError } from "./api-error.ts";

/** No sensible body has nearly as many; parsing and walking more would block the event loop. */
const MAX_VALUES = 100_000;
/** A text of escapes alone takes several times as long to parse; formatted text with pictures has far fewer. */
const MAX_ESCAPES = 2_000_000;
/** How much is done between two turns of the event loop. */
const SLICE_BYTES = 256 * 1024;
/** What a text has at least that is parsed by itself: with the rest, it would be copied up to three times in one turn. */
const LONG_BYTES = 16 * 1024;
/** Stands for such a text in the rest, with its number. */
const MARK = "\u{10fffd}";

/**
 * Parses the JSON of a body. Throws BAD_REQUEST for any other text, for too many levels, values or escapes, which are counted
 * before parsing, and for keys of `LONG_BYTES` or more. Drops all `__proto__` keys.
 */
export async function parseJson(bytes: Buffer): Promise<Json> {
  const scan: Scan = { depth: 0, deepest: 0, values: 1, escapes: 0, isEscaped: false, long: [] };
  const pause = async () => {
    if (bytes.length > SLICE_BYTES) await othersTurn();
  };
  try {
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      // Joining the body's chunks has blocked the event loop already.
      await pause();
      scanSlice(scan, bytes.subarray(start, start + SLICE_BYTES), start);
      if (isTooMuch(scan)) throw new ApiError("BAD_REQUEST");
    }
    const texts: string[] = [];
    for (const { start, end } of scan.long) texts.push(await parseText(bytes.subarray(start, end)));
    const rest = decode(withMarks(bytes, scan.long));
    await pause();
    const value = texts.length === 0 ? JSON.parse(rest) : parseAround(texts, rest);
    await pause();
    // Not its `parse`, which searches the whole text for the key first: there are few values, but maybe megabytes of text.
    return typeof value === "object" && value !== null
      ? secureJson.scan(value, { protoAction: "remove", constructorAction: "ignore" })
      : value;
  } catch {
    throw new ApiError("BAD_REQUEST");
  }
}

/** Throws for invalid UTF-8. */
function decode(bytes: Buffer): string {
  // One copy outside of the heap.
  return isAscii(bytes) ? bytes.toString("latin1") : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

/** Parses what is between the quotes of a long text. */
async function parseText(bytes: Buffer): Promise<string> {
  let text = "";
  for (let start = 0; start < bytes.length; ) {
    await othersTurn();
    const end = partEnd(bytes, start + SLICE_BYTES);
    text += JSON.parse(`"${decode(bytes.subarray(start, end))}"`);
    start = end;
  }
  return text;
}

/** The last index up to this one that is within neither a character nor an escape. */
function partEnd(bytes: Buffer, most: number): number {
  if (most >= bytes.length) return bytes.length;
  const lastEscape = bytes.lastIndexOf(BACKSLASH, most - 1);
  if (lastEscape >= most - ESCAPE_BYTES && backslashesBefore(bytes, lastEscape + 1, 0) % 2 === 1)
    return lastEscape;
  let end = most;
  while (((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return end;
}

function withMarks(bytes: Buffer, long: readonly Range[]): Buffer {
  if (long.length === 0) return bytes;
  const ends = [0, ...long.map(({ end }) => end)];
  const parts = ends.flatMap((end, at) => {
    const next = long[at];
    const between = bytes.subarray(end, next?.start);
    return next === undefined ? [between] : [between, Buffer.from(`${MARK}${at}`)];
  });
  return Buffer.concat(parts);
}

/** Throws unless each mark is the value of its own text: a long key has none, and nobody else writes them. */
function parseAround(texts: readonly string[], rest: string): Json {
  const left = new Set(texts.keys());
  const value = JSON.parse(rest, (_key, inner: unknown) => {
    if (typeof inner !== "string" || !inner.startsWith(MARK)) return inner;
    const at = Number(inner.slice(MARK.length));
    if (!left.delete(at)) throw new Error(`There is no text ${at}.`);
    return texts[at];
  });
  if (left.size > 0) throw new Error(`${left.size} texts are no values.`);
  return value;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

interface Scan {
  depth: number;
  deepest: number;
  values: number;
  /** Backslashes. */
  escapes: number;
  /** Where the string begins that the last slice ended in. */
  stringAt?: number | undefined;
  /** The last slice ended in a backslash that escapes the next character. */
  isEscaped: boolean;
  /** What is between the quotes of long texts. */
  readonly long: Range[];
}

function isTooMuch({ deepest, values, escapes }: Scan): boolean {
  return deepest > MAX_LEVELS || values > MAX_VALUES || escapes > MAX_ESCAPES;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
/** `\u0000` */
const ESCAPE_BYTES = 6;

/** Counts levels and values, by brackets and commas; skips strings. @param from the index of the slice */
function scanSlice(scan: Scan, bytes: Buffer, from: number): void {
  for (let at = bytes.indexOf(BACKSLASH); at !== -1; at = bytes.indexOf(BACKSLASH, at + 1)) scan.escapes += 1;
  let at = scan.stringAt === undefined ? 0 : endOfString(scan, bytes, 0, from);
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      scan.stringAt = from + at + 1;
      at = endOfString(scan, bytes, at + 1, from) - 1;
    } else if (byte === COMMA) scan.values += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      scan.values += 1;
      scan.depth += 1;
      scan.deepest = Math.max(scan.deepest, scan.depth);
    } else if (byte === 0x5d || byte === 0x7d) scan.depth -= 1;
    // Scanning a slice of nothing but brackets to its end takes long too.
    if (isTooMuch(scan)) return;
  }
}

/** The index after the string; the slice's end where the string goes on in the next one. */
function endOfString(scan: Scan, bytes: Buffer, start: number, from: number): number {
  const first = scan.isEscaped ? start + 1 : start;
  scan.isEscaped = false;
  for (let at = bytes.indexOf(QUOTE, first); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    if (backslashesBefore(bytes, at, first) % 2 === 1) continue;
    const text = { start: scan.stringAt ?? 0, end: from + at };
    if (text.end - text.start >= LONG_BYTES) scan.long.push(text);
    scan.stringAt = undefined;
    return at + 1;
  }
  scan.isEscaped = backslashesBefore(bytes, bytes.length, first) % 2 === 1;
  return bytes.length;
}

function backslashesBefore(bytes: Buffer, end: number, start: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === BACKSLASH) at -= 1;
  return end - at;
}
