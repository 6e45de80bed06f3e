import { useCallback, useEffect } from "react";
import type { Json } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { MAX_RECENT_RECORDS } from "../../wire/preferences.ts";
import { type Preferences, usePreference, usePreferences } from "./preferences.ts";

/** A record whose form was opened. */
export interface RecentRecord {
  readonly entity: string;
  readonly id: string;
}

const KEY = "recent";

/** The records that the person opened, the last one first, and what forgets one that is gone. */
export function useRecentRecords(): readonly [
  readonly RecentRecord[],
  forget: (record: RecentRecord) => void,
] {
  const [stored] = usePreference(KEY);
  const preferences = usePreferences();
  const forget = useCallback(
    (gone: RecentRecord) => change(preferences, (recent) => recent.filter((one) => !isSame(one, gone))),
    [preferences],
  );
  return [readRecent(stored), forget];
}

/** Remembers that a record was opened. @param record undefined: it is not known yet whether there is one */
export function useRemembered(record: RecentRecord | undefined): void {
  const preferences = usePreferences();
  const { entity, id } = record ?? {};
  useEffect(() => {
    if (entity === undefined || id === undefined) return;
    const opened = { entity, id };
    change(preferences, (recent) =>
      [opened, ...recent.filter((one) => !isSame(one, opened))].slice(0, MAX_RECENT_RECORDS),
    );
  }, [preferences, entity, id]);
}

/** Changes what is stored now, not what was drawn: several that are gone are forgotten at the same time. */
function change(
  { get, choose }: Preferences,
  make: (recent: readonly RecentRecord[]) => readonly RecentRecord[],
): void {
  const before = readRecent(ownValue<Json>(get(), KEY));
  const after = make(before);
  const isChanged = after.length !== before.length || !after.every((one, at) => isAt(before, at, one));
  if (isChanged)
    choose(KEY, after.length === 0 ? undefined : after.map(({ entity, id }) => ({ entity, id })));
}

function isAt(recent: readonly RecentRecord[], at: number, record: RecentRecord): boolean {
  const there = recent[at];
  return there !== undefined && isSame(there, record);
}

/** What makes no sense in it is left out: another version of the program may have written it. */
function readRecent(stored: Json | undefined): readonly RecentRecord[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((one) => {
    const [entity, id] = [ownValue<Json>(one, "entity"), ownValue<Json>(one, "id")];
    return typeof entity === "string" && typeof id === "string" ? [{ entity, id }] : [];
  });
}

function isSame(one: RecentRecord, other: RecentRecord): boolean {
  return one.entity === other.entity && one.id === other.id;
}
