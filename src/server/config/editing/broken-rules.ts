import type { StoredRecord } from "../../../model/record.ts";
import { settleRecord } from "../../../model/settle-record.ts";
import { validateRecord } from "../../../wire/validate-record.ts";
import { completeFields } from "../../records/complete-record.ts";
import type { EntityRuntime } from "../../records/entity-runtime.ts";
import { withoutSecrets } from "../../records/prepare-write.ts";

/** A rule that a stored record would break if it were saved as it is. */
export interface BrokenRule {
  /** As in `Change`: dotted, `*` for the items of a list. */
  readonly field: string;
  readonly keyword: string;
}

export function brokenRules(runtime: EntityRuntime, stored: StoredRecord): readonly BrokenRule[] {
  const { fields, check } = runtime;
  const base = completeFields(fields, withoutSecrets(runtime, stored));
  const record = settleRecord(base, { fields, mode: "edit", base });
  return validateRecord({ fields, mode: "edit", record, check }).map(({ path, keyword, params }) => ({
    field: fieldPath(params.declaredAt ?? path),
    keyword,
  }));
}

function fieldPath(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/(?<=\/)\d+(?=\/|$)/g, "*")
    .replaceAll("/", ".");
}
