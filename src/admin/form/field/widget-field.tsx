import type { FieldProps } from "@rjsf/utils";
import {
  type ComponentType,
  createElement,
  lazy,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import type { Json } from "../../../model/record.ts";
import { HostContext } from "../../../plugin/use-host.ts";
import type { AnyWidget, BrowserPlugin, WidgetProps } from "../../../plugin/widget.ts";
import { joinPath } from "../../../record/path.ts";
import type { Thrown } from "../../services/as-error.ts";
import { LoadFailure } from "../../services/code-loader.ts";
import { ErrorBoundaries } from "../../services/error-boundary.tsx";
import { LOAD_TIMEOUT_MS } from "../../services/load-together.ts";
import { type FieldFault, type FormField, partsToSay } from "../state/field-views.ts";
import { FailedField } from "./failed-field.tsx";
import { errorId, fieldId, frameId, hintId, partErrorsId } from "./field-ids.ts";
import { focusInside } from "./focus-field.ts";
import { useFieldView, useForm } from "./open-form.ts";
import { useChange } from "./use-change.ts";
import { widgetRules } from "./widget-rules.ts";

/** The one RJSF field: it draws the widget that the config names. */
export function WidgetField({ fieldPathId }: Pick<FieldProps, "fieldPathId">) {
  const formField = useForm().formField(joinPath(fieldPathId.path));
  return formField === undefined ? null : <FieldWidget formField={formField} />;
}

/** The widget of a field; where it breaks, a `FailedField` is shown in its place, and the rest of the form works and saves. */
function FieldWidget({ formField }: { readonly formField: FormField }) {
  const { store, host } = useForm();
  const { path, field } = formField;
  const fault = useSyncExternalStore(store.subscribe, () => store.fault(path));
  const renewals = useSyncExternalStore(store.subscribe, () => store.renewals(path));
  const isFailed = fault !== undefined;
  const formFieldNow = useRef(formField);
  formFieldNow.current = formField;
  const widget = <NamedWidget formField={formField} isFailed={isFailed} />;
  const box = useRef<HTMLDivElement>(null);
  // Not `document.activeElement`: what broke has left the page, and React fires no blur for it.
  const hasFocus = useRef(false);
  const focus = {
    onFocus() {
      hasFocus.current = true;
    },
    onBlur() {
      hasFocus.current = false;
    },
  };
  useLayoutEffect(() => {
    const had = hasFocus.current;
    if (isFailed && box.current !== null) closeDialogs(box.current);
    if (!had) return;
    // Not its button: a person who types on would press it.
    if (isFailed) document.getElementById(fieldId(path))?.focus({ preventScroll: true });
    else focusInside(store, formFieldNow.current);
  }, [isFailed, path, store]);
  return (
    <HostContext value={host(formField)}>
      {isFailed && <FailedField formField={formField} fault={fault} {...focus} />}
      <div ref={box} className="form-widget" hidden={isFailed} {...focus}>
        <ErrorBoundaries
          items={new Map([[`${field.widget?.name} ${renewals}`, widget]])}
          broken={() => null}
          onBroken={(error) => store.markFailed(path, faultOf(error))}
        />
      </div>
    </HostContext>
  );
}

function faultOf(error: Thrown): FieldFault {
  return { reason: error instanceof LoadFailure ? "chunk" : "render", error, goesOn: false };
}

/** Closes what a hidden widget has opened over the page, where nobody could close it. */
function closeDialogs(within: HTMLElement): void {
  for (const dialog of within.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  // Older browsers have no popovers.
  for (const popover of within.querySelectorAll<HTMLElement>("[popover]")) popover.togglePopover?.(false);
}

const NO_OPTIONS = {};

interface NamedWidgetProps {
  readonly formField: FormField;
  /** It stays mounted but hidden, with the view that it had last. */
  readonly isFailed: boolean;
}

/** The widget of a field, once its code is loaded. */
function NamedWidget(props: NamedWidgetProps) {
  const { plugins } = useForm().runtime;
  const name = props.formField.field.widget?.name ?? "";
  const hasCome = useRef(false);
  // The same while it is mounted: to React a lazy component and what it loaded are two, and it would mount the widget again.
  const widget = useMemo(() => {
    const plugin = plugins.get("widget", name);
    if (plugin !== undefined) return widgetOf(plugin);
    return lazy(async () => ({ default: widgetOf(await plugins.load("widget", name)) }));
  }, [plugins, name]);
  return (
    <Suspense fallback={<WidgetWaiting formField={props.formField} hasCome={hasCome} />}>
      <ReadyWidget {...props} Widget={widget} hasCome={hasCome} />
    </Suspense>
  );
}

interface ReadyWidgetProps extends NamedWidgetProps {
  readonly Widget: ComponentType<WidgetProps>;
  readonly hasCome: RefObject<boolean>;
}

function ReadyWidget({ formField, isFailed, Widget, hasCome }: ReadyWidgetProps) {
  const { store, readOnly, isReadOnly, hint, locale, timeZone } = useForm();
  const { path, field } = formField;
  const current = useFieldView(path);
  const last = useRef(current);
  // The stored value in place of the typed one would make it drop its state.
  if (!isFailed) last.current = current;
  const view = last.current;
  const rules = useMemo(() => widgetRules(field), [field]);
  useLayoutEffect(() => {
    hasCome.current = true;
  }, [hasCome]);

  const onChange = useChange(
    useCallback((value: Json) => store.change(path, value), [store, path]),
    useCallback(
      (error: Thrown) => store.markFailed(path, { reason: "value", error, goesOn: true }),
      [store, path],
    ),
  );
  const onBlur = useCallback(() => {
    // While another window is looked at, the focus is still there.
    if (!document.getElementById(frameId(path))?.contains(document.activeElement)) store.touch(path);
  }, [store, path]);
  const saysParts = partsToSay(field, view, false).length > 0;
  const describedBy = [
    hint(formField) !== undefined && hintId(path),
    view.error !== undefined && errorId(path),
    saysParts && partErrorsId(path),
  ];
  const props: WidgetProps = {
    // The notice has the id of the field.
    id: isFailed ? `${fieldId(path)}-failed` : fieldId(path),
    path,
    label: field.label,
    value: view.value,
    options: field.widget?.options ?? NO_OPTIONS,
    required: view.required,
    disabled: view.disabled,
    readOnly: readOnly || isReadOnly(formField),
    invalid: view.error !== undefined || saysParts,
    errors: view.parts,
    describedBy: describedBy.filter(Boolean).join(" ") || undefined,
    placeholder: field.schema.placeholder,
    locale,
    timeZone,
    rules,
    onChange,
    onBlur,
  };
  return createElement(Widget, props);
}

function widgetOf(plugin: BrowserPlugin): AnyWidget {
  if (!("widget" in plugin)) throw new Error("The plugin has no widget.");
  return plugin.widget;
}

interface WidgetWaitingProps {
  readonly formField: FormField;
  /** Whether the widget was there before. */
  readonly hasCome: Readonly<RefObject<boolean>>;
}

/** In place of a widget that is loading; marks its field failed when that takes too long, until the widget arrives. */
function WidgetWaiting({ formField: { path, field }, hasCome }: WidgetWaitingProps) {
  const { store, runtime } = useForm();
  const name = field.widget?.name ?? "";
  const isFailed = useSyncExternalStore(store.subscribe, () => store.fault(path) !== undefined);
  const said = useRef<FieldFault>(undefined);
  useLayoutEffect(() => {
    if (isFailed) return;
    const timer = setTimeout(() => {
      const reason = runtime.plugins.isLoading("widget", name) ? "chunk" : "slow";
      said.current = { reason, error: undefined, goesOn: hasCome.current };
      store.markFailed(path, said.current);
    }, LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [store, runtime, path, name, hasCome, isFailed]);
  useLayoutEffect(
    () => () => {
      if (said.current !== undefined && store.fault(path) === said.current) store.retry(path, "asItIs");
    },
    [store, path],
  );
  return <div className="widget-waiting" aria-hidden="true" />;
}
