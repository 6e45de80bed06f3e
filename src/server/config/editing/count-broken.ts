import type { Change } from "../../../model/change.ts";
import type { StoredRecord } from "../../../model/record.ts";
import { applyConditions } from "../../../record/apply-conditions.ts";
import { joinPath, pathOfPointer, patternOf, splitPath } from "../../../record/path.ts";
import { validateRecord } from "../../../record/validate.ts";
import type { ConfigChange } from "../../../wire/config-editing.ts";
import { completeFields } from "../../records/complete-record.ts";
import type { EntityRuntime } from "../../records/entity-runtime.ts";
import { withoutSecrets } from "../../records/prepare-write.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { Editing } from "./editing.ts";
import type { ServedDraft } from "./kept-drafts.ts";

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

/** Keys of a field that no value can break. */
const SPOKEN = new Set([
  "title",
  "description",
  "placeholder",
  "labels",
  "messages",
  "widget",
  "options",
  "width",
  "row",
  "default",
  "writeOnly",
]);
/** What can bring a rule of another name. */
const MANY = new Set(["field", "conditions", "type", "required", "items", "whenHidden"]);

/** Where less of it refuses more. */
const ALLOWING = new Set(["enum", "conditions"]);

/** Whether stored records might break what a change brings. */
function couldBreak(change: Change): boolean {
  const rule = ruleOf(change);
  if (change.field === undefined || SPOKEN.has(rule)) return false;
  // conditions are told as moved where their order is another
  if (change.kind === "removed" || change.kind === "moved") return ALLOWING.has(rule);
  return true;
}

/** The change that brought a rule, of those that could have: that of the rule itself, else of its field, else of the field around it. */
function causeOf({ field, keyword }: BrokenRule, changes: readonly Change[]): Change | undefined {
  for (const names = splitPath(field); names.length > 0; names.pop()) {
    const here = changes.filter((change) => change.field === joinPath(names));
    const cause =
      here.find((change) => ruleOf(change) === keyword) ?? here.find((change) => MANY.has(ruleOf(change)));
    if (cause !== undefined) return cause;
  }
  return undefined;
}

/** `items.maximum` → `maximum` */
function ruleOf({ what }: Change): string {
  return splitPath(what).find((part, index, parts) => part !== "items" || index === parts.length - 1) ?? what;
}

/** A rule that a stored record would break if it were saved as it is. */
interface BrokenRule {
  /** As in `Change`: dotted, `*` for the items of a list. */
  readonly field: string;
  readonly keyword: string;
}

function brokenRules(runtime: EntityRuntime, stored: StoredRecord): readonly BrokenRule[] {
  const { fields, conditionOrder, check } = runtime;
  const base = completeFields(fields, withoutSecrets(runtime, stored));
  const record = applyConditions(base, { order: conditionOrder, mode: "edit", base });
  return validateRecord({ fields, mode: "edit", record, check }).map(({ path, keyword, params }) => ({
    field: patternOf(pathOfPointer(params.declaredAt ?? path)),
    keyword,
  }));
}
