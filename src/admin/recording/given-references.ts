import { readPath } from "../../model/read-path.ts";
import type { Json, RecordData, StoredRecord } from "../../model/record.ts";
import { SYSTEM_FIELDS } from "../../model/record.ts";
import type { ReferencePage, ReferenceQuery } from "../../plugin/host.ts";

/** A record as a test writes it: `{ _id: "a1", name: "Austen" }`. */
export type GivenRecord = RecordData & { readonly _id: string };

/** Records of other entities, by entity. */
export type GivenReferences = Readonly<Record<string, readonly GivenRecord[]>>;

const LONG_AGO = "2026-01-01T00:00:00.000Z";

/** One record with the machine's own fields. */
export function storedRecord(given: GivenRecord): StoredRecord {
  return { createdAt: LONG_AGO, updatedAt: LONG_AGO, updatedBy: null, isProtected: false, ...given };
}

/** What an account gets of it: all of it, or as the server cuts it for one that may read no more than these fields. */
export function seenRecord(given: GivenRecord, readable: ReadonlySet<string> | undefined): StoredRecord {
  const stored = storedRecord(given);
  if (readable === undefined) return stored;
  const { _id, createdAt, updatedAt, updatedBy, isProtected } = stored;
  const cut: Record<string, Json> = {};
  for (const name of readable) cut[name] = (Object.hasOwn(given, name) ? given[name] : undefined) ?? null;
  return { ...cut, _id, createdAt, updatedAt, updatedBy, isProtected };
}

/** One page of given records as the server answers it: those that hold what is searched for, sorted, so many at a time. */
export function givenPage(
  given: readonly GivenRecord[],
  { page, search = "", sortField = "", sortOrder }: ReferenceQuery,
  pageSize: number,
  readable?: ReadonlySet<string>,
): ReferencePage {
  const found = given.filter((record) => holds(record, search));
  const direction = sortOrder === "desc" ? -1 : 1;
  const sorted =
    sortField === ""
      ? found
      : found.toSorted(
          (one, other) => direction * compare(readPath(one, sortField), readPath(other, sortField)),
        );
  return {
    records: sorted
      .slice((page - 1) * pageSize, page * pageSize)
      .map((record) => seenRecord(record, readable)),
    total: found.length,
  };
}

/** In any of its texts: which field an entity is searched by, its own config says. */
function holds(record: GivenRecord, search: string): boolean {
  const wanted = search.toLowerCase();
  return Object.entries(record).some(
    ([name, value]) =>
      !SYSTEM_FIELDS.some((own) => own === name) &&
      typeof value === "string" &&
      value.toLowerCase().includes(wanted),
  );
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one ?? "").localeCompare(String(other ?? ""), undefined, { numeric: true });
}
