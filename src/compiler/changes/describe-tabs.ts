import type { Change } from "../../model/change.ts";
import type { Entity, Tab } from "../../model/entity.ts";
import { about, type ComparedPart, changeAt } from "./change.ts";
import { movedNames, pairGroups } from "./order.ts";

/** The tabs of the form, and the places of the fields that both configs have; the others are described as added or removed. */
export function describeTabs(compared: ComparedPart, before: Entity, after: Entity): Change[] {
  const old = before.form.tabs;
  const fresh = after.form.tabs;
  const pairs = pairGroups(old.map(groupOf), fresh.map(groupOf));
  const paired = new Set(pairs.values());
  const moved = movedNames([...pairs.keys()].sort((a, b) => a - b).map(String), inNewOrder(pairs));
  const changes: Change[] = [];
  old.forEach((tab, index) => {
    const to = pairs.get(index);
    const at = { ...about(compared, tab.label, to ?? index), what: "tab" };
    if (to === undefined) changes.push(changeAt(at, "removed", { from: labelsOf(before, tab.rows.flat()) }));
    else {
      const label = fresh[to]?.label ?? "";
      if (label !== tab.label) changes.push(changeAt(at, "changed", { from: tab.label, to: label }));
      if (moved.has(String(index)))
        changes.push(changeAt(at, "moved", { from: String(index + 1), to: String(to + 1) }));
    }
  });
  fresh.forEach((tab, index) => {
    if (paired.has(index)) return;
    const at = { ...about(compared, tab.label, index), what: "tab" };
    changes.push(changeAt(at, "added", { to: labelsOf(after, tab.rows.flat()) }));
  });
  return [...changes, ...describePlaces(compared, before, after, pairs)];
}

/** Fields that stand in another tab, in another place of theirs, or beside others. */
function describePlaces(
  compared: ComparedPart,
  before: Entity,
  after: Entity,
  pairs: ReadonlyMap<number, number>,
): Change[] {
  const old = spotsOf(before.form.tabs);
  const fresh = spotsOf(after.form.tabs);
  const stays = (name: string) => {
    const from = old.get(name);
    return from !== undefined && pairs.get(from.tab) === fresh.get(name)?.tab;
  };
  return after.form.tabs.flatMap((tab, index) => {
    const names = tab.rows.flat();
    const order = names.filter(stays);
    const orderBefore = [...old.keys()].filter((name) => order.includes(name));
    const moved = movedNames(orderBefore, order);
    const rowOf = (entity: Entity, spot: Spot) =>
      labelsOf(
        entity,
        spot.row.filter((name) => stays(name) && !moved.has(name)),
      );
    return names.flatMap((name) => {
      const from = old.get(name);
      const to = fresh.get(name);
      if (from === undefined || to === undefined) return [];
      const at = { ...about(compared, labelsOf(before, [name]), index), field: name, what: "field" };
      if (!stays(name)) {
        const tabs = { from: tabName(before.form.tabs, from.tab), to: tabName(after.form.tabs, index) };
        return [changeAt(at, "moved", tabs)];
      }
      if (moved.has(name)) {
        const places = [orderBefore, order].map((all) => String(all.indexOf(name) + 1));
        return [changeAt(at, "moved", { from: places[0] ?? "", to: places[1] ?? "" })];
      }
      const rows = { from: rowOf(before, from), to: rowOf(before, to) };
      // Described once, at the first field of the row.
      if (rows.from === rows.to || to.row.find((one) => stays(one) && !moved.has(one)) !== name) return [];
      return [changeAt({ ...at, what: "row" }, "changed", rows)];
    });
  });
}

interface Spot {
  readonly tab: number;
  readonly row: readonly string[];
}

/** Where each field stands, in the order of the form. */
function spotsOf(tabs: readonly Tab[]): ReadonlyMap<string, Spot> {
  return new Map(
    tabs.flatMap(({ rows }, tab) => rows.flatMap((row) => row.map((name) => [name, { tab, row }] as const))),
  );
}

function groupOf({ label, rows }: Tab) {
  return { label, members: rows.flat() };
}

/** The old indexes in the order in which they stand now. */
function inNewOrder(pairs: ReadonlyMap<number, number>): string[] {
  return [...pairs].sort(([, a], [, b]) => a - b).map(([from]) => String(from));
}

function tabName(tabs: readonly Tab[], index: number): string {
  const label = tabs[index]?.label ?? "";
  return label === "" ? String(index + 1) : label;
}

function labelsOf({ fields }: Entity, names: readonly string[]): string {
  return names.map((name) => fields.find((field) => field.name === name)?.label ?? name).join(", ");
}
