import type { FieldState } from "../../../model/condition.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";
import { OPEN } from "../../../record/conditions.ts";
import type { FieldError } from "../../../record/field-errors.ts";
import { asJson, deepFreeze } from "../../../record/json.ts";
import { pathOfPointer, readPath, writePath } from "../../../record/path.ts";
import { makeObservable } from "../../api/observable.ts";
import { asError, type Thrown } from "../../services/as-error.ts";
import type { DraftField } from "../../services/drafts.ts";
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
import { makeRestoredWorks, type Recalled, recall, unsavedIn } from "./recall.ts";
import { makeRefusals } from "./refusals.ts";
import { makeSaveAttempts, type SaveAttempts } from "./save-attempts.ts";

export interface FieldWork {
  readonly formField: FormField;
  /** Identifies the mounted widget that the work belongs to: another one once that was mounted again. */
  readonly key: string;
  readonly work: PendingWork<Json>;
}

/**
 * The state of one open form. What was typed is kept apart from what conditions make of it, so that a value returns with its
 * field after that was hidden or disabled. Errors appear when a field is left or all is submitted; while the person types,
 * those that are shown follow every change, and no new one appears.
 */
export interface FormStore {
  /** As it is shown and would be sent. */
  record(): RecordData;
  fieldView(path: string): FieldView;
  state(path: string): FieldState;
  /** How many fields of each tab show errors or have failed. */
  errorCounts(): readonly number[];
  /** Index of the open tab. */
  tab(): number;
  openTab(tab: number): void;
  subscribe(listener: () => void): () => void;
  change(path: string, value: Json): void;
  /** What was typed, also into fields that are hidden, disabled or failed now. */
  typed(): readonly Typed[];
  /** The same with pending work and with what was typed into fields that are removed now: what a draft keeps. */
  unsaved(): readonly DraftField[];
  /** What `restore` would do. */
  recall(fields: readonly DraftField[], mayTake?: MayTake): Recalled;
  /** Types a draft into the fields that may take it, and gives widgets their pending work back. */
  restore(fields: readonly DraftField[], mayTake?: MayTake): void;
  /** Calls it with the pending work that is given back to the widget of a field. */
  onRestored(path: string, listener: (draft: unknown) => void): () => void;
  /** The person left the field. */
  touch(path: string): void;
  /** Checks everything; answers the first wrong field of the page, undefined where there is none. */
  submit(): FormField | undefined;
  /** Shows what the server or pending work refused, each until its field is edited; answers the first wrong field. */
  refuse(errors: readonly FieldError[]): FormField | undefined;
  hold(path: string, work: PendingWork<Json> | undefined): void;
  /** In the order of the page, without the work of fields that are cleared, disabled or failed. */
  pending(): readonly FieldWork[];
  readonly attempts: SaveAttempts;
  /** The widget broke: the field has its stored value, and what was typed or is pending waits, until `retry`. */
  markFailed(path: string, fault: FieldFault): void;
  fault(path: string): FieldFault | undefined;
  /** Whether something waits in a failed field. */
  isWaiting(path: string): boolean;
  /** In the order of the page. */
  failed(): readonly FormField[];
  /** The failed fields where something waits that a save would not send. */
  waiting(): readonly FormField[];
  /** Tries the widget again: as it is, mounted again with what waits, or mounted again with the stored value alone. */
  retry(path: string, how: "asItIs" | "renewed" | "stored"): void;
  /** How often the field's widget was mounted again: after it threw, or its work was abandoned. */
  renewals(path: string): number;
  /** The form is left: abandons all work, but what a save has stored or may still store. */
  leave(): void;
  /** Whether leaving would lose anything. */
  isDirty(): boolean;
  /** Becomes the form of another config, with all that was typed; the work of removed fields is abandoned. */
  follow(next: FormSpec): void;
  /** What was typed, or the work would have brought, for fields that were removed; until it is dismissed. */
  orphaned(): OrphanedValues;
  /** What was typed still returns with its field. */
  dismissOrphaned(): void;
}

type MayTake = (formField: FormField) => boolean;

export interface FormSpec extends FormShape {
  readonly rules: FormRules;
}

/** Computed after every change. */
interface Shown {
  readonly views: ReadonlyMap<string, FieldView>;
  readonly counts: readonly number[];
}

export function makeFormStore(formSpec: FormSpec): FormStore {
  let { formFields, rules, initial } = formSpec;
  const works = new Map<string, PendingWork<Json>>();
  const attempts = makeSaveAttempts();
  const renewals = new Map<string, number>();
  const touched = new Set<string>();
  const refusals = makeRefusals();
  const restored = makeRestoredWorks();
  let submitted = false;
  let standing: Errors = new Map();
  let wanted = initial;
  let failed: ReadonlyMap<string, FieldFault> = new Map();
  let { record, states } = applied();
  const shown = makeObservable<Shown>({ views: new Map(), counts: [] });
  let open = 0;
  let opened = record;
  let orphaned: OrphanedValues = new Map();
  /** What abandoned work would have brought; it cannot return. */
  let abandoned: OrphanedValues = new Map();
  let listed = orphaned;
  publish();

  /** Shows the errors for which `asked` is true. */
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
    const record = deepFreeze(rules.applyConditions(asked, initial));
    return { record, states: rules.states(record) };
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

  const renewalsOf = (path: string) => renewals.get(path) ?? 0;
  const keyOf = (path: string) => `${path} ${renewalsOf(path)}`;
  const renew = (path: string) => renewals.set(path, renewalsOf(path) + 1);

  function abandon(path: string): PendingWork<Json> | undefined {
    const work = works.get(path);
    works.delete(path);
    if (work !== undefined) attempts.abandon(keyOf(path), work);
    return work;
  }

  /** The work of a field that has the same widget in the next form is kept. */
  function abandonRemoved(next: readonly FormField[]): OrphanedValues {
    const lost = new Map<string, OrphanedValue>();
    for (const { path, field } of formFields) {
      if (!works.has(path) || fieldOf(next, path)?.widget?.name === field.widget?.name) continue;
      const { standIn } = abandon(path) ?? {};
      renew(path);
      if (standIn !== undefined) lost.set(path, { field, value: standIn });
    }
    return lost;
  }

  function markFailed(path: string, fault: FieldFault): void {
    // The widget threw already; its work ended later.
    if (failed.get(path)?.goesOn === false && fault.goesOn) return;
    // A widget that is mounted again has no state from which it could go on with the work.
    const { standIn } = (fault.goesOn ? undefined : abandon(path)) ?? {};
    const dropped = standIn !== undefined && { standIn, value: readPath(wanted, path) ?? null };
    // The very object where nothing is added: `WidgetWaiting` knows its own fault by it.
    failed = new Map(failed).set(path, dropped ? { ...fault, dropped } : fault);
    refusals.forgive(path);
    changed();
  }

  function publish(): void {
    const last = shown.get();
    const views = viewFields(formFields, record, states, new Map([...standing, ...refusals.all]), last.views);
    shown.set({ views, counts: countByTab(formFields, views, failed, last.counts) });
  }

  const recalled: FormStore["recall"] = (fields, mayTake = () => true) =>
    recall(fields, { formFields: formFields.filter(mayTake), initial }, wanted);
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
    unsaved: () => unsavedIn({ formFields, initial, wanted, orphaned, works, waiting: restored.waiting }),
    recall: recalled,
    restore(fields, mayTake) {
      const found = recalled(fields, mayTake);
      for (const [path, value] of found.values) {
        wanted = writePath(wanted, path, deepFreeze(value));
        refusals.forgive(path);
      }
      orphaned = new Map([...orphaned, ...found.orphaned]);
      abandoned = new Map([...abandoned, ...found.abandoned]);
      listed = new Map([...orphaned, ...abandoned]);
      changed();
      for (const [path, draft] of found.works) restored.give(path, draft);
    },
    onRestored: restored.listen,
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
      if (how !== "asItIs") renew(path);
      changed();
    },
    renewals: renewalsOf,
    leave() {
      for (const [path, work] of works) attempts.leave(keyOf(path), work);
    },
    isDirty: () =>
      works.size > 0 ||
      restored.waiting.size > 0 ||
      listed.size > 0 ||
      [...failed.keys()].some(isTyped) ||
      formFields.some(({ path }) => !isSameValue(readPath(record, path), readPath(opened, path))),
    follow(next) {
      const working = new Set(works.keys());
      const carried = carryOver({ formFields, initial, wanted, working }, next, orphaned);
      const lost = abandonRemoved(next.formFields);
      for (const [path, { goesOn }] of failed) {
        // The field is another: the new config may have corrected it.
        if (fieldOf(formFields, path) === fieldOf(next.formFields, path)) continue;
        failed = without(failed, path);
        if (!goesOn) renew(path);
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

/** The tab that has most of the open one's fields now. */
export function tabAfter(before: readonly FormField[], next: readonly FormField[], open: number): number {
  const counts = new Map<number, number>();
  for (const { path, tab } of before) {
    const now = tab === open ? next.find((formField) => formField.path === path)?.tab : undefined;
    if (now !== undefined) counts.set(now, (counts.get(now) ?? 0) + 1);
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one);
  return best?.[0] ?? Math.min(open, Math.max(0, ...next.map(({ tab }) => tab ?? 0)));
}

/** Pending work whose `standIn` is JSON, or without it and with the error. */
function checkedWork(work: PendingWork<Json>): { checked: PendingWork<Json>; error?: Thrown } {
  const { standIn, ...rest } = work;
  if (standIn === undefined) return { checked: work };
  try {
    return { checked: { ...rest, standIn: asJson(standIn) } };
  } catch (error) {
    return { checked: rest, error: asError(error) };
  }
}
