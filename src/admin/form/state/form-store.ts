import type { FieldState } from "../../../model/condition.ts";
import type { Json, RecordData } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";
import { OPEN } from "../../../record/conditions.ts";
import { asJson, deepFreeze } from "../../../record/json.ts";
import type { FieldError } from "../../../record/messages.ts";
import { readPath, writePath } from "../../../record/path.ts";
import { makeObservable } from "../../api/observable.ts";
import { asError, type Thrown } from "../../services/as-error.ts";
import {
  carryOver,
  type FormShape,
  type Homeless,
  type HomelessValues,
  isTyped as isTypedIn,
  type Typed,
  typedIn,
} from "./carry-over.ts";
import { dropping, type Fault } from "./fault.ts";
import {
  BLANK,
  countByTab,
  type Errors,
  fieldAt,
  isWrong,
  type Leaf,
  type LeafView,
  leafAround,
  viewLeaves,
} from "./field-views.ts";
import type { FormRules } from "./form-rules.ts";
import { isSameValue, pathOfPointer } from "./paths.ts";
import { makeRefusals } from "./refusals.ts";
import { makeTries, type Tries } from "./save-attempts.ts";

export interface HeldWork {
  readonly leaf: Leaf;
  /** Of the widget that holds it: another where that began anew. */
  readonly key: string;
  readonly work: PendingWork<Json>;
}

/**
 * The state of one open form. What was typed is kept apart from what it comes to by the conditions, so that a value that
 * was cleared by hiding, or put back by disabling, is there again with its field. Errors appear when a field was left or
 * everything was submitted; a standing error follows every change, so it goes as soon as it is mended, and no new one
 * appears while typing.
 */
export interface FormStore {
  /** What is shown and would be sent. */
  record(): RecordData;
  leaf(path: string): LeafView;
  state(path: string): FieldState;
  /** How many fields of each tab show errors, or that they are set aside. */
  errorCounts(): readonly number[];
  /** Index of the open tab. */
  tab(): number;
  openTab(tab: number): void;
  subscribe(listener: () => void): () => void;
  change(path: string, value: Json): void;
  /** What was typed, also where it is hidden, disabled or set aside now. */
  typed(): readonly Typed[];
  /** The person left the field. */
  touch(path: string): void;
  /** Checks everything; the first wrong field as they stand on the page, undefined when all is well. */
  submit(): Leaf | undefined;
  /** Shows refusals that only the server or held work can know, each until its field is edited; the first of their fields. */
  refuse(errors: readonly FieldError[]): Leaf | undefined;
  hold(path: string, work: PendingWork<Json> | undefined): void;
  /** As they stand on the page; not that of fields whose value is not theirs to give: cleared, disabled or set aside. */
  held(): readonly HeldWork[];
  /** What saves make of the held work. */
  readonly tries: Tries;
  /** The field's widget broke: its field holds its stored value, and what was typed or held in it waits, until `takeBack`. */
  setAside(path: string, fault: Fault): void;
  /** Why a field is set aside; undefined where it is not. */
  fault(path: string): Fault | undefined;
  /** Whether a field that is set aside has something waiting that is not its stored value. */
  isWaiting(path: string): boolean;
  /** The fields that are set aside, as they stand on the page. */
  aside(): readonly Leaf[];
  /** Those of them where something waits that a save would not send. */
  waiting(): readonly Leaf[];
  /** Tries the widget again: as it is, or one that begins anew, with what waits or with the stored value alone. */
  takeBack(path: string, how: "asItIs" | "anew" | "stored"): void;
  /** How often this field's widget was to begin anew while the form was open: its work was let go, or it had thrown. */
  renewals(path: string): number;
  /** The form is left: lets go of all work, but for what a save has stored or may still store. */
  leave(): void;
  /** Whether leaving would lose anything. */
  isDirty(): boolean;
  /** Becomes the form of another config, with everything that was typed; the pending work of fields that go is abandoned. */
  follow(next: FormMakeup): void;
  /** What was typed, or would have come of abandoned work, and has no place since the form followed, until that is dismissed. */
  homeless(): HomelessValues;
  /** What was typed still comes back with its field. */
  dismissHomeless(): void;
}

/** What a form is made of: its fields, their rules, and the record that it opens with. */
export interface FormMakeup extends FormShape {
  readonly rules: FormRules;
}

/** What is computed after every change. */
interface Shown {
  readonly views: ReadonlyMap<string, LeafView>;
  /** Of errors, by tab. */
  readonly counts: readonly number[];
}

export function makeFormStore(makeup: FormMakeup): FormStore {
  let { leaves, rules, initial } = makeup;
  const works = new Map<string, PendingWork<Json>>();
  const tries = makeTries();
  const renewals = new Map<string, number>();
  const touched = new Set<string>();
  const refusals = makeRefusals();
  let submitted = false;
  let standing: Errors = new Map();
  let wanted = initial;
  let aside: ReadonlyMap<string, Fault> = new Map();
  let { record, states } = settle();
  const shown = makeObservable<Shown>({ views: new Map(), counts: [] });
  let open = 0;
  let opened = record;
  let homeless: HomelessValues = new Map();
  /** What would have come of abandoned work: it cannot come back. */
  let abandoned: HomelessValues = new Map();
  let listed = homeless;
  publish();

  /** Shows the errors that `asked` lets through, by their path and their leaf's. */
  function check(asked: (path: string, leaf: string) => boolean): void {
    let checked = record;
    for (const { leaf, work } of held()) {
      if (work.standIn !== undefined) checked = writePath(checked, leaf.path, work.standIn);
    }
    const found = new Map<string, string>();
    for (const error of rules.errors(checked)) {
      const path = pathOfPointer(error.path);
      const leaf = leafAround(leaves, path);
      if (leaf !== undefined && !found.has(path) && asked(path, leaf.path)) found.set(path, error.message);
    }
    standing = found;
  }

  function settle() {
    let asked = wanted;
    for (const path of aside.keys()) {
      if (isTyped(path)) asked = writePath(asked, path, readPath(initial, path) ?? null);
    }
    const settled = deepFreeze(rules.settle(asked, initial));
    return { record: settled, states: rules.states(settled) };
  }

  const isTyped = (path: string) => isTypedIn({ wanted, initial }, path);

  function held(): readonly HeldWork[] {
    return leaves.flatMap((leaf) => {
      const { path } = leaf;
      const work = works.get(path);
      if (work === undefined || !isOwn(path) || aside.has(path)) return [];
      return [{ leaf, key: keyOf(path), work }];
    });
  }

  const isOwn = (path: string) => (states.get(path) ?? OPEN).holds === "wanted";

  function isWaiting(path: string): boolean {
    return aside.has(path) && (isTyped(path) || works.has(path));
  }

  function followStanding(): void {
    const before = standing;
    if (before.size > 0) check((path) => before.has(path));
  }

  function changed(): void {
    ({ record, states } = settle());
    followStanding();
    publish();
  }

  function keyOf(path: string): string {
    return `${path} ${renewals.get(path) ?? 0}`;
  }

  function beginAnew(path: string): void {
    renewals.set(path, (renewals.get(path) ?? 0) + 1);
  }

  function letGo(path: string): PendingWork<Json> | undefined {
    const work = works.get(path);
    works.delete(path);
    if (work !== undefined) tries.letGo(keyOf(path), work);
    return work;
  }

  /** Work goes on where the same widget stands in the next form. */
  function letGoRemoved(next: readonly Leaf[]): HomelessValues {
    const lost = new Map<string, Homeless>();
    for (const { path, field } of leaves) {
      if (!works.has(path) || fieldAt(next, path)?.widget?.name === field.widget?.name) continue;
      const { standIn } = letGo(path) ?? {};
      beginAnew(path);
      if (standIn !== undefined) lost.set(path, { field, value: standIn });
    }
    return lost;
  }

  function setAside(path: string, fault: Fault): void {
    // What broke for good does not go on because its work ended later.
    if (aside.get(path)?.goesOn === false && fault.goesOn) return;
    // The state that the work is made of is gone: no new widget could take it over.
    const dropped = fault.goesOn ? undefined : letGo(path);
    aside = new Map(aside).set(path, dropping(fault, dropped, readPath(wanted, path) ?? null));
    refusals.forgive(path);
    changed();
  }

  function publish(): void {
    const last = shown.get();
    const views = viewLeaves(leaves, record, states, new Map([...standing, ...refusals.all]), last.views);
    shown.set({ views, counts: countByTab(leaves, views, aside, last.counts) });
  }

  const firstWrong = () => leaves.find(({ path }) => isWrong(shown.get().views.get(path)));

  return {
    record: () => record,
    leaf: (path) => shown.get().views.get(path) ?? BLANK,
    state: (path) => states.get(path) ?? OPEN,
    errorCounts: () => shown.get().counts,
    tab: () => open,
    openTab(tab) {
      if (tab === open) return;
      open = tab;
      publish();
    },
    subscribe: shown.subscribe,
    typed: () => typedIn({ leaves, wanted, initial }),
    change(path, value) {
      wanted = writePath(wanted, path, value);
      refusals.forgive(path);
      changed();
    },
    touch(path) {
      touched.add(path);
      check((_, leaf) => submitted || touched.has(leaf));
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
        tries.withdraw(keyOf(path));
      } else {
        const { checked, error } = checkedWork(work);
        works.set(path, checked);
        if (error !== undefined) return setAside(path, { reason: "value", error, goesOn: true });
      }
      refusals.forgive(path);
      followStanding();
      publish();
    },
    held,
    tries,
    setAside,
    fault: (path) => aside.get(path),
    isWaiting,
    aside: () => leaves.filter(({ path }) => aside.has(path)),
    waiting: () => leaves.filter(({ path }) => isWaiting(path) && isOwn(path)),
    takeBack(path, how) {
      if (!aside.has(path)) return;
      aside = without(aside, path);
      if (how === "stored") {
        letGo(path);
        wanted = writePath(wanted, path, readPath(initial, path) ?? null);
      }
      if (how !== "asItIs") beginAnew(path);
      changed();
    },
    renewals: (path) => renewals.get(path) ?? 0,
    leave() {
      for (const [path, work] of works) tries.leave(keyOf(path), work);
    },
    isDirty: () =>
      works.size > 0 ||
      listed.size > 0 ||
      [...aside.keys()].some(isTyped) ||
      leaves.some(({ path }) => !isSameValue(readPath(record, path), readPath(opened, path))),
    follow(next) {
      const carried = carryOver({ leaves, initial, wanted }, next, homeless);
      const lost = letGoRemoved(next.leaves);
      for (const [path, { goesOn }] of aside) {
        // Another config may have mended it.
        if (fieldAt(leaves, path) === fieldAt(next.leaves, path)) continue;
        aside = without(aside, path);
        if (!goesOn) beginAnew(path);
      }
      if (lost.size > 0 || !isSameMap(carried.homeless, homeless)) {
        ({ homeless } = carried);
        abandoned = new Map([...abandoned, ...lost]);
        listed = new Map([...homeless, ...abandoned]);
      }
      open = tabAfter(leaves, next.leaves, open);
      ({ leaves, rules, initial } = next);
      opened = rules.settle(initial, initial);
      ({ wanted } = carried);
      changed();
    },
    homeless: () => listed,
    dismissHomeless() {
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
export function tabAfter(before: readonly Leaf[], next: readonly Leaf[], open: number): number {
  const counts = new Map<number, number>();
  for (const { path, tab } of before) {
    const now = tab === open ? next.find((leaf) => leaf.path === path)?.tab : undefined;
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

/** Held work as the form's rules can judge it. */
function checkedWork(work: PendingWork<Json>): CheckedWork {
  const { standIn, ...rest } = work;
  if (standIn === undefined) return { checked: work };
  try {
    return { checked: { ...rest, standIn: asJson(standIn) } };
  } catch (error) {
    return { checked: rest, error: asError(error) };
  }
}
