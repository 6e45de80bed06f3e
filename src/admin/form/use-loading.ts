import { useCallback, useEffect, useMemo, useState } from "react";
import type { Mode } from "../../model/evaluate-conditions.ts";
import type { StoredRecord } from "../../model/record.ts";
import type { OpenEntity } from "../../wire/views.ts";
import { loadCompiled } from "../api/load-validator.ts";
import { useRecord } from "../api/use-record.ts";
import { useApp } from "../app-context.tsx";
import { useMessage } from "../messages/use-message.ts";
import { useClient, useServices } from "../services.ts";
import { useOverlay } from "../shell/overlay.tsx";
import type { OverlayWords } from "../shell/overlay-store.ts";
import { useFailureToast } from "../shell/use-failure-toast.ts";
import { type FormRules, makeFormRules } from "./form-rules.ts";
import { formSchema } from "./form-schema.ts";
import { leavesOf } from "./leaves.ts";
import { makeRecordValidator, type RecordValidator } from "./record-validator.ts";
import { makeWidgets, type Widgets } from "./widgets.ts";

/** All that a form needs before its first paint. */
export interface FormParts {
  /** undefined: a new record. */
  readonly stored: StoredRecord | undefined;
  readonly rules: FormRules;
  readonly validator: RecordValidator;
  readonly widgets: Widgets;
}

export interface Loading {
  readonly parts: FormParts | undefined;
  readonly failure: unknown;
  retry(): void;
}

/** Loads record, rules and widgets side by side, under the overlay; says so when it fails. */
export function useLoading(open: OpenEntity, id: string | undefined): Loading {
  const { entity } = open;
  const say = useMessage(entity);
  const record = useRecord(entity, id);
  const machine = useMachine(open, id === undefined ? "create" : "edit");
  const failure = record.failure ?? machine.failure;
  const { toasts } = useServices();
  const failed = useFailureToast(say, "load");
  const [givenUp, setGivenUp] = useState(false);
  const { reload } = record;
  const { retry: reloadMachine } = machine;

  const isWaiting =
    failure === undefined && !givenUp && (machine.machine === undefined || isMissing(record, id));
  const cancel = say("overlay.cancel");
  const words = useMemo(() => ({ cancel, language: entity.language }), [cancel, entity.language]);
  useOverlayWhile(isWaiting, say("form.loading"), words, setGivenUp);

  useEffect(() => {
    if (failure !== undefined) failed("form.loadFailed", failure);
  }, [failure, failed]);

  const retry = useCallback(() => {
    setGivenUp(false);
    reloadMachine();
    void reload();
  }, [reload, reloadMachine]);

  const parts = useMemo(
    () =>
      machine.machine === undefined || (id !== undefined && record.record === undefined)
        ? undefined
        : { ...machine.machine, stored: record.record },
    [machine.machine, record.record, id],
  );
  const isLoaded = parts !== undefined;
  useEffect(() => {
    if (isLoaded) toasts.settle("load");
  }, [isLoaded, toasts]);
  return { parts, failure: parts === undefined ? (failure ?? (givenUp || undefined)) : undefined, retry };
}

function isMissing({ record }: { record: StoredRecord | undefined }, id: string | undefined): boolean {
  return id !== undefined && record === undefined;
}

type Machine = Omit<FormParts, "stored">;

/** The rules and widgets of the entity's form. */
function useMachine(open: OpenEntity, mode: Mode) {
  const { loadPlugin, view } = useApp();
  const client = useClient();
  const [tries, setTries] = useState(0);
  const [state, setState] = useState<{ machine?: Machine; failure?: unknown }>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is another load
  useEffect(() => {
    let isLatest = true;
    const widgets = makeWidgets(loadPlugin);
    const names = leavesOf(open.entity).flatMap(({ field }) => field.widget?.name ?? []);
    Promise.all([loadCompiled(client, open.validator), widgets.preload(names)]).then(
      ([validate]) => {
        const { language } = open.entity;
        const messages = Object.hasOwn(view.messages, language) ? (view.messages[language] ?? {}) : {};
        const validator = makeRecordValidator(formSchema(open.entity), validate);
        const rules = makeFormRules(open.entity, mode, messages, validator.check);
        if (isLatest) setState({ machine: { rules, validator, widgets } });
      },
      (failure: unknown) => isLatest && setState({ failure }),
    );
    return () => {
      isLatest = false;
    };
  }, [open, mode, loadPlugin, view, client, tries]);
  const retry = useCallback(() => {
    setState(({ machine }) => (machine === undefined ? {} : { machine }));
    setTries((count) => count + 1);
  }, []);
  return { ...state, retry };
}

/** Shows the overlay's sentence while `isWaiting`; tells when the person gave up waiting. */
function useOverlayWhile(
  isWaiting: boolean,
  text: string,
  words: OverlayWords,
  onGivenUp: (givenUp: true) => void,
): void {
  const overlay = useOverlay();
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    let end = () => {};
    overlay(text, () => new Promise<void>((resolve) => (end = resolve)), words).catch(() => {
      if (!isOver) onGivenUp(true);
    });
    return () => {
      isOver = true;
      end();
    };
  }, [isWaiting, text, words, overlay, onGivenUp]);
}
