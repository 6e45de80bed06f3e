import { useEffect, useState } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { ErrorCode } from "../../../wire/error.ts";
import { ApiFailure } from "../../api/failure.ts";
import { getVersion, type VersionedRecord } from "../../api/records.ts";
import { useChanges } from "../../services/changes.ts";
import { useClient } from "../../services/services.ts";

const NOT_FOUND = "NOT_FOUND" satisfies ErrorCode;

/** The record as it was found to be stored now; gone: it was deleted, or this person sees it no more. */
type FoundRecord = VersionedRecord | "gone";

/**
 * The open record as others have changed it since it was read; undefined: it is as it was.
 * @param seen as the form has it; undefined: a new one
 * @param isQuiet this form is about to change it itself
 */
export function useNewer(
  entity: Entity,
  seen: VersionedRecord | undefined,
  isQuiet: boolean,
): FoundRecord | undefined {
  const client = useClient();
  const changes = useChanges();
  const [found, setFound] = useState<FoundRecord>();
  const id = seen?.record._id;
  const version = numberOf(seen);
  useEffect(() => {
    if (id === undefined || isQuiet) return;
    const place = { entity: entity.id, _id: id };
    const ended = new AbortController();
    let isLooking = false;
    let isWanted = false;
    async function look(id: string): Promise<void> {
      isWanted = true;
      if (isLooking) return;
      isLooking = true;
      while (isWanted && !ended.signal.aborted) {
        isWanted = false;
        const next = await lookAt(id);
        if (next !== undefined && !ended.signal.aborted) setFound(next);
      }
      isLooking = false;
    }
    async function lookAt(id: string): Promise<FoundRecord | undefined> {
      try {
        return await getVersion(client, entity, id, ended.signal);
      } catch (error) {
        // Otherwise the next change is looked at, and the save asks anyway.
        return error instanceof ApiFailure && error.code === NOT_FOUND ? "gone" : undefined;
      }
    }
    // Told while the record was on its way here.
    const told = changes.versionOf(place);
    if (told !== undefined && (version === undefined || told >= version)) void look(id);
    const stop = changes.subscribe(({ all, records = [], lists = [] }) => {
      const isMeant = records.some((one) => one._id === id && one.entity === entity.id);
      if (all || isMeant || lists.includes(entity.id)) void look(id);
    });
    return () => {
      stop();
      ended.abort();
    };
  }, [client, changes, entity, id, version, isQuiet]);
  return found !== undefined && seen !== undefined && isOther(found, seen) ? found : undefined;
}

function isOther(found: FoundRecord, seen: VersionedRecord): boolean {
  if (found === "gone") return true;
  const [now, before] = [numberOf(found), numberOf(seen)];
  if (now !== undefined && before !== undefined) return now > before;
  return found.record.updatedAt !== seen.record.updatedAt;
}

/** The version of an `ETag`; undefined where something on the way took it out. */
export function numberOf(seen: VersionedRecord | undefined): number | undefined {
  const [digits] = /\d+/.exec(seen?.version ?? "") ?? [];
  return digits === undefined ? undefined : Number(digits);
}
