import type { EntityConfig } from "../../../model/entity-config.ts";
import type { FieldSchema } from "../../../model/field-schema.ts";
import type { Fault } from "../../../model/problem.ts";
import { type RecordData, SYSTEM_FIELDS } from "../../../model/record.ts";
import { fieldState } from "../../../record/conditions.ts";
import { isEmpty, isObject, ownValue } from "../../../record/json.ts";
import { below, isIndex, segmentsOf } from "../../../record/path.ts";
import { SCHEMAS, walkValue } from "../../../record/walk.ts";
import { makeFields } from "../../resolve/make-fields.ts";
import { ENTITY_FIELDS, isShown } from "../../resolve/written-field.ts";
import { type BrokenRule, brokenRules } from "../../shape/broken-rules.ts";
import type { Check, Written, WrittenConfig } from "../../written-config.ts";
import { emptyFault, emptyNames, ruleFault } from "../check-values.ts";
import { foldSamples, samplesAStep } from "./check-samples.ts";

/** `rule`: the name of the rule that is broken. */
type ReportRule = (path: string, rule: string, fault: Fault) => void;

/** A sample record could have been saved: it is complete, keeps its fields' rules, and refers to samples that there are. */
export const checkSampleValues: Check = function* (config) {
  const ids = sampleIds(config);
  for (const [id, { report, value: records }] of config.samples) {
    const entity = config.entities.get(id);
    if (entity === undefined) continue;
    const folded = foldSamples(report);
    const reportRule: ReportRule = (path, rule, fault) =>
      folded.add("BAD_SAMPLE", `${inAnyRecord(path)} ${rule}`, path, fault);
    const checkSample = sampleCheck(entity, config.broken, ids, reportRule);
    const step = samplesAStep(entity.value);
    for (const [index, record] of records.entries()) {
      if (index % step === 0) yield;
      checkSample(record, below("", index));
    }
    folded.report();
  }
};

/** A pointer without the indexes of the record and of items of lists. */
function inAnyRecord(path: string): string {
  return below("", ...segmentsOf(path).filter((segment) => !isIndex(segment)));
}

/** The ids of an entity's samples; undefined if there is no such entity, or its samples cannot be read. */
type SampleIds = (entity: string) => ReadonlySet<unknown> | undefined;

function sampleIds(config: WrittenConfig): SampleIds {
  const known = new Map(
    [...config.samples].map(([id, { value }]) => [id, new Set(value.map(({ _id }) => _id))]),
  );
  const isUnknown = (entity: string) => config.sampleFiles.has(entity) || !config.entityIds.has(entity);
  return (entity) => known.get(entity) ?? (isUnknown(entity) ? undefined : new Set());
}

/** A check of the samples of one entity, one after another, by those of its rules that are right. */
function sampleCheck(
  { value: { schema }, isReported }: Written<EntityConfig>,
  broken: ReadonlySet<object>,
  ids: SampleIds,
  reportRule: ReportRule,
) {
  const { properties, required = [] } = schema;
  const wrong = new Set(
    Object.entries(properties)
      .filter(([name, field]) => broken.has(field) || isReported(below(ENTITY_FIELDS, name)))
      .map(([name]) => name),
  );
  const wronglyRequired = new Set(
    required.filter((_, index) => isReported(below("/schema/required", index))),
  );
  // Passwords are not among them: in a file they are no secret, so sample accounts have none.
  const fields = makeFields(properties, required).filter((field) => isShown(field.schema));
  const isField = (name: string) =>
    Object.hasOwn(properties, name) || SYSTEM_FIELDS.some((one) => one === name);
  const taken = new Map<string, Set<unknown>>();
  return (record: RecordData, at: string) => {
    const whole = Object.fromEntries(
      fields.map(({ name, schema }) => [name, ownValue(record, name) ?? schema.default]),
    );
    // A required value may stand there by a name that is no field's.
    const isMisnamed = Object.keys(record).some((name) => !isField(name));
    for (const field of fields) {
      const { name, schema } = field;
      const state = fieldState(field, whole as RecordData, "create");
      if (wrong.has(name) || !state.shown) continue;
      const value = whole[name];
      if (isEmpty(value)) {
        if (state.required && !isMisnamed && !wronglyRequired.has(name))
          reportRule(at, `required ${name}`, emptyFault(name));
        continue;
      }
      // The default is checked in the entity.
      if (isEmpty(ownValue(record, name))) continue;
      const path = below(at, name);
      for (const one of brokenRules(schema, value))
        reportRule(`${path}${one.path}`, one.rule, valueFault(one));
      checkInside(schema, value, path, ids, reportRule);
      if (schema.unique !== true) continue;
      const others = taken.get(name) ?? new Set();
      const message = `Another sample has this value in "${name}", which is unique.`;
      if (others.has(value)) reportRule(path, "unique", { message });
      taken.set(name, others.add(value));
    }
  };
}

function valueFault(broken: BrokenRule): Fault {
  const { rule, schema, value } = broken;
  const fault = ruleFault("The value", broken);
  if (rule === "type" && schema.image === true && typeof value === "string")
    return { ...fault, hint: `Write { "file": ${JSON.stringify(value)} }.` };
  if (rule === "format" && schema.format === "date")
    return { ...fault, hint: 'Write year, month and day, as in "2025-12-31".' };
  return fault;
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
