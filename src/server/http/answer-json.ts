import { Readable } from "node:stream";
import { turnWhenDue } from "../in-turns.ts";

/** What is longer is made in pieces, and compressed beside the event loop. */
export const MAX_LENGTH_AT_ONCE = 256 * 1024;
/** A piece ends once it has so many characters; a single text may be longer. */
const PIECE_LENGTH = 64 * 1024;
/** What is deeper is written as a whole: an item inside a record of a list. */
const MAX_SPLIT_DEPTH = 4;

/**
 * The JSON of an answer. What is long comes in pieces, each made when the one before has been taken, with turns for others
 * in between; joined, they are what JSON.stringify writes, for values that are JSON or `undefined`.
 *
 * @param atOnce characters from which on it is long, about
 */
export function answerJson(value: unknown, atOnce = MAX_LENGTH_AT_ONCE): string | Readable {
  return isLonger(value, atOnce)
    ? Readable.from(piecesOf(value), { highWaterMark: 1 })
    : (JSON.stringify(value) ?? "null");
}

async function* piecesOf(value: unknown): AsyncGenerator<string> {
  const turn = turnWhenDue();
  let piece = "";
  for (const part of parts(value, 0)) {
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    yield piece;
    piece = "";
    await turn();
  }
  if (piece !== "") yield piece;
}

/** Whether a value has more characters as JSON, about. It stops counting there. */
export function isLonger(value: unknown, limit: number): boolean {
  return roomAfter(value, limit) < 0;
}

/** About how many of so many characters a value leaves; less than 0 as soon as none is left. */
function roomAfter(value: unknown, room: number): number {
  if (typeof value === "string") return room - value.length;
  if (typeof value !== "object" || value === null) return room - 4;
  let left = room;
  for (const key in value) {
    left = roomAfter(Reflect.get(value, key), left - key.length);
    if (left < 0) return left;
  }
  return left;
}

function* parts(value: unknown, depth: number): Generator<string> {
  if (typeof value !== "object" || value === null || depth >= MAX_SPLIT_DEPTH) {
    yield JSON.stringify(value) ?? "null";
  } else if (Array.isArray(value)) {
    let before = "[";
    for (const item of value) {
      yield before;
      yield* parts(item, depth + 1);
      before = ",";
    }
    yield before === "[" ? "[]" : "]";
  } else {
    let before = "{";
    for (const [key, inner] of Object.entries(value)) {
      if (inner === undefined) continue;
      yield `${before}${JSON.stringify(key)}:`;
      yield* parts(inner, depth + 1);
      before = ",";
    }
    yield before === "{" ? "{}" : "}";
  }
}
