import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { Json } from "../../model/record.ts";
import type { FieldForm } from "../harness/field-form.ts";
import { FieldFormView } from "../harness/field-form-view.tsx";
import { STATE_TITLES } from "./example-entity.ts";
import { type OpenExampleParts, openExample, specOf } from "./open-example.ts";
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
  const { machine, store } = useSyncExternalStore(form.subscribe, form.now);
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
  const [refusal] = machine.rules.errors(now);

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
      const { store, machine, leaf } = form.now();
      if (store.fault(path) === undefined) return;
      machine.widgets.forget(leaf(path)?.field.widget?.name ?? "");
      store.takeBack(path, "anew");
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
