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
import { errorId, fieldId, hintId, partErrorsId } from "./field-ids.ts";
import { focusInside } from "./focus-field.ts";
import { useFieldView, useForm } from "./open-form.ts";
import { useChange } from "./use-change.ts";
import { widgetRules } from "./widget-rules.ts";

/** The one RJSF field that edits: it hands the value at its path to the widget that the config names. */
export function WidgetField({ fieldPathId }: Pick<FieldProps, "fieldPathId">) {
  const formField = useForm().formField(joinPath(fieldPathId.path));
  return formField === undefined ? null : <FieldWidget formField={formField} />;
}

/**
 * The widget of a field. One that breaks is kept to its own field: the value stays as it is stored, the rest of the form
 * works and saves.
 */
export function FieldWidget({ formField }: { readonly formField: FormField }) {
  const { store, host } = useForm();
  const { path, field } = formField;
  const fault = useSyncExternalStore(store.subscribe, () => store.fault(path));
  const renewals = useSyncExternalStore(store.subscribe, () => store.renewals(path));
  const isFailed = fault !== undefined;
  const formFieldNow = useRef(formField);
  formFieldNow.current = formField;
  const widget = <NamedWidget formField={formField} isFailed={isFailed} />;
  const box = useRef<HTMLDivElement>(null);
  // Not by asking the page: what broke has left it already. Nor does React tell of a focus that goes with what it takes away.
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
    // Not its button: whoever types on would press that.
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

/** Closes what stands above the page: of a widget that is out of sight nobody could, and a modal dialog holds the whole page. */
function closeDialogs(within: HTMLElement): void {
  for (const dialog of within.querySelectorAll<HTMLDialogElement>("dialog[open]")) dialog.close();
  for (const popover of within.querySelectorAll<HTMLElement>("[popover]")) {
    if (isOpen(popover)) popover.hidePopover();
  }
}

/** Browsers that know no popovers know no such selector either. */
function isOpen(popover: HTMLElement): boolean {
  try {
    return popover.matches(":popover-open");
  } catch {
    return false;
  }
}

const NO_OPTIONS = {};

interface NamedWidgetProps {
  readonly formField: FormField;
  /** It goes on out of sight, as it was last. */
  readonly isFailed: boolean;
}

/** The widget that the config names for a field, once it is there. */
function NamedWidget(props: NamedWidgetProps) {
  const { plugins } = useForm().runtime;
  const name = props.formField.field.widget?.name ?? "";
  const hasCome = useRef(false);
  // The same as long as it stands: React takes a lazy component and what it loaded for two, and would begin anew.
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
  const { store, readOnly } = useForm();
  const { path, field } = formField;
  const current = useFieldView(path);
  const last = useRef(current);
  // A stored value in place of the one that was typed would make it drop what it holds.
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
  const onBlur = useCallback(() => store.touch(path), [store, path]);
  const saysParts = partsToSay(field, view, false).length > 0;
  const describedBy = [
    ...(field.schema.description === undefined ? [] : [hintId(path)]),
    ...(view.error === undefined ? [] : [errorId(path)]),
    ...(saysParts ? [partErrorsId(path)] : []),
  ];
  const props: WidgetProps = {
    // The notice has the field's.
    id: isFailed ? `${fieldId(path)}-failed` : fieldId(path),
    path,
    label: field.label,
    value: view.value,
    options: field.widget?.options ?? NO_OPTIONS,
    required: view.required,
    disabled: view.disabled,
    readOnly,
    invalid: view.error !== undefined || saysParts,
    errors: view.parts,
    describedBy: describedBy.length === 0 ? undefined : describedBy.join(" "),
    placeholder: field.schema.placeholder,
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

/** Holds the place of a widget that is on its way; marks the field failed when that takes too long, until it arrives after all. */
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
