import type { Json } from "../../../model/record.ts";
import type { PendingWork } from "../../../plugin/host.ts";
import type { Thrown } from "../../services/as-error.ts";

/**
 * Why a field is set aside: its widget threw while it was drawn or in an effect · its held work broke (`prepare`), or
 * outlasted its patience, as a widget does that is never ready (`slow`) · its code could not be loaded (`chunk`) · it
 * gave a value that is no JSON.
 */
export type FaultReason = "render" | "prepare" | "slow" | "chunk" | "value";

export interface Fault {
  readonly reason: FaultReason;
  /** undefined where nothing was thrown. */
  readonly error: Thrown | undefined;
  /** Its widget goes on out of sight, with all that it holds; otherwise it begins anew with the next try. */
  readonly goesOn: boolean;
  /** Work that its widget held and that is lost with it. */
  readonly dropped?: Dropped;
}

/** What the field would have come to by the work, and what it holds without. */
export interface Dropped {
  readonly standIn: Json;
  readonly value: Json;
}

/** Work without a stand-in was not to fill the field: nothing is lost. */
export function dropping(fault: Fault, work: PendingWork<Json> | undefined, value: Json): Fault {
  return work?.standIn === undefined ? fault : { ...fault, dropped: { standIn: work.standIn, value } };
}
