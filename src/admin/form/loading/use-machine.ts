import { useCallback, useEffect, useState } from "react";
import type { Mode } from "../../../record/conditions.ts";
import type { OpenEntity } from "../../../wire/views.ts";
import type { Client } from "../../api/client.ts";
import { loadCompiled } from "../../api/load-validator.ts";
import { useApp } from "../../services/app-context.tsx";
import { loadTogether, type PluginCode } from "../../services/code-loader.ts";
import { useClient } from "../../services/services.ts";
import { leavesOf } from "../state/field-views.ts";
import { type FormRules, makeFormRules } from "../state/form-rules.ts";
import { formSchema, makeRecordValidator, type RecordValidator } from "./record-validator.ts";

/** What a form of one config works by, all of it loaded. */
export interface Machine {
  readonly open: OpenEntity;
  readonly rules: FormRules;
  readonly validator: RecordValidator;
  readonly plugins: PluginCode;
}

export interface MachineState {
  /** That of the newest config whose parts could be loaded. */
  readonly machine?: Machine;
  /** Why the newest config's is not here. */
  readonly failure?: unknown;
}

/**
 * The rules and widgets of an entity's form, and of its next when the config changes: loaded whole before it is shown.
 * One whose entity is gone stays as it is.
 */
export function useMachine(open: OpenEntity, mode: Mode, isGone: boolean): MachineState & { retry(): void } {
  const { plugins, view } = useApp();
  const client = useClient();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<MachineState>({});
  const { language } = open.entity;
  const messages = Object.hasOwn(view.messages, language) ? view.messages[language] : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another load
  useEffect(() => {
    if (isGone) return;
    let isLatest = true;
    loadMachine({ open, mode, client, plugins, messages: messages ?? {} }).then(
      ({ machine, missing }) => {
        if (!isLatest) return;
        setState((before) => {
          // A form that is open goes on as it is until the next one is whole; one that opens says it at the field.
          const known = before.machine === undefined ? missing : namesIn(before.machine.open);
          const isWhole = missing.every((name) => known.includes(name));
          return isWhole ? { machine } : { ...before, failure: new Error(missing.join()) };
        });
      },
      (failure: unknown) => isLatest && setState((before) => ({ ...before, failure })),
    );
    return () => {
      isLatest = false;
    };
  }, [open, mode, isGone, plugins, messages, client, tries]);
  const retry = useCallback(() => {
    setState(({ machine }) => (machine === undefined ? {} : { machine }));
    setTries((count) => count + 1);
  }, []);
  return { ...state, retry };
}

interface MachineParts {
  readonly open: OpenEntity;
  readonly mode: Mode;
  readonly client: Client;
  readonly plugins: PluginCode;
  readonly messages: Readonly<Record<string, string>>;
}

async function loadMachine({ open, mode, client, plugins, messages }: MachineParts) {
  const [validate, missing] = await Promise.all([
    loadCompiled(client, open.validator),
    preloadWidgets(namesIn(open), plugins),
  ]);
  const validator = makeRecordValidator(formSchema(open.entity), validate);
  const rules = makeFormRules(open.entity, mode, messages, validator.check);
  const machine: Machine = { open, rules, validator, plugins };
  return { machine, missing };
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
  return leavesOf(entity).flatMap(({ field }) => field.widget?.name ?? []);
}
