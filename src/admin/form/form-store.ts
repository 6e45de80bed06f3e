import type { FieldState } from "../../model/condition.ts";
import { OPEN } from "../../model/field-states.ts";
import { readPath } from "../../model/read-path.ts";
import type { Json, RecordData } from "../../model/record.ts";
import { writePath } from "../../model/write-path.ts";
import type { PendingWork } from "../../plugin/host.ts";
import type { FieldError } from "../../wire/error.ts";
import { carryOver, type FormShape, type HomelessValues } from "./carry-over.ts";
import { followWork, type RestingLeaves, restingValues } from "./follow-work.ts";
import type { FormRules } from "./form-rules.ts";
import { BLANK, countByTab, type Errors, isWrong, type LeafView, viewLeaves } from "./leaf-view.ts";
import { type Leaf, leafAround } from "./leaves.ts";
import { isSameValue, pathOfPointer } from "./paths.ts";
import { tabAfter } from "./tab-after.ts";

export interface HeldWork {
  readonly leaf: Leaf;
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
  /** How many fields of each tab show errors. */
  errorCounts(): readonly number[];
  /** Index of the open tab. */
  tab(): number;
  openTab(tab: number): void;
  subscribe(listener: () => void): () => void;
  change(path: string, value: Json): void;
  /** The person left the field. */
  touch(path: string): void;
  /** Checks everything; the first wrong field as they stand on the page, undefined when all is well. */
  submit(): Leaf | undefined;
  /** Shows refusals that only the server or held work can know, each until its field is edited; the first of their fields. */
  refuse(errors: readonly FieldError[]): Leaf | undefined;
  hold(path: string, work: PendingWork<Json> | undefined): void;
  /** As they stand on the page; not that of fields whose value is not theirs to give: cleared while hidden, or disabled. */
  held(): readonly HeldWork[];
  /** Fields that are no more, while the work held in them is kept for their return. */
  resting(): RestingLeaves;
  /** How often work of this field was let go while the form was open: its widget begins anew each time. */
  renewals(path: string): number;
  /** The form is left: lets go of all work, but for what has heard from a save. */
  leave(isSaved: boolean): void;
  /** Whether leaving would lose anything. */
  isDirty(): boolean;
  /** Becomes the form of another config, with everything that was typed; work of fields that go rests, for their return. */
  follow(next: FormMakeup): void;
  /** What was typed or is held and has no place since the form followed, until that is dismissed. */
  homeless(): HomelessValues;
  /** What was typed still comes back with its field; work that rests is let go. */
  dismissHomeless(): void;
}

/** What a form is made of: its fields, their rules, and the record that it opens with. */
export interface FormMakeup extends FormShape {
  readonly rules: FormRules;
}

export function makeFormStore(makeup: FormMakeup): FormStore {
  let { leaves, rules, initial } = makeup;
  const listeners = new Set<() => void>();
  const works = new Map<string, PendingWork<Json>>();
  const touched = new Set<string>();
  const refused = new Map<string, string>();
  let submitted = false;
  let standing: Errors = new Map();
  let wanted = initial;
  let { record, states } = settle();
  let views: ReadonlyMap<string, LeafView> = new Map();
  let counts: readonly number[] = [];
  let open = 0;
  let opened = record;
  let homeless: HomelessValues = new Map();
  let listed = homeless;
  let resting: RestingLeaves = new Map();
  const renewals = new Map<string, number>();
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
    const settled = rules.settle(wanted, initial);
    return { record: settled, states: rules.states(settled) };
  }

  function held(): readonly HeldWork[] {
    return leaves.flatMap((leaf) => {
      const work = works.get(leaf.path);
      const isOwn = (states.get(leaf.path) ?? OPEN).holds === "wanted";
      return work === undefined || !isOwn ? [] : [{ leaf, work }];
    });
  }

  function followStanding(): void {
    const before = standing;
    if (before.size > 0) check((path) => before.has(path));
  }

  function forgive(leaf: string): void {
    for (const path of [...refused.keys()]) {
      if (path === leaf || path.startsWith(`${leaf}.`)) refused.delete(path);
    }
  }

  function publish(): void {
    views = viewLeaves(leaves, record, states, new Map([...standing, ...refused]), views);
    counts = countByTab(leaves, views, counts);
    for (const listener of [...listeners]) listener();
  }

  const view = (path: string) => views.get(path) ?? resting.get(path)?.view ?? BLANK;
  const firstWrong = () => leaves.find(({ path }) => isWrong(views.get(path)));

  return {
    record: () => record,
    leaf: view,
    state: (path) => states.get(path) ?? OPEN,
    errorCounts: () => counts,
    tab: () => open,
    openTab(tab) {
      if (tab === open) return;
      open = tab;
      publish();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(path, value) {
      const rests = resting.get(path);
      if (rests !== undefined) {
        homeless = new Map(homeless).set(path, { field: rests.leaf.field, value });
        resting = new Map(resting).set(path, { ...rests, view: { ...rests.view, value } });
        return publish();
      }
      wanted = writePath(wanted, path, value);
      ({ record, states } = settle());
      forgive(path);
      followStanding();
      publish();
    },
    touch(path) {
      touched.add(path);
      check((_, leaf) => submitted || touched.has(leaf));
      publish();
    },
    submit() {
      submitted = true;
      refused.clear();
      check(() => true);
      publish();
      return firstWrong();
    },
    refuse(errors) {
      for (const error of errors) {
        const path = pathOfPointer(error.path);
        if (!refused.has(path)) refused.set(path, error.message);
      }
      publish();
      return firstWrong();
    },
    hold(path, work) {
      if (work === undefined) works.delete(path);
      else works.set(path, work);
      forgive(path);
      followStanding();
      publish();
    },
    held,
    resting: () => resting,
    renewals: (path) => renewals.get(path) ?? 0,
    leave(isSaved) {
      const heard = new Set(isSaved ? held().map(({ work }) => work) : []);
      for (const work of works.values()) if (!heard.has(work)) work.left?.();
    },
    isDirty: () =>
      works.size > 0 ||
      listed.size > 0 ||
      leaves.some(({ path }) => !isSameValue(readPath(record, path), readPath(opened, path))),
    follow(next) {
      const carried = carryOver({ leaves, initial, wanted }, next, homeless);
      const followed = followWork(works, { leaves, resting, view }, next.leaves);
      const { lost } = followed;
      for (const path of lost.keys()) renewals.set(path, (renewals.get(path) ?? 0) + 1);
      const isNews =
        lost.size > 0 || !isSameMap(carried.homeless, homeless) || !isSameMap(followed.resting, resting);
      ({ resting } = followed);
      if (isNews) {
        homeless = new Map([...carried.homeless, ...lost]);
        listed = new Map([...homeless, ...restingValues(works, resting)]);
      }
      open = tabAfter(leaves, next.leaves, open);
      ({ leaves, rules, initial } = next);
      opened = rules.settle(initial, initial);
      ({ wanted } = carried);
      ({ record, states } = settle());
      followStanding();
      publish();
    },
    homeless: () => listed,
    dismissHomeless() {
      listed = new Map();
      for (const path of resting.keys()) {
        const work = works.get(path);
        works.delete(path);
        work?.left?.();
      }
      resting = new Map();
      publish();
    },
  };
}

function isSameMap<V>(one: ReadonlyMap<string, V>, other: ReadonlyMap<string, V>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
