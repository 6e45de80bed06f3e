import type { Steps } from "../../compiler/steps.ts";
import { inTurns, REAL_TURNS } from "../in-turns.ts";

/** A piece ends once it has so many characters; a single text may be longer. */
const PIECE_LENGTH = 256 * 1024;
const MAX_LENGTH_AT_ONCE = 32 * 1024;
/** What is deeper is written as a whole: an item inside a record of a list. */
const MAX_SPLIT_DEPTH = 4;

/**
 * The JSON of an answer, in pieces where it is long, made with turns for others in between. Joined, they are what
 * JSON.stringify writes, for values that are JSON or `undefined`.
 */
export async function jsonPieces(value: unknown): Promise<string[]> {
  // Most answers are short: written at once they take a fraction of the time.
  if (!isLonger(value, MAX_LENGTH_AT_ONCE)) return [JSON.stringify(value) ?? "null"];
  return inTurns(piecesOf(value), REAL_TURNS);
}

function* piecesOf(value: unknown): Steps<string[]> {
  const pieces: string[] = [];
  let piece = "";
  for (const part of parts(value, 0)) {
    yield;
    piece += part;
    if (piece.length < PIECE_LENGTH) continue;
    pieces.push(piece);
    piece = "";
  }
  if (piece !== "" || pieces.length === 0) pieces.push(piece);
  return pieces;
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
