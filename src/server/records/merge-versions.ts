import type { Field } from "../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import { isEmpty, isObject, ownValue } from "../../record/json.ts";
import { below, pathOfPointer, readPath } from "../../record/path.ts";
import type { Conflict } from "../../wire/error.ts";
import type { StoreView } from "../store/store.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { isUnchanged } from "./is-unchanged.ts";
import { pickValues } from "./pick-values.ts";
import type { EntityRights } from "./rights/entity-rights.ts";
import { answerOf } from "./rights/visible-record.ts";
import { conflicting, type MetRecord } from "./seen-version.ts";

/**
 * What is left of a body that was made from an older version of the record: what its sender changed, where nobody else changed
 * the same since. Fields inside objects are compared one by one, a list or a text as a whole.
 * Throws STALE with the fields that both changed; where that version is not known any more, with all that differ.
 */
export async function mergeVersions(
  met: MetRecord,
  rights: EntityRights,
  { seen, body }: { readonly seen: number; readonly body: RecordData },
): Promise<RecordData> {
  const { view, target, stored } = met;
  const fields = target.fields.filter(({ name }) => rights.views.has(name));
  const given = pickValues(fields, body);
  const changed = await changedSince(view, target, stored, seen);
  const overlaps: Overlap[] = [];
  const merged = mergeFields(fields, given, { changed, theirs: stored, place: "" }, overlaps);
  if (overlaps.length === 0) return merged;
  const answered = (record: RecordData) => answerOf(target, { ...stored, ...record }, rights);
  const [before, now] = [answered(changed.was), answered({})];
  const conflicts = overlaps.map(({ path, field, mine }): Conflict => {
    if (field.schema.writeOnly === true) return { path, theirs: null, mine: null };
    const at = pathOfPointer(path);
    const was = changed.isKnown ? { was: readPath(before, at) ?? null } : {};
    return { path, ...was, theirs: readPath(now, at) ?? null, mine };
  });
  throw await conflicting(met, conflicts);
}

interface Changed {
  /** Whether the journal goes back to that version: otherwise every field may have been changed. */
  readonly isKnown: boolean;
  /** The changed fields as they were in that version, some of them perhaps as they are now. */
  readonly was: RecordData;
  readonly secrets: ReadonlySet<string>;
}

const PAGE = 100;
/** A client that is further behind is answered as if that version was no longer kept: all entries since then are read. */
const MAX_BEHIND = 500;

/** What was changed between a version and the stored one. */
async function changedSince(
  view: StoreView,
  { entity }: EntityRuntime,
  stored: StoredRecord,
  seen: number,
): Promise<Changed> {
  const was: { [field: string]: Json | undefined } = {};
  const secrets = new Set<string>();
  const last = stored._version ?? 0;
  let next = last;
  const unknown: Changed = { isKnown: false, was: {}, secrets };
  if (seen > last || last - seen > MAX_BEHIND) return unknown;
  // Long values are read of the oldest entries alone: what was in between is compared with nothing.
  const long = new Map<string, number>();
  const known = async (): Promise<Changed> => {
    for (const position of new Set(long.values())) {
      const entry = await view.journalEntry(position);
      if (entry === undefined) return unknown;
      for (const [name, at] of long) if (at === position) was[name] = entry.before[name];
    }
    return { isKnown: true, was, secrets };
  };
  for (let before: number | undefined; ; ) {
    const query = { table: entity.id, _id: stored._id, limit: PAGE };
    const page = await view.journal(before === undefined ? query : { ...query, before });
    for (const entry of page.entries) {
      if (entry.version > last) continue;
      if (next === seen) return known();
      const isRestored = entry.kind === "restore" || entry.kind === "delete";
      // One is missing.
      if (entry.version !== next || entry.purged === true || !(isRestored || entry.kind === "update"))
        return unknown;
      Object.assign(was, entry.before);
      for (const name of Object.keys(entry.before)) long.delete(name);
      for (const name of entry.long) long.set(name, entry.position);
      for (const name of entry.secrets) secrets.add(name);
      // A deletion makes no version; what is restored afterwards is another one.
      if (entry.kind !== "delete") next -= 1;
    }
    if (next === seen) return known();
    if (page.next === undefined) return unknown;
    before = page.next;
  }
}

interface Overlap {
  readonly path: string;
  readonly field: Field;
  readonly mine: Json;
}

interface Sides {
  readonly changed: Changed;
  readonly theirs: RecordData;
  /** A JSON pointer to the object that has the fields. */
  readonly place: string;
}

function mergeFields(
  fields: readonly Field[],
  given: RecordData,
  { changed, theirs, place }: Sides,
  overlaps: Overlap[],
): { [field: string]: Json } {
  const merged: { [field: string]: Json } = {};
  for (const field of fields) {
    const mine = ownValue(given, field.name);
    if (mine === undefined) continue;
    const path = below(place, field.name);
    const now = ownValue(theirs, field.name) ?? null;
    const { isKnown, was, secrets } = changed;
    const isSecret = field.schema.writeOnly === true;
    const before = ownValue(was, field.name) ?? null;
    // What was changed back, or restored as it was deleted, is as it was.
    const isChanged = Object.hasOwn(was, field.name) && !isUnchanged(field, before, now);
    const isTouched = !isKnown || (isSecret ? secrets.has(field.name) : isChanged);
    const inner = field.schema.image === true ? undefined : field.fields;
    if (inner !== undefined && isTouched && isKnown && isObject(mine) && isObject(now) && isObject(before)) {
      const sides = { changed: { ...changed, was: differing(inner, before, now) }, theirs: now, place: path };
      merged[field.name] = mergeFields(inner, mine, sides, overlaps);
    } else if (!isTouched || isUnchanged(field, mine, now)) merged[field.name] = mine;
    else if (isSecret && isEmpty(mine)) continue;
    else if (isKnown && !isSecret && isUnchanged(field, mine, before)) continue;
    else overlaps.push({ path, field, mine });
  }
  return merged;
}

/** Of the fields of an object those that are not as they were, as they were. */
function differing(fields: readonly Field[], before: RecordData, now: RecordData): RecordData {
  const differ = fields.filter((field) => !isUnchanged(field, before[field.name] ?? null, now[field.name]));
  return Object.fromEntries(differ.map(({ name }) => [name, before[name] ?? null]));
}
