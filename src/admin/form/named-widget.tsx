import {
  type ComponentType,
  createElement,
  type RefObject,
  Suspense,
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import type { Json } from "../../model/record.ts";
import type { WidgetProps } from "../../plugin/widget.ts";
import type { Thrown } from "../as-error.ts";
import { errorId, fieldId, hintId, partErrorsId } from "./field-ids.ts";
import { useForm, useLeafView } from "./form-context.ts";
import { partsToSay } from "./leaf-view.ts";
import type { Leaf } from "./leaves.ts";
import { useChange } from "./use-change.ts";
import { widgetRules } from "./widget-rules.ts";
import { WidgetWaiting } from "./widget-waiting.tsx";

const NO_OPTIONS = {};

interface NamedWidgetProps {
  readonly leaf: Leaf;
  /** It goes on out of sight, as it was last. */
  readonly isAside: boolean;
}

/** The widget that the config names for a field, once it is there. */
export function NamedWidget(props: NamedWidgetProps) {
  const hasCome = useRef(false);
  return (
    <Suspense fallback={<WidgetWaiting leaf={props.leaf} hasCome={hasCome} />}>
      <ReadyWidget {...props} hasCome={hasCome} />
    </Suspense>
  );
}

function ReadyWidget({
  leaf,
  isAside,
  hasCome,
}: NamedWidgetProps & { readonly hasCome: RefObject<boolean> }) {
  const { store, machine, readOnly } = useForm();
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
  const Widget: ComponentType<WidgetProps> = machine.widgets.get(field.widget?.name ?? "");
  return createElement(Widget, props);
}
