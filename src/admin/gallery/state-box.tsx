import { PrimeReactProvider } from "primereact/api";
import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from "react";
import { SWRConfig } from "swr";
import { readPath } from "../../model/read-path.ts";
import type { Json } from "../../model/record.ts";
import { fieldId } from "../form/field-ids.ts";
import { FieldTemplate } from "../form/field-template.tsx";
import { FormContext } from "../form/form-context.ts";
import { styleNonce } from "../form/style-nonce.ts";
import { WidgetField } from "../form/widget-field.tsx";
import { BoxFrame } from "./box-frame.tsx";
import { HeldWork } from "./held-work.tsx";
import { type OpenExampleParts, openExample, refuse } from "./open-example.ts";
import { STATE_TITLES } from "./states.ts";
import { useHotRetry } from "./use-hot-retry.ts";
import { ValueLine } from "./value-line.tsx";

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
      <HeldWork host={host} store={store} path={state} onSaved={onRenew} />
      <ValueLine state={state} value={value} refusal={refusalOf()} onChange={change} />
    </BoxFrame>
  );

  /** What the rules of the field say of the value, whether it was left or not. */
  function refusalOf(): string | undefined {
    const [first] = form.machine.rules.errors(now);
    return first?.message;
  }
}
