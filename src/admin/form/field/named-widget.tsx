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
import type { AnyWidget, BrowserPlugin, WidgetProps } from "../../../plugin/widget.ts";
import type { Thrown } from "../../services/as-error.ts";
import { LOAD_TIMEOUT_MS } from "../../services/code-loader.ts";
import type { Fault } from "../state/fault.ts";
import { type Leaf, partsToSay } from "../state/field-views.ts";
import { errorId, fieldId, hintId, partErrorsId } from "./field-ids.ts";
import { useForm, useLeafView } from "./form-context.ts";
import { useChange } from "./use-change.ts";
import { widgetRules } from "./widget-rules.ts";

const NO_OPTIONS = {};

interface NamedWidgetProps {
  readonly leaf: Leaf;
  /** It goes on out of sight, as it was last. */
  readonly isAside: boolean;
}

/** The widget that the config names for a field, once it is there. */
export function NamedWidget(props: NamedWidgetProps) {
  const { plugins } = useForm().machine;
  const name = props.leaf.field.widget?.name ?? "";
  const hasCome = useRef(false);
  const late = useMemo(
    () => lazy(async () => ({ default: widgetOf(await plugins.load("widget", name)) })),
    [plugins, name],
  );
  const plugin = plugins.get("widget", name);
  const widget = plugin === undefined ? late : widgetOf(plugin);
  return (
    <Suspense fallback={<WidgetWaiting leaf={props.leaf} hasCome={hasCome} />}>
      <ReadyWidget {...props} Widget={widget} hasCome={hasCome} />
    </Suspense>
  );
}

interface ReadyWidgetProps extends NamedWidgetProps {
  readonly Widget: ComponentType<WidgetProps>;
  readonly hasCome: RefObject<boolean>;
}

function ReadyWidget({ leaf, isAside, Widget, hasCome }: ReadyWidgetProps) {
  const { store, readOnly } = useForm();
  const { path, field } = leaf;
  const current = useLeafView(path);
  const last = useRef(current);
  // A stored value in place of the one that was typed would make it drop what it holds.
  if (!isAside) last.current = current;
  const view = last.current;
  const rules = useMemo(() => widgetRules(field), [field]);
  useLayoutEffect(() => {
    hasCome.current = true;
  }, [hasCome]);

  const onChange = useChange(
    useCallback((value: Json) => store.change(path, value), [store, path]),
    useCallback(
      (error: Thrown) => store.setAside(path, { reason: "value", error, goesOn: true }),
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
    id: isAside ? `${fieldId(path)}-aside` : fieldId(path),
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
  readonly leaf: Leaf;
  /** Whether the widget was there before. */
  readonly hasCome: Readonly<RefObject<boolean>>;
}

/** Holds the place of a widget that is on its way; sets the field aside when that takes too long, until it arrives after all. */
function WidgetWaiting({ leaf: { path, field }, hasCome }: WidgetWaitingProps) {
  const { store, machine } = useForm();
  const name = field.widget?.name ?? "";
  const isAside = useSyncExternalStore(store.subscribe, () => store.fault(path) !== undefined);
  const said = useRef<Fault>(undefined);
  useLayoutEffect(() => {
    if (isAside) return;
    const timer = setTimeout(() => {
      const reason = machine.plugins.isLoading("widget", name) ? "chunk" : "slow";
      said.current = { reason, error: undefined, goesOn: hasCome.current };
      store.setAside(path, said.current);
    }, LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [store, machine, path, name, hasCome, isAside]);
  useLayoutEffect(
    () => () => {
      if (said.current !== undefined && store.fault(path) === said.current) store.takeBack(path, "asItIs");
    },
    [store, path],
  );
  return <div className="widget-waiting" aria-hidden="true" />;
}
