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

/**
 * Parses the JSON of a body. Throws BAD_REQUEST for any other text, and for too many levels, values or escapes, which are
 * counted before parsing. Drops all `__proto__` keys.
 */
export async function parseJson(bytes: Buffer): Promise<Json> {
  const scan = { depth: 0, deepest: 0, values: 1, escapes: 0, inString: false, isEscaped: false };
  try {
    for (const slice of slicesOf(bytes)) {
      // Joining the body's chunks has blocked the event loop already.
      if (bytes.length > SLICE_BYTES) await othersTurn();
      scanSlice(scan, slice);
      if (isTooMuch(scan)) throw new ApiError("BAD_REQUEST");
    }
    const text = await decode(bytes);
    if (bytes.length > SLICE_BYTES) await othersTurn();
    const value: Json = JSON.parse(text);
    if (bytes.length > SLICE_BYTES) await othersTurn();
    // Not its `parse`, which searches the whole text for the key first: there are few values, but maybe megabytes of text.
    return typeof value === "object" && value !== null
      ? secureJson.scan(value, { protoAction: "remove", constructorAction: "ignore" })
      : value;
  } catch {
    throw new ApiError("BAD_REQUEST");
  }
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES)
    yield bytes.subarray(start, start + SLICE_BYTES);
}

/** Throws for invalid UTF-8. */
async function decode(bytes: Buffer): Promise<string> {
  // One copy outside of the heap, several times cheaper than joining slices. A picture (base64) is ASCII.
  if (isAscii(bytes)) return bytes.toString("latin1");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (const slice of slicesOf(bytes)) {
    if (bytes.length > SLICE_BYTES) await othersTurn();
    text += decoder.decode(slice, { stream: true });
  }
  return text + decoder.decode();
}

interface Scan {
  depth: number;
  deepest: number;
  values: number;
  /** Backslashes. */
  escapes: number;
  inString: boolean;
  /** The last slice ended in a backslash that escapes the next character. */
  isEscaped: boolean;
}

function isTooMuch({ deepest, values, escapes }: Scan): boolean {
  return deepest > MAX_LEVELS || values > MAX_VALUES || escapes > MAX_ESCAPES;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Counts levels and values, by brackets and commas; skips strings. */
function scanSlice(scan: Scan, bytes: Buffer): void {
  for (let at = bytes.indexOf(BACKSLASH); at !== -1; at = bytes.indexOf(BACKSLASH, at + 1)) scan.escapes += 1;
  let at = scan.inString ? endOfString(scan, bytes, 0) : 0;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      scan.inString = true;
      at = endOfString(scan, bytes, at + 1) - 1;
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
function endOfString(scan: Scan, bytes: Buffer, start: number): number {
  const first = scan.isEscaped ? start + 1 : start;
  scan.isEscaped = false;
  for (let at = bytes.indexOf(QUOTE, first); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    if (backslashesBefore(bytes, at, first) % 2 === 1) continue;
    scan.inString = false;
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
