import { render } from "@testing-library/react";
import { type ComponentType, StrictMode, useState } from "react";
import { SWRConfig } from "swr";
import type { Json } from "../model/record.ts";
import type { FieldHost, PendingWork } from "../plugin/host.ts";
import { HostContext } from "../plugin/use-host.ts";
import type { WidgetProps } from "../plugin/widget.ts";

/** A manifest, as far as a fake host reads it. */
interface Manifest {
  readonly options?: { readonly properties: Readonly<Record<string, object>> };
  readonly messages?: Readonly<Record<string, { readonly text: Readonly<Record<string, string>> }>>;
}

export interface RenderOptions<Value, Options> {
  readonly manifest?: Manifest;
  readonly props?: Partial<WidgetProps<Value, Options>>;
  /** What the host does otherwise than nothing. */
  readonly host?: Partial<FieldHost>;
  /** Sentences by key, before the manifest's. */
  readonly messages?: Readonly<Record<string, string>>;
  /** The record around the field. */
  readonly record?: Readonly<Record<string, Json | undefined>>;
}

/**
 * Renders a widget under StrictMode with a label, a hint and a fake host that records what it was asked for. A key
 * without a sentence is said as itself, with its values: `picker.clear {"label":"Field"}`.
 */
export function renderWidget<Value extends Json, Options>(
  Widget: ComponentType<WidgetProps<Value, Options>>,
  {
    manifest = {},
    props: given = {},
    host: own = {},
    messages = {},
    record = {},
  }: RenderOptions<Value, Options> = {},
) {
  const changes: (Value | null)[] = [];
  const toasts: { kind: string; text: string }[] = [];
  const held: (PendingWork<Json> | undefined)[] = [];
  const listeners = new Set<() => void>();
  let around = record;
  let blurs = 0;
  let setProps: (next: Partial<WidgetProps<Value, Options>>) => void = () => {};

  const path = given.path ?? "field";
  const host: FieldHost = {
    getRecord: () => around,
    subscribeRecord: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    recordId: undefined,
    entity: "things",
    language: "en",
    pageSize: 10,
    message: (key, values = {}) => sentence(key, values, messages, manifest),
    toast: (kind, text) => toasts.push({ kind, text }),
    confirm: async () => true,
    listReferences: async () => ({ records: [], total: 0 }),
    getReference: async () => undefined,
    upload: async () => [],
    removeUpload: async () => {},
    holdUntilSave: (work) => held.push(work),
    ...own,
  };

  function Field() {
    const [more, setMore] = useState(given);
    setProps = (next) => setMore((before) => ({ ...before, ...next }));
    const all = {
      id: "f",
      path,
      label: "Field",
      value: null,
      options: defaults(manifest) as Options,
      required: false,
      disabled: false,
      readOnly: false,
      invalid: false,
      describedBy: "f-hint",
      placeholder: undefined,
      rules: {},
      ...more,
    };
    return (
      <>
        <label htmlFor={all.id}>{all.label}</label>
        <Widget
          {...all}
          onChange={(value) => {
            changes.push(value);
            setProps({ value });
          }}
          onBlur={() => {
            blurs += 1;
          }}
        />
        <p id="f-hint">A hint</p>
        <button type="button">elsewhere</button>
      </>
    );
  }

  const view = render(
    <StrictMode>
      <SWRConfig value={{ provider: () => new Map() }}>
        <HostContext value={host}>
          <Field />
        </HostContext>
      </SWRConfig>
    </StrictMode>,
  );
  return {
    ...view,
    host,
    changes,
    toasts,
    held,
    blurs: () => blurs,
    setProps: (next: Partial<WidgetProps<Value, Options>>) => setProps(next),
    setRecord(next: Readonly<Record<string, Json | undefined>>) {
      around = next;
      for (const listener of listeners) listener();
    },
  };
}

function defaults(manifest: Manifest): Readonly<Record<string, unknown>> {
  const properties = Object.entries(manifest.options?.properties ?? {});
  return Object.fromEntries(
    properties.flatMap(([name, schema]) => ("default" in schema ? [[name, schema.default]] : [])),
  );
}

function sentence(
  key: string,
  values: Readonly<Record<string, string | number>>,
  messages: Readonly<Record<string, string>>,
  manifest: Manifest,
): string {
  const own = manifest.messages ?? {};
  const text = Object.hasOwn(messages, key)
    ? messages[key]
    : Object.hasOwn(own, key)
      ? own[key]?.text.en
      : undefined;
  if (text !== undefined) return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
  return Object.keys(values).length === 0 ? key : `${key} ${JSON.stringify(values)}`;
}
