import type { RecordData } from "../../model/record.ts";
import { segmentsOf } from "../../record/path.ts";
import type { Effects } from "../effects.ts";
import { ApiError } from "../http/api-error.ts";
import { sizeOf } from "../http/json-body.ts";
import { type EncodedImage, encodeImage, NotAnImage } from "../images/encode-image.ts";
import { findImage, heldImage, imageNameOf } from "../images/image-name.ts";
import { imagesWithoutOrigin } from "../images/image-origin.ts";
import type { ImageUser, Store } from "../store/store.ts";
import type { HookCalls } from "./call-hook.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { cleanValues, completeValues, hookErrors, imagesInside } from "./field-hooks.ts";
import { refuseErrors, ruleError } from "./field-refusal.ts";
import type { WriteContext } from "./record-rules.ts";
import { unstorable } from "./refuse-unstorable.ts";

/** A record that the hooks completed and cleaned. */
export interface HookedRecord {
  readonly record: RecordData;
  /** The top-level fields that were given or completed. */
  readonly named: ReadonlySet<string>;
}

/**
 * What the server hooks of an entity do in one write. All of it throws VALIDATION_ERROR, and the errors of the gates.
 * @param binnedOf the record, whose images in the bin they find too
 */
export function writeHooks(
  { store, effects, hookThreads: threads }: Pick<WriteContext, "store" | "effects" | "hookThreads">,
  target: EntityRuntime,
  binnedOf: ImageUser | undefined,
) {
  const { config, entity, hooks } = target;
  const uploads: EncodedImage[] = [];
  const gates = imageGates(store, effects, target, uploads, binnedOf);
  const calls: HookCalls = { config, entity, hooks, effects, threads, spent: new Map(), gates };
  return {
    /** Images found inside values: they are stored with the record. */
    uploads,
    /**
     * Before validation.
     * @param given top-level fields
     * @param secrets top-level fields with a stored secret: they only look empty
     */
    async transform(
      merged: RecordData,
      given: ReadonlySet<string>,
      secrets: ReadonlySet<string>,
    ): Promise<HookedRecord> {
      const { record: completed, pointers } = await completeValues(calls, merged, secrets);
      const tops = [...pointers].map((pointer) => segmentsOf(pointer)[0] ?? "");
      const named = new Set([...given, ...tops]);
      if (completed !== merged) refuseErrors(unstorable(target, completed, named));
      const cleaned = await cleanValues(calls, completed, given, pointers);
      // Again: pictures in HTML that was not clean were not found before.
      const record = imagesWithoutOrigin(target.imageOrigin, target.fields, cleaned);
      if (record !== completed) refuseErrors(unstorable(target, record, named));
      return { record, named };
    },
    /** After validation. @param asked the top-level fields whose faults are said; default all */
    async check(record: RecordData, asked?: ReadonlySet<string>) {
      const errors = await hookErrors(calls, record);
      refuseErrors(errors.filter(({ path }) => asked?.has(segmentsOf(path)[0] ?? "") !== false));
    },
    /** File names or addresses of the images inside the values of a validated record. */
    images: (record: RecordData) => imagesInside(calls, record),
  };
}

function imageGates(
  store: Store,
  { randomToken }: Effects,
  target: EntityRuntime,
  uploads: EncodedImage[],
  binnedOf: ImageUser | undefined,
): HookCalls["gates"] {
  const { imageBytes } = target.config.app.limits;
  return (placed, pointer) => ({
    async findImage(nameOrUrl) {
      const fresh = uploads.find(({ fileName }) => fileName === imageNameOf(nameOrUrl));
      return fresh === undefined
        ? store.read((view) => findImage(view, nameOrUrl, binnedOf))
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
