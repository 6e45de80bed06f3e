import { OPEN } from "../../model/field-states.ts";
import { deepFreeze } from "../../model/freeze.ts";
import { readPath } from "../../model/read-path.ts";
import type { Json } from "../../model/record.ts";
import { writePath } from "../../model/write-path.ts";
import type { PendingWork } from "../../plugin/host.ts";
import { carryOver, type HomelessValues, isTyped as isTypedIn, typedIn } from "./carry-over.ts";
import { checkedWork } from "./checked-work.ts";
import { dropping, type Fault } from "./fault.ts";
import { followWork, type RestingLeaves, restingValues } from "./follow-work.ts";
import type { FormMakeup, FormStore, HeldWork } from "./form-store.ts";
import { BLANK, countByTab, type Errors, isWrong, type LeafView, viewLeaves } from "./leaf-view.ts";
import { fieldAt, leafAround } from "./leaves.ts";
import { isSameMap, without } from "./maps.ts";
import { isSameValue, pathOfPointer } from "./paths.ts";
import { makeRefusals } from "./refusals.ts";
import { tabAfter } from "./tab-after.ts";
import { makeTries } from "./tries.ts";

export function makeFormStore(makeup: FormMakeup): FormStore {
  let { leaves, rules, initial } = makeup;
  const listeners = new Set<() => void>();
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
  let views: ReadonlyMap<string, LeafView> = new Map();
  let counts: readonly number[] = [];
  let open = 0;
  let opened = record;
  let homeless: HomelessValues = new Map();
  let listed = homeless;
  let resting: RestingLeaves = new Map();
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
    views = viewLeaves(leaves, record, states, new Map([...standing, ...refusals.all]), views);
    counts = countByTab(leaves, views, aside, counts);
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
    typed: () => typedIn({ leaves, wanted, initial }),
    change(path, value) {
      const rests = resting.get(path);
      if (rests !== undefined) {
        homeless = new Map(homeless).set(path, { field: rests.leaf.field, value });
        resting = new Map(resting).set(path, { ...rests, view: { ...rests.view, value } });
        return publish();
      }
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
    resting: () => resting,
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
      const followed = followWork(works, { leaves, resting, view, letGo }, next.leaves);
      const { lost } = followed;
      for (const path of lost.keys()) beginAnew(path);
      for (const [path, { goesOn }] of aside) {
        // Another config may have mended it.
        if (fieldAt(leaves, path) === fieldAt(next.leaves, path)) continue;
        aside = without(aside, path);
        if (!goesOn) beginAnew(path);
      }
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
      changed();
    },
    homeless: () => listed,
    dismissHomeless() {
      listed = new Map();
      for (const path of resting.keys()) letGo(path);
      resting = new Map();
      publish();
    },
  };
}
