import type { Change } from "../../model/change.ts";
import { isObject, ownValue } from "../../record/json.ts";
import { below } from "../../record/path.ts";
import { type ComparedPart, changeAt, inside } from "./change.ts";
import { mergeNames, movedNames } from "./order.ts";

/** The changes of a part; `undefined`: there was or is nothing. */
export type Describe = (compared: ComparedPart, before: unknown, after: unknown) => readonly Change[];

/** Two values of whatever kind: objects key by key, lists item by item, anything else from one to the other. */
export const describeValue: Describe = (compared, before, after) => {
  if (before === undefined && after === undefined) return [];
  if (before === undefined) return [changeAt(compared, "added", { to: shortText(after) })];
  if (after === undefined) return [changeAt(compared, "removed", { from: shortText(before) })];
  if (Array.isArray(before) && Array.isArray(after)) return describeList(compared, before, after);
  if (isObject(before) && isObject(after)) return describeObject(compared, before, after);
  if (canonical(before) === canonical(after)) return [];
  return [changeAt(compared, "changed", { from: shortText(before), to: shortText(after) })];
};

/** Two objects, key by key. `own`: the keys that are compared in a way of their own. */
export function describeObject(
  compared: ComparedPart,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  own: ReadonlyMap<string, Describe> = new Map(),
): Change[] {
  return mergeNames(Object.keys(before), Object.keys(after)).flatMap((key) => {
    const describe = own.get(key) ?? describeValue;
    return describe(inside(compared, key), ownValue(before, key), ownValue(after, key));
  });
}

/** A kind of thing that has names, such as a field. */
interface NamedKind<T> {
  readonly what: string;
  /** Whether a change of their order is described. */
  readonly ordered?: boolean;
  /** `place`: its index among its siblings, in the new config if it is there. */
  at(name: string, thing: T, place: number): ComparedPart;
  /** The text of a thing that is added or removed. */
  say?(thing: T): string;
  /** The changes inside a thing that stays. */
  changesIn(at: ComparedPart, before: T, after: T, name: string): readonly Change[];
}

/** Things with names: those added, removed and moved, and the changes inside those that stay. */
export function describeNamed<T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  { what, ordered = false, at, say, changesIn }: NamedKind<T>,
): Change[] {
  const names = [[...before.keys()], [...after.keys()]] as const;
  const both = [
    names[0].filter((name) => after.has(name)),
    names[1].filter((name) => before.has(name)),
  ] as const;
  const moved = ordered ? movedNames(...both) : new Set<string>();
  return mergeNames(...names).flatMap((name) => {
    const from = before.get(name);
    const to = after.get(name);
    const thing = from ?? to;
    if (thing === undefined) return [];
    const [was, is] = [names[0].indexOf(name), names[1].indexOf(name)];
    const place = at(name, thing, is === -1 ? was : is);
    const subject = { ...place, what };
    if (from === undefined) return [changeAt(subject, "added", say && { to: say(thing) })];
    if (to === undefined) return [changeAt(subject, "removed", say && { from: say(thing) })];
    // What comes or goes before it can leave one that moves among the others at its number: then that among them is told.
    const among = [both[0].indexOf(name), both[1].indexOf(name)] as const;
    const [left, right] = was === is ? among : [was, is];
    const places = { from: String(left + 1), to: String(right + 1) };
    const moves = moved.has(name) && left !== right ? [changeAt(subject, "moved", places)] : [];
    return [...moves, ...changesIn(place, from, to, name)];
  });
}

/** Two lists whose items have no name: items added, removed and replaced, and a change of their order. */
export function describeList(
  compared: ComparedPart,
  before: readonly unknown[],
  after: readonly unknown[],
  say: (item: unknown) => string = shortText,
): Change[] {
  const names = [before.map(canonical), after.map(canonical)] as const;
  const gone = before.filter((_, index) => !names[1].includes(names[0][index] ?? ""));
  const added = after.flatMap((item, index) =>
    names[0].includes(names[1][index] ?? "") ? [] : [{ item, path: below(compared.path, index) }],
  );
  const changes =
    gone.length === added.length
      ? added.map(({ item, path }, index) =>
          changeAt(compared, "changed", { path, from: say(gone[index]), to: say(item) }),
        )
      : [
          ...gone.map((item) => changeAt(compared, "removed", { from: say(item) })),
          ...added.map(({ item, path }) => changeAt(compared, "added", { path, to: say(item) })),
        ];
  if (movedNames(names[0], names[1]).size > 0) {
    changes.push(
      changeAt(compared, "moved", { from: before.map(say).join(", "), to: after.map(say).join(", ") }),
    );
  }
  return changes;
}

/** For a key without meaning, or described elsewhere. */
export const describeNothing: Describe = () => [];

const MAX_TEXT_LENGTH = 200;

/** A value of a config in short words: a text as it is, a list with commas. */
export function shortText(value: unknown): string {
  const text = fullText(value);
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH - 1)}…`;
}

function fullText(value: unknown): string {
  if (typeof value === "string") return value === "" ? '""' : value;
  if (Array.isArray(value)) return value.length === 0 ? "[]" : value.map(fullText).join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  const parts = Object.entries(value).map(([key, inner]) => `${key}: ${fullText(inner)}`);
  return parts.length === 0 ? "{}" : parts.join(", ");
}

/** Text that is the same for values that mean the same: the order of keys says nothing. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}
