import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { requestBody } from "../../src/admin/form/save/request-body.ts";
import { formFieldsOf } from "../../src/admin/form/state/field-views.ts";
import { makeFormRules } from "../../src/admin/form/state/form-rules.ts";
import { makeFormStore } from "../../src/admin/form/state/form-store.ts";
import { initialRecord } from "../../src/admin/form/state/form-values.ts";
import type { Entity, Field } from "../../src/model/entity.ts";
import type { RecordData, StoredRecord } from "../../src/model/record.ts";
import { applyConditions, conditionOrder } from "../../src/record/apply-conditions.ts";
import { type Mode, placedStates } from "../../src/record/conditions.ts";
import type { FieldError } from "../../src/record/field-errors.ts";
import { isEmpty } from "../../src/record/json.ts";
import { readPath } from "../../src/record/path.ts";
import { guardedEntity } from "../../src/record/rights.ts";
import { validateRecord } from "../../src/record/validate.ts";
import { walkFields } from "../../src/record/walk.ts";
import { ApiError } from "../../src/server/http/api-error.ts";
import { answeredRecord, completeFields } from "../../src/server/records/complete-record.ts";
import type { EntityRuntime } from "../../src/server/records/entity-runtime.ts";
import type { WriteContext } from "../../src/server/records/record-rules.ts";
import { savePolicy } from "../../src/server/records/save-record.ts";
import { checkWrite, serverContext } from "../../src/server/records/write-pipeline.ts";
import { compileValidator } from "../../src/server/runtime/compile-validator.ts";
import { runs, timeoutOf } from "../property-runs.ts";
import { buildServer, type TestServer } from "../server/build-server.ts";
import { importValidator } from "./import-validator.ts";
import { anyFields, fieldsOf, keptRecord, SHAPES, straightProperties, typedRecord } from "./random-entity.ts";

const mode = fc.constantFrom<Mode>("create", "edit");
const SYSTEM = {
  _id: "t00000000000000000000001",
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-02T00:00:00.000Z",
  updatedBy: "director",
  updatedById: "d00000000000000000000001",
  isProtected: false,
};

/** Conditions are no business of the JSON Schema: one compiled schema serves all. */
const { check, moduleCode } = compileValidator(SHAPES);

let server: TestServer;
let context: WriteContext;
/** An entity that the test puts its own fields into. */
let subjects: EntityRuntime;

beforeAll(async () => {
  server = await buildServer();
  const { store, effects, holder } = server;
  const found = holder.current.entities.get("subjects");
  if (found === undefined) throw new Error("The library has no subjects.");
  subjects = found;
  const account = {
    _id: "a1",
    username: "stocker",
    role: "stocker",
    permissions: [found.entity.permission],
    hidden: false,
    record: {},
    tokenHash: "",
  };
  context = { ...serverContext(found.config, store, effects), account };
});
afterAll(() => server.close());

interface Outcome {
  /** As it would be stored; undefined where it is refused. */
  readonly record: RecordData | undefined;
  readonly errors: readonly FieldError[];
}

/** The server's answer to a body: what it would store, or what it refuses. */
async function onServer(
  entity: Entity,
  body: RecordData,
  stored: StoredRecord | undefined,
): Promise<Outcome> {
  const fields = entity.fields.filter(({ schema }) => schema.formOnly !== true);
  const placed = new Map([...walkFields(fields)].map((one) => [one.path, one]));
  const guarded = guardedEntity(entity);
  const order = conditionOrder(fields);
  const own = { entity, fields, placed, guarded, conditionOrder: order, hooks: [], rules: {}, check };
  const runtime: EntityRuntime = { ...subjects, ...own };
  try {
    const { record } = await checkWrite(context, runtime, savePolicy(runtime, context, stored), body);
    return { record, errors: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.detail.errors === undefined) throw error;
    return { record: undefined, errors: error.detail.errors };
  }
}

function entityOf(fields: readonly Field[]): Entity {
  const rows = fields.map(({ name }) => [name]);
  const form = { ...subjects.entity.form, tabs: [{ label: "", rows }] };
  return { ...subjects.entity, fields, form };
}

it(
  "browser and server come to the same record, the same errors, in hundreds of random forms",
  async () => {
    const inBrowser = await importValidator(moduleCode);
    const messages = subjects.config.messages.en ?? {};
    let refused = 0;
    await fc.assert(
      fc.asyncProperty(anyFields, mode, keptRecord, typedRecord, async (fields, how, kept, typed) => {
        const entity = entityOf(fields);
        const own = fields.filter(travels);
        const stored = how === "create" ? undefined : { ...completeFields(own, kept), ...SYSTEM };
        const answered = stored && answeredRecord(own, stored);
        const rules = makeFormRules(entity, how, [entity.messages, messages], inBrowser);
        const store = makeFormStore({
          formFields: formFieldsOf(entity),
          rules,
          initial: initialRecord(entity, answered),
        });
        for (const { path } of formFieldsOf(entity)) {
          const value = readPath(typed, path);
          if (value !== undefined) store.change(path, value);
        }
        const shown = store.record();
        const sent: RecordData = JSON.parse(JSON.stringify(requestBody(entity, shown, how)));
        const errors = rules.errors(shown).filter(({ path }) => path !== "/f");
        const answer = await onServer(entity, sent, stored);
        expect(answer.errors).toEqual(errors);
        if (errors.length > 0) refused += 1;
        else expect(completeFields(own, answer.record ?? {})).toEqual(completeFields(own, sent));
        for (const [path, state] of placedStates(own, answer.record ?? sent, how)) {
          const { shown: isShown, required, disabled } = store.state(path);
          expect({ path, isShown, required, disabled }).toEqual({
            path,
            isShown: state.shown,
            required: state.required,
            disabled: state.disabled,
          });
        }
      }),
      { numRuns: runs(500) },
    );
    expect(refused).toBeGreaterThan(runs(50));
    expect(refused).toBeLessThan(runs(450));
  },
  timeoutOf(20_000),
);

it(
  "a client that knows no conditions writes what the form would have written",
  async () => {
    await fc.assert(
      fc.asyncProperty(anyFields, mode, keptRecord, typedRecord, async (fields, how, kept, typed) => {
        const entity = entityOf(fields);
        const own = fields.filter(travels);
        const stored = how === "create" ? undefined : { ...completeFields(own, kept), ...SYSTEM };
        const base = initialRecord(entity, stored && answeredRecord(own, stored));
        const raw = requestBody(entity, { ...base, ...typed }, how);
        const applied = requestBody(
          entity,
          applyConditions(raw, { order: conditionOrder(fields), mode: how, base }),
          how,
        );
        expect(await onServer(entity, raw, stored)).toEqual(await onServer(entity, applied, stored));
      }),
      { numRuns: runs(250) },
    );
  },
  timeoutOf(20_000),
);

it(
  "conditions come to an end, and applied again they change nothing",
  () => {
    fc.assert(
      fc.property(anyFields, mode, keptRecord, typedRecord, (fields, how, base, typed) => {
        const applied = applyConditions(typed, { order: conditionOrder(fields), mode: how, base });
        expect(applyConditions(applied, { order: conditionOrder(fields), mode: how, base })).toEqual(applied);
      }),
      { numRuns: runs(750) },
    );
  },
  timeoutOf(20_000),
);

it(
  "without a ring the order of the fields makes no difference",
  () => {
    fc.assert(
      fc.property(
        straightProperties.chain((properties) =>
          fc.tuple(
            fc.constant(fieldsOf(properties, [])),
            fc.shuffledSubarray(Object.entries(properties), { minLength: Object.keys(properties).length }),
          ),
        ),
        mode,
        keptRecord,
        typedRecord,
        ([fields, shuffled], how, base, typed) => {
          const other = fieldsOf(Object.fromEntries(shuffled), []);
          const applied = applyConditions(typed, { order: conditionOrder(other), mode: how, base });
          expect(applied).toEqual(applyConditions(typed, { order: conditionOrder(fields), mode: how, base }));
        },
      ),
      { numRuns: runs(250) },
    );
  },
  timeoutOf(20_000),
);

it(
  "what is hidden is never required nor judged, what is disabled holds what it held",
  () => {
    fc.assert(
      fc.property(anyFields, mode, keptRecord, typedRecord, (fields, how, base, typed) => {
        const record = applyConditions(typed, { order: conditionOrder(fields), mode: how, base });
        const problems = validateRecord({ fields, mode: how, record, check, withFormOnly: true });
        const formFields = formFieldsOf(entityOf(fields));
        const states = placedStates(fields, record, how);
        for (const { path, field } of formFields) {
          const { shown, required, holds } = states.get(path) ?? {
            shown: true,
            required: false,
            holds: "wanted",
          };
          const value = readPath(record, path) ?? null;
          if (!shown) {
            expect(required).toBe(false);
            const at = `/${path.replaceAll(".", "/")}`;
            expect(problems.filter((one) => one.path === at || one.path.startsWith(`${at}/`))).toEqual([]);
          }
          // An object's fields may be cleared one by one.
          if (holds === "before" && field.fields === undefined)
            expect(value).toEqual(readPath(base, path) ?? null);
          // Only in a ring that contradicts itself: what may be disabled is not cleared.
          if (holds === "nothing" && value !== null && !isEmpty(value)) {
            const outer = fields.find(({ name }) => name === path.split(".")[0]);
            expect(JSON.stringify(outer)).toContain('"disable":true');
          }
        }
      }),
      { numRuns: runs(500) },
    );
  },
  timeoutOf(20_000),
);

function travels({ schema }: Field): boolean {
  return schema.formOnly !== true;
}
