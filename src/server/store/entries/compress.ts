import { promisify } from "node:util";
import { gunzip, gzipSync } from "node:zlib";
import type { Json } from "../../../model/record.ts";
import { REAL_TURNS } from "../../in-turns.ts";
import type { JournalEntry } from "../journal.ts";
import type { LongValue } from "./entry-data.ts";

/**
 * What is compressed in one turn of the event loop: 64 kB take 1 ms, of Chinese text as well. Not in another thread: those are busy with
 * passwords and pictures, and every writer would wait for them, since the transaction is open. The parts are one gzip file.
 */
const MAX_PART_BYTES = 256 * 1024;
const MAX_WITHOUT_TURN = 64 * 1024;

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += MAX_PART_BYTES) yield bytes.subarray(at, at + MAX_PART_BYTES);
}

/** A long value as it is stored beside its entry. */
export interface CompressedValue extends Pick<LongValue, "side" | "name" | "isText"> {
  readonly bytes: Uint8Array;
}

/** One after the other: each may be given away before the next is there. */
export async function* compress(long: readonly LongValue[]): AsyncGenerator<CompressedValue> {
  let sinceTurn = 0;
  for (const { side, name, isText, text } of long) {
    const bytes: Uint8Array[] = [];
    for (const part of partsOf(Buffer.from(text))) {
      sinceTurn += part.length;
      if (sinceTurn > MAX_WITHOUT_TURN) {
        await REAL_TURNS.turn();
        sinceTurn = 0;
      }
      bytes.push(gzipSync(part, { level: 1 }));
    }
    yield { side, name, isText, bytes: Buffer.concat(bytes) };
  }
}

const decompress = promisify<Uint8Array, Buffer>(gunzip);

/** An entry with its long values; they are decompressed in another thread. */
export async function withLongValues(
  entry: JournalEntry,
  stored: readonly CompressedValue[],
): Promise<JournalEntry> {
  const sides: { before: Record<string, Json | undefined>; after: Record<string, Json | undefined> } = {
    before: { ...entry.before },
    after: { ...entry.after },
  };
  for (const { side, name, isText, bytes } of stored) {
    const text = (await decompress(bytes)).toString();
    Object.defineProperty(sides[side], name, { value: isText ? text : JSON.parse(text), enumerable: true });
  }
  return { ...entry, ...sides };
}
