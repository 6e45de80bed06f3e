import type { Steps } from "../../../../compiler/steps.ts";
import type { PlainFilter } from "../../../../model/filter.ts";
import type { Table } from "../../tables/table.ts";
import type { Context } from "../context.ts";
import { countRecords } from "../counts.ts";
import { conditionsOf, type Test } from "./conditions.ts";
import { baseOf, leadsOf } from "./leads.ts";
import { visitLimits } from "./visit-limits.ts";
import { type Part, recordStatements, type WalkStatements, walkStatements } from "./walk.ts";

/** For how many records a filter holds: exact. */
export function* countFiltered(context: Context, table: Table, filter: PlainFilter): Steps<number> {
  if (filter.length === 0) return countRecords(context, table);
  const conditions = conditionsOf(table, filter);
  const limits = visitLimits(table, conditions);
  const [lead] = [...leadsOf(context, table, conditions)].sort((one, other) => one.size - other.size);
  if (lead === undefined) return yield* countInRecords(context, table, conditions, limits.read);
  const base = baseOf(lead);
  const tests = conditions.filter((test) => !base.holds.includes(test));
  if (tests.length === 0 && lead.isWhole) return lead.size;
  if (lead.isWhole && lead.size <= limits.few) {
    const statements = walkStatements(context, table, { ...base, order: undefined, tests });
    return statements.count(statements.first(limits.few)).count;
  }
  yield;
  const main = table.mainSort && table.sorts.get(table.mainSort.field);
  if (main === undefined || !(lead.isOrdered || limits.isIndexed))
    return yield* countInRecords(context, table, conditions, limits.read);
  const order = { column: main.sql, isDescending: false };
  const walk = lead.isOrdered
    ? { ...base, order, tests }
    : { index: main.index, within: [], order, tests: conditions };
  return yield* countInOrder(walkStatements(context, table, walk), limits.step);
}

function* countInOrder(statements: WalkStatements, step: number): Steps<number> {
  let total = 0;
  for (let part: Part | undefined = statements.first(step); ; ) {
    total += statements.count(part).count;
    part = statements.next(part);
    if (part === undefined) return total;
    yield;
  }
}

/** Where no index helps, all records are read. */
function* countInRecords(
  context: Context,
  table: Table,
  tests: readonly Test[],
  step: number,
): Steps<number> {
  const statements = recordStatements(context, table, tests);
  let total = 0;
  for (let after = 0; ; ) {
    const { passed, count, last } = statements(after, step);
    total += count;
    if (passed < step) return total;
    after = last;
    yield;
  }
}
