import type { FieldState } from "../../../model/condition.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";
import { OPEN } from "../../../record/conditions.ts";
import { asJson, deepFreeze } from "../../../record/json.ts";
import type { FieldError } from "../../../record/messages.ts";
import { pathOfPointer, readPath, writePath } from "../../../record/path.ts";
import { makeObservable } from "../../api/observable.ts";
import { asError, type Thrown } from "../../services/as-error.ts";
import {
  carryOver,
  type FormShape,
  isTyped as isTypedIn,
  type OrphanedValue,
  type OrphanedValues,
  type Typed,
  typedIn,
} from "./carry-over.ts";
import {
  BLANK,
  countByTab,
  dropping,
  type Errors,
  type FieldFault,
  type FieldView,
  type FormField,
  fieldOf,
  formFieldAround,
  isWrong,
  viewFields,
} from "./field-views.ts";
import type { FormRules } from "./form-rules.ts";
import { isSameValue } from "./form-values.ts";
import { makeRefusals } from "./refusals.ts";
import { makeSaveAttempts, type SaveAttempts } from "./save-attempts.ts";

export interface FieldWork {
  readonly formField: FormField;
  /** Of the widget that holds it: another where that began anew. */
  readonly key: string;
  readonly work: PendingWork<Json>;
}

/**
 * The state of one open form. What was typed is kept apart from what it comes to by the conditions, so that a value that
 * was cleared by hiding, or put back by disabling, is there again with its field. Errors appear when a field was left or
 * everything was submitted; a standing error follows every change, so it goes as soon as it is corrected, and no new one
 * appears while typing.
 */
export interface FormStore {
  /** What is shown and would be sent. */
  record(): RecordData;
  fieldView(path: string): FieldView;
  state(path: string): FieldState;
  /** How many fields of each tab show errors, or failed. */
  errorCounts(): readonly number[];
  /** Index of the open tab. */
  tab(): number;
  openTab(tab: number): void;
  subscribe(listener: () => void): () => void;
  change(path: string, value: Json): void;
  /** What was typed, also where it is hidden, disabled or failed now. */
  typed(): readonly Typed[];
  /** The person left the field. */
  touch(path: string): void;
  /** Checks everything; the first wrong field as they stand on the page, undefined when all is well. */
  submit(): FormField | undefined;
  /** Shows refusals that only the server or pending work can know, each until its field is edited; the first of their fields. */
  refuse(errors: readonly FieldError[]): FormField | undefined;
  hold(path: string, work: PendingWork<Json> | undefined): void;
  /** As they stand on the page; not that of fields whose value is not theirs to give: cleared, disabled or failed. */
  pending(): readonly FieldWork[];
  /** What saves make of the pending work. */
  readonly attempts: SaveAttempts;
  /** The field's widget broke: its field holds its stored value, and what was typed or held in it waits, until `retry`. */
  markFailed(path: string, fault: FieldFault): void;
  /** Why a field failed; undefined where it did not. */
  fault(path: string): FieldFault | undefined;
  /** Whether a field that failed has something waiting that is not its stored value. */
  isWaiting(path: string): boolean;
  /** The fields that failed, as they stand on the page. */
  failed(): readonly FormField[];
  /** Those of them where something waits that a save would not send. */
  waiting(): readonly FormField[];
  /** Tries the widget again: as it is, or one that begins anew, with what waits or with the stored value alone. */
  retry(path: string, how: "asItIs" | "anew" | "stored"): void;
  /** How often this field's widget was to begin anew while the form was open: its work was abandoned, or it had thrown. */
  renewals(path: string): number;
  /** The form is left: abandons all work, but for what a save has stored or may still store. */
  leave(): void;
  /** Whether leaving would lose anything. */
  isDirty(): boolean;
  /** Becomes the form of another config, with everything that was typed; the pending work of fields that go is abandoned. */
  follow(next: FormSpec): void;
  /** What was typed, or would have come of abandoned work, and has no place since the form followed, until that is dismissed. */
  orphaned(): OrphanedValues;
  /** What was typed still comes back with its field. */
  dismissOrphaned(): void;
}

/** What a form is made of: its fields, their rules, and the record that it opens with. */
export interface FormSpec extends FormShape {
  readonly rules: FormRules;
}

/** What is computed after every change. */
interface Shown {
  readonly views: ReadonlyMap<string, FieldView>;
  /** Of errors, by tab. */
  readonly counts: readonly number[];
}

export function makeFormStore(formSpec: FormSpec): FormStore {
  let { formFields, rules, initial } = formSpec;
  const works = new Map<string, PendingWork<Json>>();
  const attempts = makeSaveAttempts();
  const renewals = new Map<string, number>();
  const touched = new Set<string>();
  const refusals = makeRefusals();
  let submitted = false;
  let standing: Errors = new Map();
  let wanted = initial;
  let failed: ReadonlyMap<string, FieldFault> = new Map();
  let { record, states } = applied();
  const shown = makeObservable<Shown>({ views: new Map(), counts: [] });
  let open = 0;
  let opened = record;
  let orphaned: OrphanedValues = new Map();
  /** What would have come of abandoned work: it cannot come back. */
  let abandoned: OrphanedValues = new Map();
  let listed = orphaned;
  publish();

  /** Shows the errors that `asked` lets through, by their path and their field's. */
  function check(asked: (path: string, formField: string) => boolean): void {
    let checked = record;
    for (const { formField, work } of pending()) {
      if (work.standIn !== undefined) checked = writePath(checked, formField.path, work.standIn);
    }
    const found = new Map<string, string>();
    for (const error of rules.errors(checked)) {
      const path = pathOfPointer(error.path);
      const formField = formFieldAround(formFields, path);
      if (formField !== undefined && !found.has(path) && asked(path, formField.path))
        found.set(path, error.message);
    }
    standing = found;
  }

  function applied() {
    let asked = wanted;
    for (const path of failed.keys()) {
      if (isTyped(path)) asked = writePath(asked, path, readPath(initial, path) ?? null);
    }
    const settled = deepFreeze(rules.applyConditions(asked, initial));
    return { record: settled, states: rules.states(settled) };
  }

  const isTyped = (path: string) => isTypedIn({ wanted, initial }, path);

  function pending(): readonly FieldWork[] {
    return formFields.flatMap((formField) => {
      const { path } = formField;
      const work = works.get(path);
      if (work === undefined || !isOwn(path) || failed.has(path)) return [];
      return [{ formField, key: keyOf(path), work }];
    });
  }

  const isOwn = (path: string) => (states.get(path) ?? OPEN).holds === "wanted";

  function isWaiting(path: string): boolean {
    return failed.has(path) && (isTyped(path) || works.has(path));
  }

  function followStanding(): void {
    const before = standing;
    if (before.size > 0) check((path) => before.has(path));
  }

  function changed(): void {
    ({ record, states } = applied());
    followStanding();
    publish();
  }

  function keyOf(path: string): string {
    return `${path} ${renewals.get(path) ?? 0}`;
  }

  function beginAnew(path: string): void {
    renewals.set(path, (renewals.get(path) ?? 0) + 1);
  }

  function abandon(path: string): PendingWork<Json> | undefined {
    const work = works.get(path);
    works.delete(path);
    if (work !== undefined) attempts.abandon(keyOf(path), work);
    return work;
  }

  /** Work goes on where the same widget stands in the next form. */
  function abandonRemoved(next: readonly FormField[]): OrphanedValues {
    const lost = new Map<string, OrphanedValue>();
    for (const { path, field } of formFields) {
      if (!works.has(path) || fieldOf(next, path)?.widget?.name === field.widget?.name) continue;
      const { standIn } = abandon(path) ?? {};
      beginAnew(path);
      if (standIn !== undefined) lost.set(path, { field, value: standIn });
    }
    return lost;
  }

  function markFailed(path: string, fault: FieldFault): void {
    // What broke for good does not go on because its work ended later.
    if (failed.get(path)?.goesOn === false && fault.goesOn) return;
    // The state that the work is made of is gone: no new widget could take it over.
    const dropped = fault.goesOn ? undefined : abandon(path);
    failed = new Map(failed).set(path, dropping(fault, dropped, readPath(wanted, path) ?? null));
    refusals.forgive(path);
    changed();
  }

  function publish(): void {
    const last = shown.get();
    const views = viewFields(formFields, record, states, new Map([...standing, ...refusals.all]), last.views);
    shown.set({ views, counts: countByTab(formFields, views, failed, last.counts) });
  }

  const firstWrong = () => formFields.find(({ path }) => isWrong(shown.get().views.get(path)));

  return {
    record: () => record,
    fieldView: (path) => shown.get().views.get(path) ?? BLANK,
    state: (path) => states.get(path) ?? OPEN,
    errorCounts: () => shown.get().counts,
    tab: () => open,
    openTab(tab) {
      if (tab === open) return;
      open = tab;
      publish();
    },
    subscribe: shown.subscribe,
    typed: () => typedIn({ formFields, wanted, initial }),
    change(path, value) {
      wanted = writePath(wanted, path, value);
      refusals.forgive(path);
      changed();
    },
    touch(path) {
      touched.add(path);
      check((_, formField) => submitted || touched.has(formField));
      publish();
    },
    submit() {
      submitted = true;
      refusals.clear();
      check(() => true);
      publish();
      return firstWrong();
    },
    refuse(errors) {
      refusals.add(errors);
      publish();
      return firstWrong();
    },
    hold(path, work) {
      if (work === undefined) {
        works.delete(path);
        attempts.withdraw(keyOf(path));
      } else {
        const { checked, error } = checkedWork(work);
        works.set(path, checked);
        if (error !== undefined) return markFailed(path, { reason: "value", error, goesOn: true });
      }
      refusals.forgive(path);
      followStanding();
      publish();
    },
    pending,
    attempts,
    markFailed,
    fault: (path) => failed.get(path),
    isWaiting,
    failed: () => formFields.filter(({ path }) => failed.has(path)),
    waiting: () => formFields.filter(({ path }) => isWaiting(path) && isOwn(path)),
    retry(path, how) {
      if (!failed.has(path)) return;
      failed = without(failed, path);
      if (how === "stored") {
        abandon(path);
        wanted = writePath(wanted, path, readPath(initial, path) ?? null);
      }
      if (how !== "asItIs") beginAnew(path);
      changed();
    },
    renewals: (path) => renewals.get(path) ?? 0,
    leave() {
      for (const [path, work] of works) attempts.leave(keyOf(path), work);
    },
    isDirty: () =>
      works.size > 0 ||
      listed.size > 0 ||
      [...failed.keys()].some(isTyped) ||
      formFields.some(({ path }) => !isSameValue(readPath(record, path), readPath(opened, path))),
    follow(next) {
      const carried = carryOver({ formFields, initial, wanted }, next, orphaned);
      const lost = abandonRemoved(next.formFields);
      for (const [path, { goesOn }] of failed) {
        // Another config may have corrected it.
        if (fieldOf(formFields, path) === fieldOf(next.formFields, path)) continue;
        failed = without(failed, path);
        if (!goesOn) beginAnew(path);
      }
      if (lost.size > 0 || !isSameMap(carried.orphaned, orphaned)) {
        ({ orphaned } = carried);
        abandoned = new Map([...abandoned, ...lost]);
        listed = new Map([...orphaned, ...abandoned]);
      }
      open = tabAfter(formFields, next.formFields, open);
      ({ formFields, rules, initial } = next);
      opened = rules.applyConditions(initial, initial);
      ({ wanted } = carried);
      changed();
    },
    orphaned: () => listed,
    dismissOrphaned() {
      listed = new Map();
      abandoned = listed;
      publish();
    },
  };
}

function isSameMap<V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}

function without<V>(map: ReadonlyMap<string, V>, key: string): ReadonlyMap<string, V> {
  return new Map([...map].filter(([each]) => each !== key));
}

/** The tab that most of the open one's fields stand in now. */
export function tabAfter(before: readonly FormField[], next: readonly FormField[], open: number): number {
  const counts = new Map<number, number>();
  for (const { path, tab } of before) {
    const now = tab === open ? next.find((formField) => formField.path === path)?.tab : undefined;
    if (now !== undefined) counts.set(now, (counts.get(now) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? Math.min(open, Math.max(0, ...next.map(({ tab }) => tab)));
}

interface CheckedWork {
  readonly checked: PendingWork<Json>;
  /** Its `standIn` is no JSON: it goes without. */
  readonly error?: Thrown;
}

/** Pending work as the form's rules can judge it. */
function checkedWork(work: PendingWork<Json>): CheckedWork {
  const { standIn, ...rest } = work;
  if (standIn === undefined) return { checked: work };
  try {
    return { checked: { ...rest, standIn: asJson(standIn) } };
  } catch (error) {
    return { checked: rest, error: asError(error) };
  }
}
