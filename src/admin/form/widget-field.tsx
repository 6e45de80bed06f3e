import type { FieldProps } from "@rjsf/utils";
import { type ComponentType, createElement, Suspense, useCallback, useMemo } from "react";
import type { Json } from "../../model/record.ts";
import { HostContext } from "../../plugin/use-host.ts";
import type { WidgetProps } from "../../plugin/widget.ts";
import { errorId, fieldId, hintId } from "./field-ids.ts";
import { useForm, useLeafView } from "./form-context.ts";
import type { Leaf } from "./leaves.ts";
import { WidgetBoundary } from "./widget-boundary.tsx";
import { widgetRules } from "./widget-rules.ts";

const NO_OPTIONS = {};

/** The one RJSF field that edits: it hands the value at its path to the widget that the config names. */
export function WidgetField({ fieldPathId }: FieldProps) {
  const path = fieldPathId.path.join(".");
  const leaf = useForm().leaf(path);
  return leaf === undefined ? null : <LeafWidget leaf={leaf} />;
}

/** The widget of one field, alive or set aside. Also for the gallery, which draws fields without RJSF. */
export function LeafWidget({ leaf }: { readonly leaf: Leaf }) {
  const { machine, host, say, store } = useForm();
  const { widgets } = machine;
  const { path, field } = leaf;
  const name = field.widget?.name ?? "";
  return (
    <HostContext value={host(leaf)}>
      <WidgetBoundary
        key={`${name} ${store.renewals(path)}`}
        onRetry={() => widgets.forget(name)}
        fallback={(retry) => (
          <div id={fieldId(path)} className="widget-broken" tabIndex={-1} role="alert">
            <span>{say("form.widgetFailed", { label: field.label })}</span>
            <button type="button" className="button" onClick={retry}>
              {say("form.widgetRetry")}
            </button>
          </div>
        )}
      >
        <Suspense fallback={<div className="widget-waiting" aria-hidden="true" />}>
          <NamedWidget leaf={leaf} name={name} />
        </Suspense>
      </WidgetBoundary>
    </HostContext>
  );
}

function NamedWidget({ leaf, name }: { readonly leaf: Leaf; readonly name: string }) {
  const { store, machine, readOnly } = useForm();
  const { path, field } = leaf;
  const view = useLeafView(path);
  const rules = useMemo(() => widgetRules(field), [field]);
  const onChange = useCallback((value: Json | null) => store.change(path, value), [store, path]);
  const onBlur = useCallback(() => store.touch(path), [store, path]);
  const describedBy = [
    ...(field.schema.description === undefined ? [] : [hintId(path)]),
    ...(view.error === undefined ? [] : [errorId(path)]),
  ];
  const props: WidgetProps = {
    id: fieldId(path),
    path,
    label: field.label,
    value: view.value,
    options: field.widget?.options ?? NO_OPTIONS,
    required: view.required,
    disabled: view.disabled,
    readOnly,
    invalid: view.error !== undefined,
    errors: view.parts,
    describedBy: describedBy.length === 0 ? undefined : describedBy.join(" "),
    placeholder: field.schema.placeholder,
    rules,
    onChange,
    onBlur,
  };
  const Widget: ComponentType<WidgetProps> = machine.widgets.get(name);
  return createElement(Widget, props);
}
