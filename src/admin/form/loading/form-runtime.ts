import { ID_KEY, type RJSFSchema, type UiSchema, type ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import { useCallback, useEffect, useMemo, useState } from "react";
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

/** What a form of one config works by, all of it loaded. */
export interface FormRuntime {
  readonly open: OpenEntity;
  readonly rules: FormRules;
  readonly validator: RecordValidator;
  readonly plugins: PluginCode;
}

export interface FormRuntimeState {
  /** That of the newest config whose parts could be loaded. */
  readonly runtime?: FormRuntime;
  /** Why the newest config's is not here. */
  readonly failure?: unknown;
}

/**
 * The rules and widgets of an entity's form, and of its next when the config changes: loaded whole before it is shown.
 * One whose entity is gone stays as it is.
 */
export function useFormRuntime(
  open: OpenEntity,
  mode: Mode,
  isGone: boolean,
): FormRuntimeState & { retry(): void } {
  const { plugins, view } = useApp();
  const client = useClient();
  const [attempts, setTries] = useState(0);
  const [state, setState] = useState<FormRuntimeState>({});
  const { entity } = open;
  const tables = useMemo(
    () => messageTables(view.messages, view.language, entity),
    [view.messages, view.language, entity],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another load
  useEffect(() => {
    if (isGone) return;
    let isLatest = true;
    loadFormRuntime({ open, mode, client, plugins, tables }).then(
      ({ runtime, missing }) => {
        if (!isLatest) return;
        setState((before) => {
          // A form that is open goes on as it is until the next one is whole; one that opens says it at the field.
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
  const retry = useCallback(() => {
    setState(({ runtime }) => (runtime === undefined ? {} : { runtime }));
    setTries((count) => count + 1);
  }, []);
  return { ...state, retry };
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
  const validator = makeRecordValidator(formSchema(open.entity), validate);
  const rules = makeFormRules(open.entity, mode, tables, validator.check);
  const runtime: FormRuntime = { open, rules, validator, plugins };
  return { runtime, missing };
}

/** Loads them, so that the form's first paint is whole, within bounds. Answers those that cannot be loaded. */
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

// By its file: the package's index would bring the compiler along.

const KEY = "record";

interface RecordValidator {
  /** What RJSF draws by; it carries the key of the compiled function. */
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
  readonly validator: ValidatorType;
  /** For `validateRecord`, which also knows conditions, what is required, and our own rules. */
  readonly check: SchemaCheck;
}

/** RJSF's precompiled validator over the function that the server compiled from the same fields. */
export function makeRecordValidator(drawn: DrawnForm, validate: CompiledValidator): RecordValidator {
  const schema: RJSFSchema = { ...drawn.schema, [ID_KEY]: KEY };
  const validator: ValidatorType = createPrecompiledValidator({ [KEY]: validate }, schema);
  const check: SchemaCheck = (record) => validator.rawValidation<SchemaError>(schema, record).errors ?? [];
  return { schema, uiSchema: drawn.uiSchema, validator, check };
}

/** The name under which the theme registers the field that asks a widget. */
export const WIDGET_FIELD = "widget";

interface DrawnForm {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema;
}

/**
 * What RJSF draws by: the tree of objects down to the fields that a widget edits. It holds no rules and no defaults:
 * those are the server's compiled validator's and `form-values.ts`'s, so that RJSF never changes a value by itself.
 */
export function formSchema(entity: Entity): DrawnForm {
  return objectSchema(entity.fields);
}

function objectSchema(fields: readonly Field[]): DrawnForm {
  const properties: [string, RJSFSchema][] = [];
  const uiSchemas: [string, UiSchema][] = [];
  for (const field of fields) {
    if (isGroup(field)) {
      const inner = objectSchema(field.fields);
      properties.push([field.name, { ...inner.schema, title: field.label }]);
      uiSchemas.push([field.name, inner.uiSchema]);
    } else {
      properties.push([field.name, { title: field.label }]);
      uiSchemas.push([field.name, { "ui:field": WIDGET_FIELD }]);
    }
  }
  return {
    schema: { type: "object", properties: Object.fromEntries(properties) },
    uiSchema: Object.fromEntries(uiSchemas),
  };
}
