import type { RecordData } from "../../model/record.ts";
import type { Effects } from "../effects.ts";
import { ApiError } from "../http/api-error.ts";
import { sizeOf } from "../http/json-body.ts";
import { type EncodedImage, encodeImage, NotAnImage } from "../images/encode-image.ts";
import { findImage, heldImage, imageNameOf } from "../images/image-name.ts";
import type { Store } from "../store/store.ts";
import type { HookCalls, ImageGates } from "./call-hook.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { cleanValues, completeValues, hookErrors, imagesInside } from "./field-hooks.ts";
import { refuseErrors, ruleError } from "./field-refusal.ts";
import type { WriteContext } from "./record-rules.ts";
import { unstorable } from "./refuse-unstorable.ts";

/** A record that the hooks completed and cleaned. */
export interface HookedRecord {
  readonly record: RecordData;
  /** The top-level fields that were given, or that were completed. */
  readonly named: ReadonlySet<string>;
}

/** What the server hooks of an entity do in one write. All of it throws VALIDATION_ERROR, and what the gates throw. */
export interface WriteHooks {
  /** Images found inside values: they are stored with the record. */
  readonly uploads: readonly EncodedImage[];
  /**
   * Before validation.
   * @param named top-level fields that were given
   * @param kept top-level fields that only look empty
   */
  transform(
    record: RecordData,
    named: ReadonlySet<string>,
    kept?: ReadonlySet<string>,
  ): Promise<HookedRecord>;
  /** After validation. */
  check(record: RecordData): Promise<void>;
  /** File names or addresses of the images inside the values of a record that was checked. */
  images(record: RecordData): Promise<readonly string[]>;
}

/** For one write: what hooks wait for in it counts together. */
export function writeHooks(
  { store, effects, hookThreads: threads }: Pick<WriteContext, "store" | "effects" | "hookThreads">,
  target: EntityRuntime,
): WriteHooks {
  const { config, entity, hooks } = target;
  const uploads: EncodedImage[] = [];
  const gates = imageGates(store, effects, target, uploads);
  const calls: HookCalls = { config, entity, effects, threads, spent: new Map(), gates };
  return {
    uploads,
    async transform(given, requested, kept = new Set()) {
      const completed = await completeValues(calls, hooks, given, kept);
      const named = new Set([...requested, ...completed.fields]);
      if (completed.record !== given) refuseErrors(unstorable(target, completed.record, named));
      const unclean = { fields: requested, pointers: completed.pointers };
      const record = await cleanValues(calls, hooks, completed.record, unclean);
      if (record !== completed.record) refuseErrors(unstorable(target, record, named));
      return { record, named };
    },
    check: async (record) => refuseErrors(await hookErrors(calls, hooks, record)),
    images: (record) => imagesInside(calls, hooks, record),
  };
}

function imageGates(
  store: Store,
  { randomToken }: Effects,
  target: EntityRuntime,
  uploads: EncodedImage[],
): ImageGates {
  const { imageBytes } = target.config.app.limits;
  return (placed, pointer) => ({
    async findImage(nameOrUrl) {
      const fresh = uploads.find(({ fileName }) => fileName === imageNameOf(nameOrUrl));
      return fresh === undefined
        ? store.read((view) => findImage(view, nameOrUrl))
        : heldImage(fresh.fileName);
    },
    async storeImage(bytes) {
      if (bytes.length > imageBytes)
        throw new ApiError("TOO_LARGE", { values: { limit: sizeOf(imageBytes) } });
      try {
        const image = await encodeImage(bytes, randomToken);
        uploads.push(image);
        return heldImage(image.fileName);
      } catch (error) {
        if (error instanceof NotAnImage) refuseErrors([ruleError(target, placed, "image", pointer)]);
        throw error;
      }
    },
  });
}
