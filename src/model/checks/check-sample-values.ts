import { isBroken } from "../broken-field.ts";
import type { Check, Draft } from "../draft.ts";
import type { EntityConfig } from "../entity-config.ts";
import { fieldState } from "../evaluate-conditions.ts";
import type { FieldSchema } from "../field-schema.ts";
import { isEmpty } from "../is-empty.ts";
import { isObject, own } from "../json-value.ts";
import { brokenRules } from "../judge-value.ts";
import { makeFields } from "../make-fields.ts";
import { below } from "../pointer.ts";
import type { Fault } from "../problem.ts";
import type { RecordData } from "../record.ts";
import { ruleFault } from "./check-values.ts";

type Tell = (path: string, fault: Fault) => void;

/** A sample record could have been saved: it is complete, keeps its fields' rules, and refers to samples that there are. */
export const checkSampleValues: Check = (draft, report) => {
  const ids = sampleIds(draft);
  for (const [id, { file, value: records }] of draft.samples) {
    const entity = draft.entities.get(id)?.value;
    if (entity === undefined) continue;
    const tell: Tell = (path, fault) => report(file, path, "BAD_SAMPLE", fault);
    const judge = sampleJudge(entity, ids, tell);
    records.forEach((record, index) => {
      judge(record, below("", index));
    });
  }
};

/** The samples' ids by entity; undefined for an entity that is none, or whose samples cannot be read. */
type SampleIds = (entity: string) => ReadonlySet<unknown> | undefined;

function sampleIds(draft: Draft): SampleIds {
  const known = new Map<string, ReadonlySet<unknown>>();
  for (const [id, { value }] of draft.samples) known.set(id, new Set(value.map(({ _id }) => _id)));
  const isUnknown = (entity: string) => draft.sampleFiles.has(entity) || !draft.entityIds.has(entity);
  return (entity) => known.get(entity) ?? (isUnknown(entity) ? undefined : new Set());
}

/** Judges the samples of one entity, one after another. */
function sampleJudge({ schema }: EntityConfig, ids: SampleIds, tell: Tell) {
  const { properties, required = [] } = schema;
  const fields = makeFields(properties, required).filter(
    // A password in a file is no secret: sample accounts have none.
    ({ schema: { formOnly, writeOnly } }) => formOnly !== true && writeOnly !== true,
  );
  const taken = new Map<string, Set<unknown>>();
  return (record: RecordData, at: string) => {
    const whole = Object.fromEntries(
      fields.map(({ name, schema }) => [name, own(record, name) ?? schema.default]),
    );
    for (const field of fields) {
      const { name, schema } = field;
      const state = fieldState(field, whole as RecordData, "create");
      if (isBroken(schema) || !state.shown) continue;
      const value = whole[name];
      if (isEmpty(value)) {
        if (state.required) tell(at, missing(name));
        continue;
      }
      // a default is judged where it stands
      if (isEmpty(own(record, name))) continue;
      const path = below(at, name);
      for (const broken of brokenRules(schema, value))
        tell(`${path}${broken.path}`, ruleFault("The value", broken));
      checkInside(schema, value, path, ids, tell);
      if (schema.unique !== true) continue;
      const others = taken.get(name) ?? new Set();
      if (others.has(value))
        tell(path, { message: `Another sample has this value in "${name}", which is unique.` });
      taken.set(name, others.add(value));
    }
  };
}

function checkInside(schema: FieldSchema, value: unknown, at: string, ids: SampleIds, tell: Tell): void {
  const { reference, items, properties = {}, required = [] } = schema;
  if (reference !== undefined && typeof value === "string") {
    const known = ids(reference.entity);
    if (known?.has(value) === false) {
      const message = `There is no sample of "${reference.entity}" with the _id "${value}".`;
      tell(at, {
        message,
        found: `"${value}"`,
        mend: `Write the "_id" of a record in samples/${reference.entity}.json.`,
      });
    }
  }
  if (Array.isArray(value) && items !== undefined) {
    value.forEach((item, index) => {
      checkInside(items, item, below(at, index), ids, tell);
    });
  }
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(properties)) {
    const held = own(value, name);
    if (isEmpty(held) && required.includes(name)) tell(at, missing(name));
    else checkInside(inner, held, below(at, name), ids, tell);
  }
}

function missing(name: string): Fault {
  return { message: `"${name}" must be filled in.`, mend: `Add "${name}": ….` };
}
