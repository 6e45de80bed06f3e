import type { FieldSchema } from "../../model/field-schema.ts";
import { type Json, type RecordData, type StoredRecord, SYSTEM_FIELDS } from "../../model/record.ts";
import type { ReferencePage, ReferenceQuery } from "../../plugin/host.ts";
import { ownValue } from "../../record/json.ts";
import { readPath } from "../../record/path.ts";
import { SCHEMAS, walkTree, walkValue } from "../../record/walk.ts";

/** A record as a test writes it: `{ _id: "a1", name: "Austen" }`. */
export type GivenRecord = RecordData & { readonly _id: string };

/** Records of other entities, by entity. */
export type GivenReferences = Readonly<Record<string, readonly GivenRecord[]>>;

const LONG_AGO = "2026-01-01T00:00:00.000Z";

/** Adds the system's own fields. */
export function storedRecord(given: GivenRecord): StoredRecord {
  return {
    createdAt: LONG_AGO,
    updatedAt: LONG_AGO,
    updatedBy: null,
    updatedById: null,
    isProtected: false,
    ...given,
  };
}

/** The record cut to what an account may read of it, as the server cuts it. @param readable undefined: everything */
export function readableRecord(given: GivenRecord, readable: ReadonlySet<string> | undefined): StoredRecord {
  const stored = storedRecord(given);
  if (readable === undefined) return stored;
  const { _id, createdAt, updatedAt, updatedBy, updatedById, isProtected } = stored;
  const cut = Object.fromEntries([...readable].map((name) => [name, ownValue(given, name) ?? null]));
  return { ...cut, _id, createdAt, updatedAt, updatedBy, updatedById, isProtected };
}

/** One page of the given records as the server answers it: searched, sorted, cut. */
export function givenPage(
  given: readonly GivenRecord[],
  { page, search = "", sortField = "", sortOrder }: ReferenceQuery,
  pageSize: number,
  readable?: ReadonlySet<string>,
): ReferencePage {
  const found = given.filter((record) => contains(record, search));
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
      .map((record) => readableRecord(record, readable)),
    total: found.length,
  };
}

/** Searches all texts: only the config of the entity, which is not here, names the field that a search looks at. */
function contains(record: GivenRecord, search: string): boolean {
  const own: ReadonlySet<string> = new Set(SYSTEM_FIELDS);
  const texts = Object.entries(record).filter(([name]) => !own.has(name));
  return texts.some(
    ([, value]) => typeof value === "string" && value.toLowerCase().includes(search.toLowerCase()),
  );
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one ?? "").localeCompare(String(other ?? ""), undefined, { numeric: true });
}

/** More than two pages of ten. */
const COUNT = 23;

/**
 * Records for everything that a field refers to, so that an example can be tried without a server: `_id`s `1` to `23` and
 * those that the value names, each with the label and the further fields that the field asks for.
 */
export function inventReferences(
  schema: Pick<FieldSchema, "reference" | "properties" | "items">,
  value: unknown,
): GivenReferences {
  const invented = new Map<string, Map<string, GivenRecord>>();
  function invent({ reference }: Pick<FieldSchema, "reference">, ids: readonly string[]): void {
    if (reference === undefined) return;
    const { entity, label = "name", fields = [] } = reference;
    const records = invented.get(entity) ?? new Map<string, GivenRecord>();
    invented.set(entity, records);
    for (const id of ids) records.set(id, { ...records.get(id), ...record(id, label, fields) });
  }
  const first = Array.from({ length: COUNT }, (_, index) => String(index + 1));
  for (const found of walkTree(SCHEMAS, [["", schema]], ({ field }) => field)) invent(found, first);
  for (const { field, value: id } of walkValue(SCHEMAS, schema, value))
    if (typeof id === "string" && id !== "") invent(field, [id]);
  return Object.fromEntries([...invented].map(([entity, records]) => [entity, [...records.values()]]));
}

function record(id: string, label: string, fields: readonly string[]): GivenRecord {
  const further = fields.filter((name) => name !== label && name !== "_id");
  return {
    _id: id,
    ...Object.fromEntries(further.map((name) => [name, picture(id)])),
    [label]: `${label} ${id}`,
  };
}

/** A picture of a colour that depends on the id. */
function picture(id: string): Json {
  const colour = `hsl(${(Number.parseInt(id, 36) * 47) % 360} 30% 60%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="${colour}"/></svg>`;
  return { fileName: `${id}.svg`, imgUrl: `data:image/svg+xml,${encodeURIComponent(svg)}`, expiresAt: null };
}
