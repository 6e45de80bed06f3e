import type { StoredRecord } from "../../../model/record.ts";

/** What becomes of the images that a record lets go of. */
export interface ReleasedImages {
  /** Where no record uses them: until then they are shown, unless their deletion was asked for. Absent: they are dropped at once. */
  readonly expiresAt?: string;
  /** The bin keeps them for the record, whose entry of this version names them. */
  readonly binned?: { readonly until: string; readonly version: number };
}

/** Until when images are kept that a change lets go of. */
export interface ReleaseTimes {
  readonly releasedUntil: string;
  /** In the bin. */
  readonly binnedUntil: string | undefined;
}

/** @param record as it is after the change; deleted, as it was */
export const releasedIntoBin = (
  until: string | undefined,
  { _version: version = 1 }: StoredRecord,
): ReleasedImages => (until === undefined ? {} : { binned: { until, version } });
