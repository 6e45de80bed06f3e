import { asJson } from "../../model/as-json.ts";
import type { Json } from "../../model/record.ts";
import type { PendingWork } from "../../plugin/host.ts";
import { asError, type Thrown } from "../as-error.ts";

interface CheckedWork {
  readonly checked: PendingWork<Json>;
  /** Its `standIn` is no JSON: it goes without. */
  readonly error?: Thrown;
}

/** Held work as the form's rules can judge it. */
export function checkedWork(work: PendingWork<Json>): CheckedWork {
  const { standIn, ...rest } = work;
  if (standIn === undefined) return { checked: work };
  try {
    return { checked: { ...rest, standIn: asJson(standIn) } };
  } catch (error) {
    return { checked: rest, error: asError(error) };
  }
}
