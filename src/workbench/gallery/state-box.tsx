import { PrimeReactProvider } from "primereact/api";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { SWRConfig } from "swr";
import { fieldId } from "../../admin/form/field/field-ids.ts";
import { FieldTemplate } from "../../admin/form/field/field-template.tsx";
import { FormContext, type OpenForm } from "../../admin/form/field/open-form.ts";
import { WidgetField } from "../../admin/form/field/widget-field.tsx";
import type { FormStore } from "../../admin/form/state/form-store.ts";
import { styleNonce } from "../../admin/services/services.ts";
import type { Json } from "../../model/record.ts";
import { FieldFailure } from "../../plugin/host.ts";
import { readPath } from "../../record/path.ts";
import type { RecordingHost } from "../recording/recording-host.ts";
import { STATE_TITLES } from "./example-entity.ts";
import { type OpenExampleParts, openExample, refuse } from "./open-example.ts";
import { BoxFrame, ValueLine } from "./value-line.tsx";

interface StateBoxProps {
  readonly parts: OpenExampleParts;
  /** Begins anew with this value. */
  onRenew(value: Json): void;
  /** Begins anew with the example's own. */
  onReset(): void;
}

/**
 * A widget in one state, drawn by the form's own parts: its store, rules, frame, and what stands in place of a widget that
 * broke. Follows other options and another record; for everything else it is made anew (a new `key`).
 */
export function StateBox({ parts, onRenew, onReset }: StateBoxProps) {
  const { state, options, record } = parts;
  const [opened] = useState(() => openExample(parts));
  const [form, setForm] = useState(opened.form);
  const { host } = opened;
  const { store } = form;
  const now = useSyncExternalStore(store.subscribe, store.record);
  const value = readPath(now, state) ?? null;
  const fieldPathId = useMemo(() => ({ $id: fieldId(state), path: [state] }), [state]);
  const primeReact = useMemo(() => ({ nonce: styleNonce(), ripple: false }), []);
  const cache = useMemo(() => ({ provider: () => new Map() }), []);

  const followed = useRef(options);
  useEffect(() => {
    if (followed.current === options) return;
    followed.current = options;
    setForm(opened.withOptions(options));
  }, [opened, options]);
  useEffect(() => opened.around(record), [opened, record]);
  useHotRetry(form, state);

  function change(next: Json) {
    // A disabled field holds what it opened with.
    if (state === "disabled") return onRenew(next);
    store.change(state, next);
    if (state === "error") refuse(form, state, next);
  }

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
        <PrimeReactProvider value={primeReact}>
          <SWRConfig value={cache}>
            <FormContext value={form}>
              <form className="form" noValidate onSubmit={(event) => event.preventDefault()}>
                <FieldTemplate fieldPathId={fieldPathId}>
                  <WidgetField fieldPathId={fieldPathId} />
                </FieldTemplate>
              </form>
            </FormContext>
          </SWRConfig>
        </PrimeReactProvider>
      </div>
      <FieldWork host={host} store={store} path={state} onSaved={onRenew} />
      <ValueLine state={state} value={value} refusal={refusalOf()} onChange={change} />
    </BoxFrame>
  );

  /** What the rules of the field say of the value, whether it was left or not. */
  function refusalOf(): string | undefined {
    const [first] = form.runtime.rules.errors(now);
    return first?.message;
  }
}

/** Milliseconds after which React has swapped the code of an update; the tool that does it says no word. */
const SWAPPED = 100;

/** A widget that broke is tried again as soon as a file is saved: that may have corrected it. */
function useHotRetry({ store, runtime, formField }: OpenForm, path: string): void {
  useEffect(() => {
    // In these words: Vite looks for them.
    const hot = import.meta.hot;
    const retry = () => {
      if (store.fault(path) === undefined) return;
      runtime.plugins.forget("widget", formField(path)?.field.widget?.name ?? "");
      store.retry(path, "anew");
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(retry, SWAPPED);
    };
    hot?.on("vite:afterUpdate", later);
    return () => {
      clearTimeout(timer);
      hot?.off("vite:afterUpdate", later);
    };
  }, [store, runtime, formField, path]);
}

interface HeldWorkProps {
  readonly host: RecordingHost;
  readonly store: FormStore;
  readonly path: string;
  /** The record is stored and opened again with this value. */
  onSaved(value: Json): void;
}

const REFUSAL = "The server refuses the record, so that you see what stays ready for another try.";

/** While a widget holds work until save: what may become of it. */
function FieldWork({ host, store, path, onSaved }: HeldWorkProps) {
  const holding = useSyncExternalStore(store.subscribe, host.isHolding);
  const [share, setShare] = useState<number>();
  const [said, setSaid] = useState<string>();
  useEffect(() => () => host.leave(), [host]);
  if (!holding && said === undefined) return null;
  const saving = share !== undefined;

  async function save(refusal?: string) {
    setShare(0);
    setSaid(undefined);
    const end = await host.save({ onProgress: setShare, ...(refusal === undefined ? {} : { refusal }) });
    setShare(undefined);
    if (end.saved) return onSaved(end.value ?? null);
    const { error } = end;
    if (error instanceof FieldFailure)
      return void store.refuse([{ path: `/${path}`, keyword: "", message: error.message }]);
    setSaid(error instanceof Error ? error.message : String(error));
  }

  return (
    <section className="gallery-held" aria-label="Held work">
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
      <p role="status" className="gallery-held-said">
        {said}
      </p>
    </section>
  );
}
