import type { RecordData, StoredRecord } from "../../model/record.ts";
import { applyConditions } from "../../record/apply-conditions.ts";
import { type Mode, placedStates } from "../../record/conditions.ts";
import { defaultRecord } from "../../record/defaults.ts";
import { isEmpty, isObject } from "../../record/json.ts";
import { fieldErrors } from "../../record/messages.ts";
import { validateRecord } from "../../record/validate.ts";
import { ApiError } from "../http/api-error.ts";
import { tablesOf } from "../http/sentence.ts";
import type { PreparedImage } from "../images/prepare-image.ts";
import { storeLargeImages } from "../images/store-images.ts";
import type { ApiRequest } from "../runtime/request.ts";
import { completeFields } from "./complete-record.ts";
import type { EntityRuntime } from "./entity-runtime.ts";
import { refuseErrors } from "./field-refusal.ts";
import { mergeValues, pickValues, withDefaults } from "./pick-values.ts";
import { refuseLong, unstorable } from "./refuse-unstorable.ts";
import { writeHooks } from "./write-hooks.ts";

/** A write that holds all rules that can be asked before the transaction. */
export interface PreparedWrite {
  readonly record: RecordData;
  /** The declared top-level fields that the request names, or that were completed. */
  readonly named: ReadonlySet<string>;
  /** Images found inside values, but for large ones, which are stored already: they are stored with the record. */
  readonly uploads: readonly PreparedImage[];
  /** File names or addresses of the images inside values, as the server hooks tell them. */
  readonly inside: readonly string[];
}

/**
 * Everything of a write that its transaction need not hold: pick, merge, complete, clean, conditions, validation, the
 * plugins' checks, hashing, storing large images. `stored` is the record as read just now; undefined: a new one. Throws
 * VALIDATION_ERROR, BAD_REQUEST and what the entity's rules throw.
 */
export async function prepareWrite(
  request: ApiRequest,
  runtime: EntityRuntime,
  stored: StoredRecord | undefined,
): Promise<PreparedWrite> {
  const { entity, fields, rules } = runtime;
  const { config } = request.runtime;
  const picked = pickBody(request, runtime, stored);
  refuseErrors(unstorable(config, runtime, picked, new Set(Object.keys(picked))));
  // What was given may be megabytes: after each step with it others have their turn.
  await request.effects.turn();
  const values = rules.beforeValidation?.(request, picked, stored) ?? picked;
  const hooks = writeHooks(request, runtime);
  const merged =
    stored === undefined
      ? withDefaults(fields, values)
      : mergeValues(fields, withoutSecrets(runtime, stored), values);
  const asked = new Set(Object.keys(values));
  const hooked = await hooks.settle(merged, asked, keptSecrets(runtime, stored));
  const mode: Mode = stored === undefined ? "create" : "edit";
  const base =
    stored === undefined ? defaultRecord(fields) : completeFields(fields, withoutSecrets(runtime, stored));
  await request.effects.turn();
  refuseLong(runtime, hooked.record);
  const record = applyConditions(hooked.record, { order: runtime.conditionOrder, mode, base });
  const named = new Set(hooked.named);
  for (const name of notWritten(runtime, record, mode)) named.delete(name);
  const problems = validateRecord({ fields, mode, record, check: runtime.check });
  refuseErrors(fieldErrors(problems, fields, tablesOf(config, entity)));
  await hooks.check(record);
  const write = { record, named, stored };
  const written = (await rules.beforeWrite?.(request, write)) ?? record;
  const inside = await hooks.images(written);
  return { record: written, named, uploads: await storeLargeImages(request, hooks.uploads), inside };
}

/** The declared values of the body. A password left blank on an edit is not named: it stays as it is. */
function pickBody(
  request: ApiRequest,
  { fields }: EntityRuntime,
  stored: StoredRecord | undefined,
): RecordData {
  const body = request.body === undefined ? {} : request.body;
  if (!isObject(body)) throw new ApiError("BAD_REQUEST");
  const picked = pickValues(fields, body);
  for (const { name, schema } of fields) {
    const blank = picked[name] === null || picked[name] === "";
    if (schema.writeOnly === true && stored !== undefined && blank) delete picked[name];
  }
  return picked;
}

/** Stored secrets are not judged again: their schema is that of what was typed. */
export function withoutSecrets({ fields }: EntityRuntime, stored: StoredRecord): RecordData {
  const secrets = fields.filter(({ schema }) => schema.writeOnly === true).map(({ name }) => [name, null]);
  return { ...stored, ...Object.fromEntries(secrets) };
}

/** The secrets that are stored: they look empty, since they are not judged again. */
function keptSecrets({ fields }: EntityRuntime, stored: StoredRecord | undefined): ReadonlySet<string> {
  const kept = fields.filter(({ name, schema }) => schema.writeOnly === true && !isEmpty(stored?.[name]));
  return new Set(kept.map(({ name }) => name));
}

/** What the request names and its conditions do not let it write: disabled fields, and a secret that came to nothing. */
function notWritten({ fields }: EntityRuntime, record: RecordData, mode: Mode): readonly string[] {
  const states = placedStates(fields, record, mode);
  return fields
    .filter(({ name, schema }) => {
      const isBlankSecret = schema.writeOnly === true && mode === "edit" && isEmpty(record[name]);
      return isBlankSecret || states.get(name)?.holds === "before";
    })
    .map(({ name }) => name);
}
