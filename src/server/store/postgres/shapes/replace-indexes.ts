import { type RawBuilder, sql } from "kysely";
import type { Query } from "../connection.ts";
import type { PhysicalIndex } from "../derived.ts";
import { physicalName } from "../physical-names.ts";
import type { TablePlan } from "./table-plan.ts";

/** What becomes of the indexes of some tables. */
interface ReplacedIndexes {
  readonly created: readonly (PhysicalIndex & {
    /** Its name as long as another index has its own. */
    readonly asLong?: string;
  })[];
  readonly dropped: readonly string[];
}

interface Plans {
  readonly plan: TablePlan;
  readonly old: TablePlan | undefined;
}

export async function replacedIndexes(query: Query, plans: readonly Plans[]): Promise<ReplacedIndexes> {
  const found = await query(
    sql<{
      name: string;
    }>`select indexname as name from pg_catalog.pg_indexes where schemaname = current_schema()`,
  );
  const present = new Set(found.map(({ name }) => name));
  const wanted = plans.flatMap(({ plan }) => plan.indexes);
  const old = plans.flatMap((one) => one.old?.indexes ?? []);
  return {
    created: without(wanted, old).map((index) =>
      present.has(index.name) ? { ...index, asLong: physicalName(`${index.name}$new`) } : index,
    ),
    dropped: without(old, wanted).map(({ name }) => name),
  };
}

const without = (indexes: readonly PhysicalIndex[], others: readonly PhysicalIndex[]) =>
  indexes.filter(({ name, text }) => !others.some((other) => other.name === name && other.text === text));

/** Beside those that there are: who reads does not wait for it. */
export function createIndexesBeside(query: Query, { created }: ReplacedIndexes): Promise<void> {
  const texts = created.map(({ name, text, asLong = name }) =>
    text.replace(`index "${name}"`, () => `index "${asLong}"`),
  );
  return all(
    query,
    texts.map((text) => sql`create ${sql.raw(text)}`),
  );
}

/** Takes the new ones for the old ones: who reads waits for it. */
export function swapIndexes(query: Query, { created, dropped }: ReplacedIndexes): Promise<void> {
  const replaced = created.filter(({ asLong }) => asLong !== undefined);
  return all(query, [
    ...[...dropped, ...replaced.map(({ name }) => name)].map(
      (name) => sql`drop index if exists ${sql.id(name)}`,
    ),
    ...replaced.map(
      ({ name, asLong = name }) => sql`alter index ${sql.id(asLong)} rename to ${sql.id(name)}`,
    ),
  ]);
}

/** Without values, they are one query. */
async function all(query: Query, statements: readonly RawBuilder<unknown>[]): Promise<void> {
  if (statements.length > 0) await query(sql.join(statements, sql`; `));
}
