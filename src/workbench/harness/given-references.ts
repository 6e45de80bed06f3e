import type { FieldSchema } from "../../model/field-schema.ts";
import { type Json, type RecordData, type StoredRecord, SYSTEM_FIELDS } from "../../model/record.ts";
import type { ReferencePage, ReferenceQuery } from "../../plugin/host.ts";
import { ownValue } from "../../record/json.ts";
import { readPath } from "../../record/path.ts";

/** A record as a test writes it: `{ _id: "a1", name: "Austen" }`. */
export type GivenRecord = RecordData & { readonly _id: string };

/** Records of other entities, by entity. */
export type GivenReferences = Readonly<Record<string, readonly GivenRecord[]>>;

const LONG_AGO = "2026-01-01T00:00:00.000Z";

/** One record with the system's own fields. */
export function storedRecord(given: GivenRecord): StoredRecord {
  return { createdAt: LONG_AGO, updatedAt: LONG_AGO, updatedBy: null, isProtected: false, ...given };
}

/** What an account gets of it: all of it, or as the server cuts it for one that may read no more than these fields. */
export function readableRecord(given: GivenRecord, readable: ReadonlySet<string> | undefined): StoredRecord {
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
      .map((record) => readableRecord(record, readable)),
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
  visit(schema, value);
  return Object.fromEntries([...invented].map(([entity, records]) => [entity, [...records.values()]]));

  function visit(
    { reference, properties, items }: Pick<FieldSchema, "reference" | "properties" | "items">,
    at: unknown,
  ): void {
    if (reference !== undefined) {
      const { entity, label, fields = [] } = reference;
      const records = invented.get(entity) ?? new Map<string, GivenRecord>();
      invented.set(entity, records);
      const named = typeof at === "string" && at !== "" ? [at] : [];
      for (const id of [...Array.from({ length: COUNT }, (_, index) => String(index + 1)), ...named]) {
        records.set(id, { ...records.get(id), ...record(id, label, fields) });
      }
    }
    for (const [name, inner] of Object.entries(properties ?? {})) visit(inner, ownValue(at, name));
    // A list may be empty: what it refers to is invented all the same.
    if (items !== undefined)
      for (const one of [undefined, ...(Array.isArray(at) ? at : [])]) visit(items, one);
  }
}

function record(id: string, label: string, fields: readonly string[]): GivenRecord {
  const further = fields.filter((name) => name !== label && name !== "_id");
  return {
    _id: id,
    ...Object.fromEntries(further.map((name) => [name, picture(id)])),
    [label]: `${label} ${id}`,
  };
}

/** What records are shown with beside their label. */
function picture(id: string): Json {
  const colour = `hsl(${(Number.parseInt(id, 36) * 47) % 360} 30% 60%)`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="4" height="3" fill="${colour}"/></svg>`;
  return { fileName: `${id}.svg`, imgUrl: `data:image/svg+xml,${encodeURIComponent(svg)}`, expiresAt: null };
}
