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
import { asJson } from "../../model/as-json.ts";
import type { Json } from "../../model/record.ts";
import type { WidgetProps } from "../../plugin/widget.ts";
import { asError } from "../as-error.ts";
import { errorId, fieldId, hintId } from "./field-ids.ts";
import { useForm, useLeafView } from "./form-context.ts";
import type { Leaf } from "./leaves.ts";
import { useDrawing } from "./use-drawing.ts";
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
  const drawing = useDrawing();
  useLayoutEffect(() => {
    hasCome.current = true;
  }, [hasCome]);

  const onChange = useCallback(
    (value: unknown) => {
      if (drawing.current) {
        throw new Error(
          "onChange was called while the widget was drawn: that belongs into an event or an effect",
        );
      }
      let json: Json;
      try {
        json = asJson(value);
      } catch (error) {
        store.setAside(path, { reason: "value", error: asError(error), goesOn: true });
        return;
      }
      store.change(path, json);
    },
    [store, path, drawing],
  );
  const onBlur = useCallback(() => store.touch(path), [store, path]);
  const describedBy = [
    ...(field.schema.description === undefined ? [] : [hintId(path)]),
    ...(view.error === undefined ? [] : [errorId(path)]),
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
    invalid: view.error !== undefined,
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
