import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";

/** Longer names are cut by PostgreSQL, without a word. */
const MAX_NAME_BYTES = 63;
const KEPT_CHARACTERS = 10;

/** The name of a table, column or index. */
export function physicalName(name: string): string {
  if (Buffer.byteLength(name) <= MAX_NAME_BYTES) return name;
  const digest = createHash("sha256").update(name).digest("hex").slice(0, 20);
  return `${[...name].slice(0, KEPT_CHARACTERS).join("")}$${digest}`;
}

export const physicalId = (name: string): RawBuilder<unknown> => sql.id(physicalName(name));
