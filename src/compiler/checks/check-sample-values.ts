import type { EntityConfig } from "../../model/entity-config.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Fault } from "../../model/problem.ts";
import { type RecordData, SYSTEM_FIELDS } from "../../model/record.ts";
import { fieldState } from "../../record/conditions.ts";
import { isEmpty, isObject, ownValue } from "../../record/json.ts";
import { below, isIndex, segmentsOf } from "../../record/path.ts";
import { SCHEMAS, walkValue } from "../../record/walk.ts";
import type { Check, WrittenConfig } from "../written-config.ts";
import { makeFields } from "../resolve/make-fields.ts";
import { ENTITY_FIELDS } from "../resolve/written-field.ts";
import { brokenRules } from "../shape/broken-rules.ts";
import { foldSamples } from "./check-samples.ts";
import { emptyFault, emptyNames, ruleFault } from "./check-values.ts";

/** `rule` is the one broken, by its name. */
type ReportRule = (path: string, rule: string, fault: Fault) => void;

/** A sample record could have been saved: it is complete, keeps its fields' rules, and refers to samples that there are. */
export const checkSampleValues: Check = (config, report, isReported) => {
  const ids = sampleIds(config);
  for (const [id, { file, value: records }] of config.samples) {
    const entity = config.entities.get(id);
    if (entity === undefined) continue;
    const folded = foldSamples(file, report);
    const reportRule: ReportRule = (path, rule, fault) =>
      folded.add("BAD_SAMPLE", `${inAnyRecord(path)} ${rule}`, path, fault);
    const isWrong = (field: FieldSchema | undefined, at: string) =>
      (field !== undefined && config.broken.has(field)) || isReported(entity.file.path, at);
    const checkSample = sampleCheck(entity.value, ids, reportRule, isWrong);
    records.forEach((record, index) => {
      checkSample(record, below("", index));
    });
    folded.report();
  }
};

/** The place of a value in a record, whichever record and item of a list it is in. */
function inAnyRecord(path: string): string {
  return below("", ...segmentsOf(path).filter((segment) => !isIndex(segment)));
}

/** The samples' ids by entity; undefined for an entity that is none, or whose samples cannot be read. */
type SampleIds = (entity: string) => ReadonlySet<unknown> | undefined;

function sampleIds(config: WrittenConfig): SampleIds {
  const known = new Map<string, ReadonlySet<unknown>>();
  for (const [id, { value }] of config.samples) known.set(id, new Set(value.map(({ _id }) => _id)));
  const isUnknown = (entity: string) => config.sampleFiles.has(entity) || !config.entityIds.has(entity);
  return (entity) => known.get(entity) ?? (isUnknown(entity) ? undefined : new Set());
}

/** A check of the samples of one entity, one after another, by what is right about it: `isWrong` knows what is not. */
function sampleCheck(
  { schema }: EntityConfig,
  ids: SampleIds,
  reportRule: ReportRule,
  isWrong: (field: FieldSchema | undefined, pointer: string) => boolean,
) {
  const { properties, required = [] } = schema;
  const wrong = new Set(
    Object.keys(properties).filter((name) => isWrong(properties[name], below(ENTITY_FIELDS, name))),
  );
  const wronglyRequired = new Set(
    required.filter((_, index) => isWrong(undefined, below("", "schema", "required", index))),
  );
  const fields = makeFields(properties, required).filter(
    // A password in a file is no secret: sample accounts have none.
    ({ schema: { formOnly, writeOnly } }) => formOnly !== true && writeOnly !== true,
  );
  const isField = (name: string) =>
    Object.hasOwn(properties, name) || SYSTEM_FIELDS.some((one) => one === name);
  const taken = new Map<string, Set<unknown>>();
  return (record: RecordData, at: string) => {
    const whole = Object.fromEntries(
      fields.map(({ name, schema }) => [name, ownValue(record, name) ?? schema.default]),
    );
    // What is missing may be what stands there by a name that is none.
    const isAstray = Object.keys(record).some((name) => !isField(name));
    for (const field of fields) {
      const { name, schema } = field;
      const state = fieldState(field, whole as RecordData, "create");
      if (wrong.has(name) || !state.shown) continue;
      const value = whole[name];
      if (isEmpty(value)) {
        if (state.required && !isAstray && !wronglyRequired.has(name))
          reportRule(at, `required ${name}`, emptyFault(name));
        continue;
      }
      // a default is checked where it stands
      if (isEmpty(ownValue(record, name))) continue;
      const path = below(at, name);
      for (const broken of brokenRules(schema, value))
        reportRule(`${path}${broken.path}`, broken.rule, ruleFault("The value", broken));
      checkInside(schema, value, path, ids, reportRule);
      if (schema.unique !== true) continue;
      const others = taken.get(name) ?? new Set();
      if (others.has(value))
        reportRule(path, "unique", {
          message: `Another sample has this value in "${name}", which is unique.`,
        });
      taken.set(name, others.add(value));
    }
  };
}

function checkInside(
  schema: FieldSchema,
  value: unknown,
  at: string,
  ids: SampleIds,
  reportRule: ReportRule,
): void {
  for (const { field, value: inner, pointer } of walkValue(SCHEMAS, schema, value, at)) {
    const { reference, properties = {}, required = [] } = field;
    if (reference !== undefined && typeof inner === "string" && ids(reference.entity)?.has(inner) === false) {
      reportRule(pointer, "reference", {
        message: `There is no sample of "${reference.entity}" with the _id "${inner}".`,
        found: `"${inner}"`,
        hint: `Write the "_id" of a record in samples/${reference.entity}.json.`,
      });
    }
    if (!isObject(inner)) continue;
    for (const name of emptyNames(inner, properties, required))
      reportRule(pointer, `required ${name}`, emptyFault(name));
  }
}
