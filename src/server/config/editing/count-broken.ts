import type { Change } from "../../../model/change.ts";
import { isRule } from "../../../model/keywords.ts";
import type { StoredRecord } from "../../../model/record.ts";
import { applyConditions } from "../../../record/apply-conditions.ts";
import { joinPath, pathOfPointer, patternOf, splitPath } from "../../../record/path.ts";
import { validateRecord } from "../../../record/validate.ts";
import type { ConfigChange } from "../../../wire/config-editing.ts";
import { completeFields, withoutSecrets } from "../../records/complete-record.ts";
import type { EntityRuntime } from "../../records/entity-runtime.ts";
import type { Store } from "../../store/store.ts";
import type { Runtime } from "../runtime.ts";
import type { ServedDraft } from "./drafts.ts";
import type { Editing } from "./editing.ts";
import { nextStep, type WalkBudget, walkBudget } from "./walk-budget.ts";

interface Sides {
  readonly served: Runtime;
  readonly draft: ServedDraft;
  /** The records that the editor sees. */
  readonly seen: Store;
}

/** The changes, each with the count of records that are valid now and that it makes invalid at their next save. */
export async function countBroken(
  editing: Editing,
  sides: Sides,
  changes: readonly Change[],
  maxRecords?: number,
): Promise<readonly ConfigChange[]> {
  const counts = new Map<Change, number>();
  const cut = new Set<Change>();
  const budget = walkBudget(editing.effects, maxRecords);
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

/** Reports the rules of the draft that each record breaks. Answers whether it came to the last record. */
async function walkRecords(
  { store, effects }: Editing,
  { served, draft, seen }: Sides,
  id: string,
  budget: WalkBudget,
  report: (broken: readonly BrokenRule[]) => void,
): Promise<boolean> {
  const before = served.entities.get(id);
  const after = draft.runtime.entities.get(id);
  if (before === undefined || after === undefined) return true;
  let last: string | undefined;
  for (;;) {
    const step = nextStep(budget, effects);
    if (step === 0) return false;
    const all = await store.read((view) => view.walk(id, last, step));
    const stored = await seen.read((view) => view.walk(id, last, step));
    const converted = await draft.store.read((view) => view.walk(id, last, step));
    const records = new Map(stored.map((record) => [record._id, record]));
    for (const record of converted) {
      const now = records.get(record._id);
      // It was written between the two reads.
      if (now === undefined) continue;
      const already = new Set(brokenRules(before, now).map(({ field }) => field));
      const broken = brokenRules(after, record).filter(({ field }) => !already.has(field));
      if (broken.length > 0) report(broken);
    }
    budget.records -= all.length;
    last = all.at(-1)?._id;
    if (all.length < step) return true;
  }
}

/** Changes that can bring a rule of another name. */
const OTHERS = new Set(["field", "conditions"]);

/** A removal of these can make values invalid. */
const ALLOWING = new Set(["enum", "conditions"]);

/** Whether the change may make stored records invalid. */
function couldBreak(change: Change): boolean {
  const rule = ruleOf(change);
  if (change.field === undefined || !(isRule(rule) || OTHERS.has(rule))) return false;
  // Conditions in another order are reported as moved.
  if (change.kind === "removed" || change.kind === "moved") return ALLOWING.has(rule);
  return true;
}

/** The change that brought a broken rule: that of the rule itself, else of its field, else of the field around it. */
function causeOf({ field, keyword }: BrokenRule, changes: readonly Change[]): Change | undefined {
  for (const names = splitPath(field); names.length > 0; names.pop()) {
    const here = changes.filter((change) => change.field === joinPath(names));
    const cause =
      here.find((change) => ruleOf(change) === keyword) ?? here.find((change) => OTHERS.has(ruleOf(change)));
    if (cause !== undefined) return cause;
  }
  return undefined;
}

/** `items.maximum` → `maximum` */
function ruleOf({ what }: Change): string {
  return splitPath(what).find((part) => part !== "items") ?? what;
}

/** A rule that a stored record breaks if it is saved unchanged. */
interface BrokenRule {
  /** As in `Change`: dotted, `*` for the items of a list. */
  readonly field: string;
  readonly keyword: string;
}

function brokenRules(runtime: EntityRuntime, stored: StoredRecord): readonly BrokenRule[] {
  const { fields, conditionOrder, check } = runtime;
  const base = completeFields(fields, withoutSecrets(fields, stored));
  const record = applyConditions(base, { order: conditionOrder, mode: "edit", base });
  return validateRecord({ fields, mode: "edit", record, check }).map(({ path, keyword, params }) => ({
    field: patternOf(pathOfPointer(params.declaredAt ?? path)),
    keyword,
  }));
}
