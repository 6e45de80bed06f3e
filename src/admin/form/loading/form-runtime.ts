import { ID_KEY, type RJSFSchema, type UiSchema, type ValidatorType } from "@rjsf/utils";
// By its file: the package's index would load the compiler too.
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { useEffect, useMemo, useState } from "react";
import type { Entity, Field } from "../../../model/entity.ts";
import type { Mode } from "../../../record/conditions.ts";
import { type MessageTable, messageTables } from "../../../record/messages.ts";
import type { SchemaError } from "../../../record/validate.ts";
import type { CompiledValidator } from "../../../record/validator-runtime.ts";
import { isGroup } from "../../../record/walk.ts";
import type { OpenEntity } from "../../../wire/views.ts";
import type { Client } from "../../api/client.ts";
import { loadCompiled, type SchemaCheck } from "../../api/load-validator.ts";
import { useApp } from "../../services/app-context.tsx";
import type { PluginCode } from "../../services/code-loader.ts";
import { loadTogether } from "../../services/load-together.ts";
import { useClient } from "../../services/services.ts";
import { formFieldsOf } from "../state/field-views.ts";
import { type FormRules, makeFormRules } from "../state/form-rules.ts";

/** All that an open form needs of one config. */
export interface FormRuntime {
  readonly open: OpenEntity;
  readonly rules: FormRules;
  readonly validator: RecordValidator;
  readonly plugins: PluginCode;
}

interface FormRuntimeState {
  /** That of the newest config that could be loaded. */
  readonly runtime?: FormRuntime;
  /** Why that of the newest config is not here. */
  readonly failure?: unknown;
}

/** The runtime of an entity's form, and the next one when the config changes, loaded whole; none follows for `isGone`. */
export function useFormRuntime(open: OpenEntity, mode: Mode, isGone: boolean) {
  const { plugins, view } = useApp();
  const client = useClient();
  const [attempts, setAttempts] = useState(0);
  const [state, setState] = useState<FormRuntimeState>({});
  const { entity } = open;
  const tables = useMemo(
    () => messageTables(view.messages, view.language, entity),
    [view.messages, view.language, entity],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another load
  useEffect(() => {
    if (isGone) return;
    let isLatest = true;
    loadFormRuntime({ open, mode, client, plugins, tables }).then(
      ({ runtime, missing }) => {
        if (!isLatest) return;
        setState((before) => {
          // An open form stays as it is until the next one is whole; one that opens says at the field what is missing.
          const known = before.runtime === undefined ? missing : namesIn(before.runtime.open);
          const isWhole = missing.every((name) => known.includes(name));
          return isWhole ? { runtime } : { ...before, failure: new Error(missing.join()) };
        });
      },
      (failure: unknown) => isLatest && setState((before) => ({ ...before, failure })),
    );
    return () => {
      isLatest = false;
    };
  }, [open, mode, isGone, plugins, tables, client, attempts]);
  return {
    ...state,
    retry() {
      setState(({ runtime }) => (runtime === undefined ? {} : { runtime }));
      setAttempts(attempts + 1);
    },
  };
}

interface FormRuntimeParts {
  readonly open: OpenEntity;
  readonly mode: Mode;
  readonly client: Client;
  readonly plugins: PluginCode;
  readonly tables: readonly MessageTable[];
}

async function loadFormRuntime({ open, mode, client, plugins, tables }: FormRuntimeParts) {
  const [validate, missing] = await Promise.all([
    loadCompiled(client, open.validator),
    preloadWidgets(namesIn(open), plugins),
  ]);
  const validator = makeRecordValidator(open.entity, validate);
  const rules = makeFormRules(open.entity, mode, tables, validator.check);
  const runtime: FormRuntime = { open, rules, validator, plugins };
  return { runtime, missing };
}

/** Waits for them, as long as `loadTogether` does, so that the first paint is whole. Answers those that failed. */
async function preloadWidgets(names: readonly string[], plugins: PluginCode): Promise<readonly string[]> {
  let stop = () => {};
  const failures = await new Promise<ReadonlyMap<string, unknown>>((resolve) => {
    stop = loadTogether(names, (name) => plugins.load("widget", name), resolve);
  });
  stop();
  return [...failures.keys()];
}

function namesIn({ entity }: OpenEntity): readonly string[] {
  return formFieldsOf(entity).flatMap(({ field }) => field.widget?.name ?? []);
}

const KEY = "record";

type RecordValidator = ReturnType<typeof makeRecordValidator>;

/** What RJSF draws the form of an entity by, with a validator over the function that the server compiled. */
export function makeRecordValidator({ fields }: Entity, validate: CompiledValidator) {
  const drawn = objectSchema(fields);
  // The validator finds its function by the key in the schema.
  const schema: RJSFSchema = { ...drawn.schema, [ID_KEY]: KEY };
  const validator: ValidatorType = createPrecompiledValidator({ [KEY]: validate }, schema);
  /** For `validateRecord`, which also knows conditions, what is required, and our own rules. */
  const check: SchemaCheck = (record) => validator.rawValidation<SchemaError>(schema, record).errors ?? [];
  return { schema, uiSchema: drawn.uiSchema, validator, check };
}

/** The name under which the theme registers `WidgetField`. */
export const WIDGET_FIELD = "widget";

/** The tree of objects down to the fields that a widget edits; no rules or defaults, so that RJSF never changes a value. */
function objectSchema(fields: readonly Field[]): {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
} {
  const properties: Record<string, RJSFSchema> = {};
  const uiSchema: UiSchema = {};
  for (const field of fields) {
    const inner = isGroup(field) ? objectSchema(field.fields) : undefined;
    properties[field.name] = { ...inner?.schema, title: field.label };
    uiSchema[field.name] = inner?.uiSchema ?? { "ui:field": WIDGET_FIELD };
  }
  return { schema: { type: "object", properties }, uiSchema };
}
