import type { RecordData, StoredRecord } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { mapAtInTurn } from "../../record/walk.ts";
import type { Effects } from "../effects.ts";
import { heldImage } from "../images/image-name.ts";
import { keepImage, type PreparedImage, prepareImage } from "../images/prepare-image.ts";
import { completeFields } from "../records/complete-record.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import { withDefaults } from "../records/pick-values.ts";
import type { Runtime } from "../runtime/runtime.ts";
import type { Store, StoreView } from "../store/store.ts";

export interface SampleParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly runtime: Runtime;
  /** The bytes of a picture beside the samples. Rejects where there is none. */
  readImage(file: string): Promise<Uint8Array>;
}

/** Samples were made one after another: their lists have an order. */
const APART_MS = 60_000;

/**
 * Stores the config's samples, protected, all or none, where the store holds no record at all. Of server hooks only the
 * form of stored values is asked: the files are the operator's own, as checked with the config, and there is nobody to
 * refuse.
 * @returns how many; 0 where there were records
 */
export async function loadSamples(parts: SampleParts): Promise<number> {
  const { store, effects, runtime } = parts;
  if (!(await store.read((view) => isEmpty(view, runtime)))) return 0;
  const pictures = new Map<string, PreparedImage>();
  const samples = [...runtime.config.samples].flatMap(([id, records]) => {
    const entity = runtime.entities.get(id);
    return entity === undefined ? [] : records.map((sample) => ({ entity, sample }));
  });
  const now = effects.now();
  const start = now.getTime() - samples.length * APART_MS;
  const rows: SampleRow[] = [];
  for (const [index, { entity, sample }] of samples.entries()) {
    const { record, images } = await withPictures(parts, entity, sample, pictures);
    const at = new Date(start + index * APART_MS).toISOString();
    rows.push({ entity, images, stored: await storedSample(entity, record, effects.newId, at) });
  }
  return store.write(async (transaction) => {
    if (!(await isEmpty(transaction, runtime))) return 0;
    const origin = { createdAt: now.toISOString(), expiresAt: now.toISOString(), uploadedBy: null };
    for (const picture of pictures.values()) await keepImage(transaction, picture, origin);
    for (const { entity, stored, images } of rows) {
      await transaction.insert(entity.entity.id, stored, images);
    }
    return rows.length;
  });
}

interface SampleRow {
  readonly entity: EntityRuntime;
  readonly stored: StoredRecord;
  readonly images: readonly string[];
}

async function isEmpty(view: StoreView, { entities }: Runtime): Promise<boolean> {
  for (const id of entities.keys()) if ((await view.count(id)) > 0) return false;
  return true;
}

async function storedSample(
  { fields, table }: EntityRuntime,
  record: RecordData,
  newId: () => string,
  at: string,
): Promise<StoredRecord> {
  // A password in a file is no secret: sample accounts have none.
  const open = fields.filter(({ schema }) => schema.writeOnly !== true);
  const complete = completeFields(fields, withDefaults(open, record));
  for (const column of table.columns) {
    const value = complete[column.name] ?? null;
    if (value !== null) complete[column.name] = (await column.convert(value)) ?? value;
  }
  return {
    ...complete,
    _id: typeof record._id === "string" ? record._id : newId(),
    createdAt: at,
    updatedAt: at,
    updatedBy: null,
    isProtected: record.isProtected !== false,
  };
}

/** `{ "file": … }` becomes an image of this server; a file used twice is one image. */
async function withPictures(
  { readImage, effects }: SampleParts,
  { placed }: EntityRuntime,
  sample: RecordData,
  pictures: Map<string, PreparedImage>,
): Promise<{ record: RecordData; images: readonly string[] }> {
  const images = new Set<string>();
  let record = sample;
  for (const { path, field } of placed.values()) {
    if (field.schema.image !== true) continue;
    record = await mapAtInTurn(record, path, async ({ value }) => {
      const file = ownValue(value, "file");
      if (typeof file !== "string") return value;
      const picture = pictures.get(file) ?? (await prepareImage(await readImage(file), effects.randomToken));
      pictures.set(file, picture);
      images.add(picture.fileName);
      return { ...heldImage(picture.fileName) };
    });
  }
  return { record, images: [...images] };
}
