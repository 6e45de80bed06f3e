import type { Entity } from "../../model/entity.ts";
import { readPath } from "../../model/read-path.ts";
import type { RecordData, StoredRecord } from "../../model/record.ts";
import type { Say } from "../messages/say.ts";
import { initialRecord } from "./initial-record.ts";
import { leavesOf } from "./leaves.ts";
import { isBlank, isSameValue } from "./paths.ts";
import { valueText } from "./value-text.ts";

/**
 * What was typed, was sent, and is no field of the stored record: the server's config was newer than the form's. As text
 * to read; "" where everything was kept.
 */
export function unkeptValues(
  entity: Entity,
  { stored, sent, answer }: { stored: StoredRecord | undefined; sent: RecordData; answer: StoredRecord },
  say: Say,
): string {
  const initial = initialRecord(entity, stored);
  return leavesOf(entity)
    .flatMap(({ path, field }) => {
      const { writeOnly, formOnly } = field.schema;
      const value = readPath(sent, path);
      if (writeOnly === true || formOnly === true || isBlank(value)) return [];
      if (isSameValue(value, readPath(initial, path)) || readPath(answer, path) !== undefined) return [];
      return [`${field.label}: ${valueText(field, value, say)}`];
    })
    .join("; ");
}
