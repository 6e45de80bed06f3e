import useSWR from "swr";
import type { Entity } from "../../../model/entity.ts";
import type { Json, RecordData, StoredRecord } from "../../../model/record.ts";
import { displayedFields } from "../../../record/title.ts";
import { mapAt, referencesThrough, valuesAt } from "../../../record/walk.ts";
import { getRecord } from "../../api/records.ts";
import { useApp } from "../../services/app-context.tsx";
import { calledEntity } from "../../services/reference-source.ts";
import { useClient } from "../../services/services.ts";

/**
 * The record of a form with those that its title, picture and badges reach through in place of their `_id`s, which are all that
 * a form has of them: they are asked for, and one that cannot be read is left out. undefined until they are here.
 */
export function useNamedRecord(entity: Entity, record: StoredRecord | undefined): RecordData | undefined {
  const { view } = useApp();
  const client = useClient();
  const references = record === undefined ? [] : referencesIn(entity, record);
  const { data } = useSWR(
    references.length === 0 ? null : ["named", ...references.map(({ to, id }) => `${to} ${id}`)],
    async () => {
      const found = references.map(async ({ to, id }): Promise<readonly [string, Json]> => {
        try {
          return [id, asJson(await getRecord(client, calledEntity(view, to), id))];
        } catch {
          return [id, null];
        }
      });
      return new Map(await Promise.all(found));
    },
    { revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  if (record === undefined || (references.length > 0 && data === undefined)) return undefined;
  let named: RecordData = record;
  for (const path of new Set(references.map((one) => one.path)))
    named = mapAt(named, path, ({ value }) => data?.get(String(value)) ?? null);
  return named;
}

interface ShownReference {
  readonly path: string;
  /** The other entity. */
  readonly to: string;
  readonly id: string;
}

function referencesIn({ fields, display }: Entity, record: StoredRecord): readonly ShownReference[] {
  // The form shows no subtitle.
  const { subtitle: _, ...shown } = display;
  return referencesThrough(fields, displayedFields(shown)).flatMap(({ path, reference }) =>
    valuesAt(record, path).map(({ value }) => ({ path, to: reference.entity, id: String(value) })),
  );
}

function asJson(record: RecordData): Json {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, value ?? null]));
}
