import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { type Services, useServices } from "../../admin/services/services.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import type { Json } from "../../model/record.ts";
import { isObject } from "../../record/json.ts";
import { type FieldForm, type FieldSpec, makeFieldForm } from "../harness/field-form.ts";
import { FieldFormView } from "../harness/field-form-view.tsx";
import { inventReferences } from "../harness/given-references.ts";
import { askedLine } from "./asked-log.tsx";
import {
  type BoxState,
  type GalleryParts,
  messagesIn,
  STATE_TITLES,
  STATES,
  useGallery,
} from "./gallery-parts.ts";
import { SERVERS, type StatesProps } from "./use-shown.ts";
import { BoxFrame, ValueLine } from "./value-line.tsx";
import "../../admin/form/form.css";
import "../../admin/form/controls.css";

/** A box for every state of a widget. */
export function WidgetStates(props: StatesProps) {
  return STATES.map((state) => <RenewedBox key={state} state={state} {...props} />);
}

/** A box that is mounted again: after a save, with another server, and when the author asks. */
function RenewedBox(props: StatesProps & { readonly state: BoxState }) {
  const { example, view } = props.shown;
  const first: Json = props.state === "empty" ? null : example.value;
  const [begun, setBegun] = useState({ times: 0, value: first });
  const renew = (value: Json) => setBegun(({ times }) => ({ times: times + 1, value }));
  return (
    <StateBox
      key={`${begun.times} ${view.server}`}
      {...props}
      first={begun.value}
      onRenew={renew}
      onReset={() => renew(first)}
    />
  );
}

interface StateBoxProps extends StatesProps {
  readonly state: BoxState;
  /** The value that the form opens with. */
  readonly first: Json;
  /** Mounts the form again, with this value. */
  onRenew(value: Json): void;
  /** The same with the example's own value. */
  onReset(): void;
}

/** A widget in one state. Follows other options and another record; for anything else it is mounted again (a new `key`). */
function StateBox(props: StateBoxProps) {
  const { state, shown } = props;
  const { options, record, view } = shown;
  const gallery = useGallery();
  const page = useServices();
  const [form] = useState(() => openExample(props, gallery, page));
  const { runtime, store } = useSyncExternalStore(form.subscribe, form.now);
  const now = useSyncExternalStore(store.subscribe, store.record);
  const value = form.host.value() ?? null;

  const followed = useRef({ options, record });
  useEffect(() => {
    const before = followed.current;
    followed.current = { options, record };
    if (before.options !== options) form.set(specOf(props, value));
    if (before.record !== record) form.host.setRecord({ ...record, [state]: value });
  });
  useHotRetry(form, state);

  function change(next: Json) {
    form.host.change(next);
    // The edit removed the refusal, which is what this box shows.
    if (state === "error") form.set(specOf(props, next));
  }
  // What the rules of the field say of the value, whether the field was left or not.
  const [refusal] = runtime.rules.errors(now);

  return (
    <BoxFrame
      title={STATE_TITLES[state]}
      actions={
        <button type="button" className="gallery-link" onClick={props.onReset}>
          Start over<span className="unseen">: {STATE_TITLES[state]}</span>
        </button>
      }
    >
      <div className="gallery-stage form-screen" lang={view.language} data-state={state}>
        <FieldFormView form={form} path={state} />
      </div>
      <PendingWork form={form} onSaved={props.onRenew} />
      <ValueLine state={state} value={value} refusal={refusal?.message} onChange={change} />
    </BoxFrame>
  );
}

/** After an update, until React has replaced the code, which it does not report. */
const REPLACE_TIMEOUT_MS = 100;

/** Retries a widget that broke as soon as a file is saved: that may have repaired it. */
function useHotRetry(form: FieldForm, path: string): void {
  const { onUpdate } = useGallery();
  useEffect(() => {
    const retry = () => {
      const { store, runtime, formField } = form.now();
      if (store.fault(path) === undefined) return;
      runtime.plugins.forget("widget", formField(path)?.field.widget?.name ?? "");
      store.retry(path, "renewed");
    };
    return onUpdate(() => void setTimeout(retry, REPLACE_TIMEOUT_MS));
  }, [form, path, onUpdate]);
}

interface PendingWorkProps {
  readonly form: FieldForm;
  /** The record is stored and opened again with this value. */
  onSaved(value: Json): void;
}

const REFUSAL = "The server refuses the record, so that you see what stays ready for another attempt.";

/** While a widget has pending work: what may become of it. */
function PendingWork({ form, onSaved }: PendingWorkProps) {
  const { host } = form;
  const isHolding = useSyncExternalStore(form.now().store.subscribe, host.isHolding);
  const [share, setShare] = useState<number>();
  useEffect(() => () => host.leave(), [host]);
  if (!isHolding) return null;

  async function save(plan: { readonly refusal?: string }) {
    setShare(0);
    const end = await host.save({ ...plan, onProgress: setShare });
    setShare(undefined);
    if (end.saved) onSaved(end.value ?? null);
  }
  function leave() {
    host.leave();
    onSaved(host.value() ?? null);
  }
  const button = (text: string, press: () => void) => (
    <button type="button" className="button" onClick={press}>
      {text}
    </button>
  );

  return (
    <section className="gallery-pending" aria-label="Pending work">
      {share !== undefined ? (
        <>
          <p>Saving: {Math.round(share * 100)} %</p>
          {button("Cancel", () => host.cancelSave())}
        </>
      ) : (
        <>
          <p>The widget holds work until the form is saved.</p>
          {button("Save", () => void save({}))}
          {button("Fail", () => void save({ refusal: REFUSAL }))}
          {button("Leave", leave)}
        </>
      )}
    </section>
  );
}

/** What stands at the field in the state "with an error". */
const ERROR = "This is how a refusal reads, in a sentence long enough to need a second line on a phone.";

/** An example in one state: the form of its one field, whose path is the state's name. */
function openExample(props: StateBoxProps, gallery: GalleryParts, page: Services): FieldForm {
  const { state, first, onAsked } = props;
  const { folder, manifest } = props.plugin;
  const { example, record, view } = props.shown;
  const { toasts, confirms } = page;
  const { language } = view;
  const server = SERVERS[view.server][1];
  return makeFieldForm(
    {
      toasts,
      confirms,
      // The plugin itself is to blame, whatever breaks.
      blame: { plugin: folder, place: { file: `${folder}/plugin.json`, line: 1, column: 1 }, problems: [] },
      path: state,
      manifest,
      plugins: gallery.known,
      code: gallery.code,
      language,
      locale: language,
      entity: "examples",
      recordId: "example",
      messages: { ...messagesIn(gallery, "en"), ...messagesIn(gallery, language) },
      record: { ...record, [state]: first },
      references: inventReferences(example.field, first),
      behaves: { references: server, upload: server, removal: server },
      addressOf: (file) => URL.createObjectURL(file),
      own: {
        toast: (kind, text) => toasts.show(kind, text),
        confirm: (question) => confirms.ask({ ...question, language }),
      },
      onAsked: (asked) => onAsked({ box: STATE_TITLES[state], text: askedLine(asked) }),
    },
    specOf(props, first),
  );
}

/** In the state "with an error", refused at the field and at the first part of its value. */
function specOf({ state, shown: { example, options } }: StateBoxProps, value: Json): FieldSpec {
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
  const parts = isList ? items?.properties : isObject(value) ? properties : undefined;
  const [name] = Object.keys(parts ?? {});
  return name && `${isList ? "/0" : ""}/${name}`;
}
