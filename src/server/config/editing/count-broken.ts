import type { Change } from "../../../model/changes/change.ts";
import type { StoredRecord } from "../../../model/record.ts";
import type { ConfigChange } from "../../../wire/config-editing.ts";
import type { Runtime } from "../../runtime.ts";
import type { ServedDraft } from "../drafts.ts";
import { brokenRules } from "./broken-rules.ts";
import { causeOf, couldBreak } from "./cause-of.ts";
import type { Editing } from "./editing.ts";

/** Enough to be told; the rest would only take time from everyone. */
const MOST_RECORDS = 10_000;
const MOST_MS = 500;

const STEP = 100;

export interface Sides {
  readonly served: Runtime;
  readonly draft: ServedDraft;
}

/** How far the walk may still go. */
interface Budget {
  records: number;
  readonly until: number;
}

/**
 * The changes with the count of stored records that each would make the next save of a record refuse, where there are
 * some: refused by the draft at a field that the served config has no objection to.
 */
export async function countBroken(
  editing: Editing,
  sides: Sides,
  changes: readonly Change[],
  most = MOST_RECORDS,
): Promise<readonly ConfigChange[]> {
  const counts = new Map<Change, number>();
  const cut = new Set<Change>();
  const budget: Budget = { records: most, until: editing.effects.elapsed() + MOST_MS };
  for (const id of sides.served.entities.keys()) {
    const breaking = changes.filter((change) => change.file === `entities/${id}.json` && couldBreak(change));
    if (breaking.length === 0) continue;
    const isWhole = await walkRecords(editing, sides, id, budget, (broken) => {
      const causes = new Set(broken.map((rule) => causeOf(rule, breaking)));
      for (const cause of causes) if (cause !== undefined) counts.set(cause, (counts.get(cause) ?? 0) + 1);
    });
    if (!isWhole) for (const change of breaking) cut.add(change);
  }
  return changes.map((change) => {
    const count = counts.get(change);
    return count === undefined ? change : { ...change, broken: { count, atLeast: cut.has(change) } };
  });
}

type BrokenRules = ReturnType<typeof brokenRules>;

/** Tells what the draft breaks of each record. Answers whether it came to the last one. */
async function walkRecords(
  { store, effects }: Editing,
  { served, draft }: Sides,
  id: string,
  budget: Budget,
  tell: (broken: BrokenRules) => void,
): Promise<boolean> {
  const before = served.entities.get(id);
  const after = draft.runtime.entities.get(id);
  if (before === undefined || after === undefined) return true;
  let last: string | undefined;
  for (;;) {
    if (budget.records <= 0 || effects.elapsed() > budget.until) return false;
    const step = Math.min(STEP, budget.records);
    const stored = await store.read((view) => view.walk(id, last, step));
    const fitted = await draft.store.read((view) => view.walk(id, last, step));
    const records = new Map(stored.map((record) => [record._id, record] as const));
    for (const record of fitted) {
      const now: StoredRecord | undefined = records.get(record._id);
      // one that was written between the two looks is judged by its next save
      if (now === undefined) continue;
      const already = new Set(brokenRules(before, now).map(({ field }) => field));
      const broken = brokenRules(after, record).filter(({ field }) => !already.has(field));
      if (broken.length > 0) tell(broken);
    }
    budget.records -= fitted.length;
    last = fitted.at(-1)?._id;
    if (last === undefined || fitted.length < step) return true;
  }
}
