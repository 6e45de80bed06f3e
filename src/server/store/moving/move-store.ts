import { createHash } from "node:crypto";
import { turnWhenDue } from "../../in-turns.ts";
import type { PartCell, PartRow, StorePart, StoreReader, StoreWriter } from "./parts.ts";

/** How many rows a part has, and a hash of all that is in them: the same whichever engine it was read from. */
export interface PartContent extends Pick<StorePart, "title" | "table" | "entity"> {
  readonly rows: number;
  readonly sha256: string;
}

/** A business cannot be moved from there, or to there, as it is now. */
export class MoveRefusedError extends Error {
  override readonly name = "MoveRefusedError";
}

/** What was written is not what was read. */
export class StoreDiffersError extends Error {
  override readonly name = "StoreDiffersError";
}

/**
 * Copies a business from store to store, a few rows at a time, then reads both again and compares every row. Answers what it
 * found in both. Throws `StoreDiffersError`.
 */
export async function moveStore(
  source: StoreReader,
  target: StoreWriter,
  tell: (content: PartContent) => void = () => {},
): Promise<readonly PartContent[]> {
  const parts = await source.parts();
  await target.begin(parts);
  const turn = turnWhenDue();
  for (const part of parts)
    for await (const rows of batchesOf(source, part)) {
      await target.insert(part, rows);
      await turn();
    }
  const last = await source.lastPosition();
  const written = await target.finish(last);
  if (JSON.stringify(await written.parts()) !== JSON.stringify(parts))
    throw new StoreDiffersError("The tables there are not those of the source.");
  if ((await written.lastPosition()) !== last)
    throw new StoreDiffersError("The journal there does not go on where that of the source ends.");
  const contents: PartContent[] = [];
  for (const part of parts) {
    const content = await compare(source, written, part);
    tell(content);
    contents.push(content);
  }
  return contents;
}

/** About how long the values of one batch are together; a single row may be longer. */
const MAX_BATCH_LENGTH = 1_000_000;

async function* batchesOf(reader: StoreReader, part: StorePart): AsyncGenerator<readonly PartRow[]> {
  let after: readonly PartCell[] | undefined;
  for (let limit = 1; ; ) {
    const rows = await reader.rows(part, after, limit);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)?.place;
    // The next rows are expected to be as long as these.
    const length = rows.flatMap(({ cells }) => cells).reduce<number>((sum, cell) => sum + lengthOf(cell), 0);
    limit = Math.max(1, Math.min(part.atOnce, Math.floor((MAX_BATCH_LENGTH * rows.length) / length)));
  }
}

const lengthOf = (cell: PartCell) =>
  typeof cell === "string" || cell instanceof Uint8Array ? cell.length : 1;

async function* hashesOf(
  reader: StoreReader,
  part: StorePart,
): AsyncGenerator<{ readonly row: PartRow; readonly hash: string }> {
  const turn = turnWhenDue();
  for await (const rows of batchesOf(reader, part))
    for (const row of rows) {
      yield { row, hash: hashOf(row) };
      await turn();
    }
}

function hashOf({ cells }: PartRow): string {
  const hash = createHash("sha256");
  const plain = cells.map((cell) =>
    cell instanceof Uint8Array ? [createHash("sha256").update(cell).digest("hex")] : cell,
  );
  return hash.update(JSON.stringify(plain)).digest("hex");
}

async function compare(source: StoreReader, written: StoreReader, part: StorePart): Promise<PartContent> {
  const there = hashesOf(written, part);
  const hash = createHash("sha256");
  let rows = 0;
  for await (const here of hashesOf(source, part)) {
    const { value } = await there.next();
    if (value === undefined || value.hash !== here.hash) throw differs(part, rows + 1, here.row);
    hash.update(here.hash);
    rows += 1;
  }
  if ((await there.next()).done !== true)
    throw new StoreDiffersError(`There are more ${part.title} than the ${rows} of the source.`);
  const { title, table, entity } = part;
  return { title, table, ...(entity === undefined ? {} : { entity }), rows, sha256: hash.digest("hex") };
}

/** Names the row by what it is found by: no value of it is told. */
function differs(
  { title, order, columns }: StorePart,
  number: number,
  { place, cells }: PartRow,
): StoreDiffersError {
  const isNumbered = columns.every(({ name }) => name !== order[0]);
  const named = isNumbered ? cells.slice(0, 1) : place;
  return new StoreDiffersError(
    `${title}: number ${number} (${named.join(", ")}) is missing there, or is another.`,
  );
}
