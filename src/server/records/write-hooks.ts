import type { RecordData } from "../../model/record.ts";
import { ApiError } from "../http/api-error.ts";
import { sizeOf } from "../http/json-body.ts";
import { findImage, heldImage, imageNameOf } from "../images/image-name.ts";
import { NotAnImage, type PreparedImage, prepareImage } from "../images/prepare-image.ts";
import type { ApiRequest } from "../runtime/request.ts";
import type { HookCalls, ImageGates } from "./call-hook.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { checkValues, cleanValues, completeValues, imagesInside } from "./field-hooks.ts";
import { refuseErrors, ruleError } from "./field-refusal.ts";
import { unstorable } from "./refuse-unstorable.ts";

/** A record that the hooks completed and cleaned. */
export interface HookedRecord {
  readonly record: RecordData;
  /** The top-level fields that the request names, or that were completed. */
  readonly named: ReadonlySet<string>;
}

/** What the server hooks of an entity do in one write. All of it throws VALIDATION_ERROR, and what the gates throw. */
export interface WriteHooks {
  /** Images found inside values: they are stored with the record. */
  readonly uploads: readonly PreparedImage[];
  /**
   * Before validation.
   * @param named top-level fields that the request names
   * @param kept top-level fields that only look empty
   */
  settle(record: RecordData, named: ReadonlySet<string>, kept?: ReadonlySet<string>): Promise<HookedRecord>;
  /** After validation. */
  check(record: RecordData): Promise<void>;
  /** File names or addresses of the images inside the values of a record that was checked. */
  images(record: RecordData): Promise<readonly string[]>;
}

/** For one write: what hooks wait for in it counts together. */
export function writeHooks(
  request: ApiRequest,
  runtime: Pick<EntityRuntime, "entity" | "placed" | "hooks">,
): WriteHooks {
  const { entity, hooks } = runtime;
  const { config } = request.runtime;
  const uploads: PreparedImage[] = [];
  const gates = imageGates(request, runtime, uploads);
  const { effects, hookThreads: threads } = request;
  const calls: HookCalls = { config, entity, effects, threads, spent: new Map(), gates };
  return {
    uploads,
    async settle(given, requested, kept = new Set()) {
      const completed = await completeValues(calls, hooks, given, kept);
      const named = new Set([...requested, ...completed.fields]);
      if (completed.record !== given) refuseErrors(unstorable(config, runtime, completed.record, named));
      const asked = { fields: requested, pointers: completed.pointers };
      const record = await cleanValues(calls, hooks, completed.record, asked);
      if (record !== completed.record) refuseErrors(unstorable(config, runtime, record, named));
      return { record, named };
    },
    check: async (record) => refuseErrors(await checkValues(calls, hooks, record)),
    images: (record) => imagesInside(calls, hooks, record),
  };
}

function imageGates(
  { store, effects, runtime: { config } }: ApiRequest,
  { entity }: Pick<EntityRuntime, "entity">,
  uploads: PreparedImage[],
): ImageGates {
  const { imageBytes } = config.app.limits;
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
        const image = await prepareImage(bytes, effects.randomToken);
        uploads.push(image);
        return heldImage(image.fileName);
      } catch (error) {
        if (error instanceof NotAnImage) refuseErrors([ruleError(config, entity, placed, "image", pointer)]);
        throw error;
      }
    },
  });
}
