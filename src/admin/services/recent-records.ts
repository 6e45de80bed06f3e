import { useEffect } from "react";
import type { Json } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { usePreference } from "./preferences.ts";

/** A record whose form was opened. */
export interface RecentRecord {
  readonly entity: string;
  readonly id: string;
}

const KEY = "recent";
const MAX_RECENT = 8;

/** The records that the person opened, the last one first, and what forgets one that is gone. */
export function useRecentRecords(): readonly [
  readonly RecentRecord[],
  forget: (record: RecentRecord) => void,
] {
  const [stored, choose] = usePreference(KEY);
  const recent = readRecent(stored);
  return [recent, (gone) => choose(written(recent.filter((one) => !isSame(one, gone))))];
}

/** Remembers that a record was opened. @param record undefined: it is not known yet whether there is one */
export function useRemembered(record: RecentRecord | undefined): void {
  const [stored, choose] = usePreference(KEY);
  const { entity, id } = record ?? {};
  // Once, when it is opened: what another tab opens meanwhile stays the newer.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as it is then
  useEffect(() => {
    if (entity === undefined || id === undefined) return;
    const opened = { entity, id };
    const before = readRecent(stored);
    if (before[0] !== undefined && isSame(before[0], opened)) return;
    choose(written([opened, ...before.filter((one) => !isSame(one, opened))].slice(0, MAX_RECENT)));
  }, [entity, id]);
}

/** What makes no sense in it is left out: another version of the program may have written it. */
function readRecent(stored: Json | undefined): readonly RecentRecord[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) => {
    const [entity, id] = [ownValue<Json>(one, "entity"), ownValue<Json>(one, "id")];
    return typeof entity === "string" && typeof id === "string" ? [{ entity, id }] : [];
  });
}

function written(recent: readonly RecentRecord[]): Json | undefined {
  return recent.length === 0 ? undefined : recent.map(({ entity, id }) => ({ entity, id }));
}

function isSame(one: RecentRecord, other: RecentRecord): boolean {
  return one.entity === other.entity && one.id === other.id;
}
