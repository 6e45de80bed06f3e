import type { Json } from "../../model/record.ts";
import type { PendingWork } from "../../plugin/host.ts";

/** Tells held work what became of it. One that fails to hear it changes nothing about it. */
export function tell(work: PendingWork<Json>, what: "saved" | "failed" | "left"): void {
  try {
    work[what]?.();
  } catch (bug) {
    reportError(bug);
  }
}
