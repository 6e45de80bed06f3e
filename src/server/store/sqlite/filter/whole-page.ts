import type { Steps } from "../../../../compiler/steps.ts";
import type { Table } from "../../tables/table.ts";
import type { Context } from "../context.ts";
import { type Page, type Part, type Walk, walkStatements } from "./walk.ts";

/** How many entries of an index are passed in one step: a millisecond, or tens of them where the disk has to be asked. */
export const MAX_PASSED = 4096;

/** The row numbers of a page of a walk in order, of which every entry is the list's. */
export function* wholePage(
  context: Context,
  table: Table,
  walk: Walk,
  { limit, skipped }: Page,
): Steps<readonly number[]> {
  const statements = walkStatements(context, table, walk);
  if (skipped < MAX_PASSED) return statements.rows({ limit, skipped });
  let rest = skipped;
  let part: Part | undefined = statements.first(MAX_PASSED);
  for (; rest >= MAX_PASSED && part !== undefined; rest -= MAX_PASSED) {
    yield;
    part = statements.next(part);
  }
  return part === undefined
    ? []
    : statements.part({ ...part, entries: rest + limit }, { limit, skipped: rest });
}
