import { isAscii } from "node:buffer";
import { setImmediate as othersTurn } from "node:timers/promises";
import secureJson from "secure-json-parse";
import type { Json } from "../../model/record.ts";
import { MAX_LEVELS } from "../../record/json.ts";
import { ApiError } from "./api-error.ts";

/** No body that means something has nearly as many; parsing and walking more of them would hold everybody up. */
const MAX_VALUES = 100_000;
/** Formatted text with pictures inside it has some; a text that is nothing else takes several times as long to parse. */
const MAX_ESCAPES = 2_000_000;
/** What is done between two turns of everyone else. */
const SLICE_BYTES = 256 * 1024;

/**
 * The JSON of a body. Throws BAD_REQUEST for what is none, nests too deep, has too many values or escapes: counted before it is
 * parsed, so that a hostile body never becomes a tree. `__proto__` keys are dropped wherever they stand.
 */
export async function parseJson(bytes: Buffer): Promise<Json> {
  const scan = startScan();
  try {
    for (const slice of slicesOf(bytes)) {
      // What came before this body, copying it together too, has held everyone else up already.
      if (bytes.length > SLICE_BYTES) await othersTurn();
      scanSlice(scan, slice);
      if (isTooMuch(scan)) throw new ApiError("BAD_REQUEST");
    }
    const text = await decode(bytes);
    if (bytes.length > SLICE_BYTES) await othersTurn();
    const value: Json = secureJson.parse(text, { protoAction: "remove", constructorAction: "ignore" });
    if (bytes.length > SLICE_BYTES) await othersTurn();
    return value;
  } catch {
    throw new ApiError("BAD_REQUEST");
  }
}

function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let start = 0; start < bytes.length; start += SLICE_BYTES)
    yield bytes.subarray(start, start + SLICE_BYTES);
}

/** Throws for what is no UTF-8. */
async function decode(bytes: Buffer): Promise<string> {
  // One copy, outside of the heap: several times cheaper than joining slices. Pictures are nothing else.
  if (isAscii(bytes)) return bytes.toString("latin1");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (const slice of slicesOf(bytes)) {
    if (bytes.length > SLICE_BYTES) await othersTurn();
    text += decoder.decode(slice, { stream: true });
  }
  return text + decoder.decode();
}

/** How far the look through the bytes has come. */
interface Scan {
  depth: number;
  deepest: number;
  values: number;
  /** Backslashes. */
  escapes: number;
  inString: boolean;
  /** The slice before ended in a backslash that makes the next character an ordinary one. */
  isEscaped: boolean;
}

function startScan(): Scan {
  return { depth: 0, deepest: 0, values: 1, escapes: 0, inString: false, isEscaped: false };
}

function isTooMuch({ deepest, values, escapes }: Scan): boolean {
  return deepest > MAX_LEVELS || values > MAX_VALUES || escapes > MAX_ESCAPES;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Counts what nests and what follows a comma. Strings are jumped over. */
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
    // Enough is known, and the rest of a slice of nothing else takes its time too.
    if (isTooMuch(scan)) return;
  }
}

/** Where what follows the string begins; the slice's end where the string goes on in the next. */
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
