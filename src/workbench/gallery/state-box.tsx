import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { PluginCode } from "../../admin/services/code-loader.ts";
import type { Services } from "../../admin/services/services.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Json, RecordData } from "../../model/record.ts";
import type { Blame } from "../../wire/blame.ts";
import { type FieldForm, type FieldSpec, makeFieldForm } from "../harness/field-form.ts";
import { FieldFormView } from "../harness/field-form-view.tsx";
import { inventReferences } from "../harness/given-references.ts";
import type { Behaviour, HostCall } from "../harness/recording-host.ts";
import { type BoxState, type ExampleParts, messagesIn, STATE_TITLES } from "./example-entity.ts";
import { BoxFrame, ValueLine } from "./value-line.tsx";

interface StateBoxProps {
  readonly parts: OpenExampleParts;
  /** Begins anew with this value. */
  onRenew(value: Json): void;
  /** Begins anew with the example's own. */
  onReset(): void;
}

/** A widget in one state. Follows other options and another record; for everything else it is made anew (a new `key`). */
export function StateBox({ parts, onRenew, onReset }: StateBoxProps) {
  const { state, options, record } = parts;
  const [form] = useState(() => openExample(parts));
  const { runtime, store } = useSyncExternalStore(form.subscribe, form.now);
  const now = useSyncExternalStore(store.subscribe, store.record);
  const value = form.host.value() ?? null;

  const followed = useRef({ options, record });
  useEffect(() => {
    const before = followed.current;
    followed.current = { options, record };
    if (before.options !== options) form.set(specOf(parts, value));
    if (before.record !== record) form.host.setRecord({ ...record, [state]: value });
  });
  useHotRetry(form, state);

  function change(next: Json) {
    form.host.change(next);
    // An edit forgives what was refused.
    if (state === "error") form.set(specOf(parts, next));
  }
  // What the rules of the field say of the value, whether it was left or not.
  const [refusal] = runtime.rules.errors(now);

  return (
    <BoxFrame
      title={STATE_TITLES[state]}
      actions={
        <button type="button" className="gallery-link" onClick={onReset}>
          Start over<span className="unseen">: {STATE_TITLES[state]}</span>
        </button>
      }
    >
      <div className="gallery-stage form-screen" lang={parts.language} data-state={state}>
        <FieldFormView form={form} path={state} />
      </div>
      <PendingWork form={form} onSaved={onRenew} />
      <ValueLine state={state} value={value} refusal={refusal?.message} onChange={change} />
    </BoxFrame>
  );
}

/** Milliseconds after which React has replaced the code of an update; the tool that does it reports nothing. */
const REPLACE_TIMEOUT_MS = 100;

/** A widget that broke is tried again as soon as a file is saved: that may have repaired it. */
function useHotRetry(form: FieldForm, path: string): void {
  useEffect(() => {
    // In these words: Vite looks for them.
    const hot = import.meta.hot;
    const retry = () => {
      const { store, runtime, formField } = form.now();
      if (store.fault(path) === undefined) return;
      runtime.plugins.forget("widget", formField(path)?.field.widget?.name ?? "");
      store.retry(path, "anew");
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(retry, REPLACE_TIMEOUT_MS);
    };
    hot?.on("vite:afterUpdate", later);
    return () => {
      clearTimeout(timer);
      hot?.off("vite:afterUpdate", later);
    };
  }, [form, path]);
}

interface PendingWorkProps {
  readonly form: FieldForm;
  /** The record is stored and opened again with this value. */
  onSaved(value: Json): void;
}

const REFUSAL = "The server refuses the record, so that you see what stays ready for another try.";

/** While a widget holds work until save: what may become of it. */
function PendingWork({ form, onSaved }: PendingWorkProps) {
  const { host } = form;
  const isHolding = useSyncExternalStore(form.now().store.subscribe, host.isHolding);
  const [share, setShare] = useState<number>();
  useEffect(() => () => host.leave(), [host]);
  if (!isHolding) return null;
  const saving = share !== undefined;

  async function save(refusal?: string) {
    setShare(0);
    const end = await host.save({ onProgress: setShare, ...(refusal === undefined ? {} : { refusal }) });
    setShare(undefined);
    if (end.saved) onSaved(end.value ?? null);
  }

  return (
    <section className="gallery-pending" aria-label="Pending work">
      <p>
        {saving ? `Saving: ${Math.round(share * 100)} %` : "The widget holds work until the form is saved."}
      </p>
      {saving ? (
        <button type="button" className="button" onClick={() => host.cancelSave()}>
          Cancel
        </button>
      ) : (
        <>
          <button type="button" className="button" onClick={() => void save()}>
            Save
          </button>
          <button type="button" className="button" onClick={() => void save(REFUSAL)}>
            Fail
          </button>
          <button
            type="button"
            className="button"
            onClick={() => {
              host.leave();
              onSaved(host.value() ?? null);
            }}
          >
            Leave
          </button>
        </>
      )}
    </section>
  );
}

interface OpenExampleParts extends ExampleParts {
  readonly state: BoxState;
  readonly value: Json;
  /** Values of other fields of the record. */
  readonly record: RecordData;
  readonly code: PluginCode;
  /** Where the page shows toasts and asks questions. */
  readonly page: Pick<Services, "toasts" | "confirms">;
  readonly blame: Blame;
  /** How everything that goes to the server ends. */
  readonly server: Behaviour;
  onAsked(call: HostCall): void;
}

/** What stands at the field in the state "with an error". */
const ERROR = "This is how a refusal reads, in a sentence long enough to need a second line on a phone.";

/** An example in one state: the form of its one field, whose path is the state's name. */
function openExample(parts: OpenExampleParts): FieldForm {
  const { state: path, manifest, example, language, page, value, server } = parts;
  const { toasts, confirms } = page;
  return makeFieldForm(
    {
      ...page,
      blame: parts.blame,
      path,
      manifest,
      plugins: parts.gallery.known,
      code: parts.code,
      language,
      entity: "examples",
      recordId: "example",
      messages: { ...messagesIn(parts.gallery, "en"), ...messagesIn(parts.gallery, language) },
      record: { ...parts.record, [path]: value },
      references: inventReferences(example.field, value),
      behaves: { references: server, upload: server, removal: server },
      addressOf: (file) => URL.createObjectURL(file),
      own: {
        toast: (kind, text) => toasts.show(kind, text),
        confirm: (question) => confirms.ask({ ...question, language }),
      },
      onAsked: parts.onAsked,
    },
    specOf(parts, value),
  );
}

/** What the form makes of it; in the state "with an error", refused at the field and at the first part of its value. */
function specOf({ state, example, options }: OpenExampleParts, value: Json): FieldSpec {
  const part = firstPart(example.field, value);
  const isRefused = state === "error";
  return {
    field: example.field,
    label: example.field.title ?? example.title,
    options,
    disabled: state === "disabled",
    readOnly: state === "readOnly",
    error: isRefused ? ERROR : undefined,
    errors: isRefused && part !== undefined ? [{ path: part, message: ERROR }] : [],
  };
}

/** Where the field's schema names parts of the value. */
function firstPart({ items, properties }: FieldSchema, value: Json): string | undefined {
  const isList = Array.isArray(value) && value.length > 0;
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const parts = isList ? items?.properties : isObject ? properties : undefined;
  const [name] = Object.keys(parts ?? {});
  return name && `${isList ? "/0" : ""}/${name}`;
}
