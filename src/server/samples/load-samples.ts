import type { RecordData } from "../../model/record.ts";
import { ownValue } from "../../record/json.ts";
import { mapAtInTurn } from "../../record/walk.ts";
import { withLabel } from "../accounts/account-of.ts";
import type { Effects } from "../effects.ts";
import { systemOrigin } from "../http/change-origin.ts";
import { type EncodedImage, encodeImage, NotAnImage } from "../images/encode-image.ts";
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

interface SampleParts {
  readonly store: Store;
  readonly effects: Effects;
  readonly runtime: EntityRuntimes;
  /** The bytes of a picture beside the samples. Rejects if there is none. */
  readImage(file: string): Promise<Uint8Array>;
}

/** Between the times of two samples, so that lists have an order. */
const APART_MS = 60_000;

/**
 * Stores the config's samples, all or none, if the store has no record. Of server hooks only `convert` runs: the files are
 * the operator's own and were checked with the config.
 * @returns how many
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
  }, systemOrigin(effects));
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

/** Converts values to their stored form. A password in a file is no secret: sample accounts have none. */
function samplePolicy({ config, entity, fields, table }: EntityRuntime): WritePolicy {
  const open = fields.filter(({ schema }) => schema.writeOnly !== true);
  return {
    given: open,
    values: (given) => (config.app.accounts.entity === entity.id ? withLabel(config, given) : given),
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

const naming = (file: string) => (error: unknown) => {
  if (!(error instanceof NotAnImage)) throw error;
  throw new Error(
    `The picture "${file}" of the samples cannot be stored: ${error.message}. Replace the file.`,
  );
};

/** Replaces `{ "file": … }` by images. A file that is used twice is one image, stored with the first sample. */
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
      const picture =
        known ?? (await encodeImage(await readImage(file), effects.randomToken).catch(naming(file)));
      if (known === undefined) uploads.push(picture);
      pictures.set(file, picture);
      return { ...heldImage(picture.fileName) };
    });
  }
  return { record, uploads };
}
