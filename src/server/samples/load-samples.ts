import type { RecordData } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { mapAtInTurn } from "../../record/walk.ts";
import type { Effects } from "../effects.ts";
import { type EncodedImage, encodeImage } from "../images/encode-image.ts";
import { heldImage } from "../images/image-name.ts";
import { completeFields } from "../records/complete-record.ts";
import type { EntityRuntime, EntityRuntimes } from "../records/entity-runtime.ts";
import {
  type CheckedWrite,
  checkWrite,
  insertNew,
  type NewSystemValues,
  serverContext,
  type WritePolicy,
} from "../records/write-pipeline.ts";
import type { Store, StoreView } from "../store/store.ts";

export interface SampleParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly runtime: EntityRuntimes;
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
  const context = serverContext(runtime.config, store, effects);
  const samples = [...runtime.config.samples].flatMap(([id, records]) => {
    const target = runtime.entities.get(id);
    return target === undefined ? [] : records.map((sample) => ({ target, sample }));
  });
  const start = effects.now().getTime() - samples.length * APART_MS;
  const pictures = new Map<string, EncodedImage>();
  const writes: SampleWrite[] = [];
  for (const [index, { target, sample }] of samples.entries()) {
    const { record, uploads } = await withPictures(parts, target, sample, pictures);
    const at = new Date(start + index * APART_MS).toISOString();
    const system = {
      _id: typeof sample._id === "string" ? sample._id : effects.newId(),
      createdAt: at,
      updatedAt: at,
      isProtected: sample.isProtected !== false,
    };
    const write = await checkWrite(context, target, samplePolicy(target), record);
    writes.push({ target, write: { ...write, uploads }, system });
  }
  return store.write(async (transaction) => {
    if (!(await isEmpty(transaction, runtime))) return 0;
    for (const { target, write, system } of writes)
      await insertNew(context, transaction, target, write, system);
    return writes.length;
  });
}

interface SampleWrite {
  readonly target: EntityRuntime;
  readonly write: CheckedWrite;
  readonly system: NewSystemValues;
}

async function isEmpty(view: StoreView, { entities }: EntityRuntimes): Promise<boolean> {
  for (const id of entities.keys()) if ((await view.count(id)) > 0) return false;
  return true;
}

/** Values in the form in which they are stored. A password in a file is no secret: sample accounts have none. */
function samplePolicy({ fields, table }: EntityRuntime): WritePolicy {
  const open = fields.filter(({ schema }) => schema.writeOnly !== true);
  return {
    given: open,
    async finish({ record }) {
      const complete = completeFields(open, record);
      for (const { name, convert } of table.columns) {
        const value = complete[name] ?? null;
        if (value !== null) complete[name] = (await convert(value)) ?? value;
      }
      return complete;
    },
  };
}

/** `{ "file": … }` becomes an image of this server; a file used twice is one image, stored with the first that uses it. */
async function withPictures(
  { readImage, effects }: SampleParts,
  { placed }: EntityRuntime,
  sample: RecordData,
  pictures: Map<string, EncodedImage>,
): Promise<{ record: RecordData; uploads: readonly EncodedImage[] }> {
  const uploads: EncodedImage[] = [];
  let record = sample;
  for (const { path, field } of placed.values()) {
    if (field.schema.image !== true) continue;
    record = await mapAtInTurn(record, path, async ({ value }) => {
      const file = ownValue(value, "file");
      if (typeof file !== "string") return value;
      const known = pictures.get(file);
      const picture = known ?? (await encodeImage(await readImage(file), effects.randomToken));
      if (known === undefined) uploads.push(picture);
      pictures.set(file, picture);
      return { ...heldImage(picture.fileName) };
    });
  }
  return { record, uploads };
}
