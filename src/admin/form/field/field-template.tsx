import type { FieldTemplateProps } from "@rjsf/utils";
import { type ReactNode, useSyncExternalStore } from "react";
import type { Field } from "../../../model/entity.ts";
import { joinPath } from "../../../record/path.ts";
import { KindIcon } from "../../shell/glyphs.tsx";
import { isWrong, type Leaf, partsToSay } from "../state/field-views.ts";
import { errorId, fieldId, frameId, hintId } from "./field-ids.ts";
import { useForm, useLeafView } from "./form-context.ts";
import { PartErrors } from "./part-errors.tsx";

/** Label above, hint or error below. The form itself and objects around fields draw their own frame. */
export function FieldTemplate({
  fieldPathId,
  children,
}: Pick<FieldTemplateProps, "fieldPathId" | "children">) {
  const leaf = useForm().leaf(joinPath(fieldPathId.path));
  return leaf === undefined ? children : <FieldFrame leaf={leaf}>{children}</FieldFrame>;
}

function FieldFrame({
  leaf: { path, field },
  children,
}: {
  readonly leaf: Leaf;
  readonly children: ReactNode;
}) {
  const { store, say } = useForm();
  const view = useLeafView(path);
  const isAside = useSyncExternalStore(store.subscribe, () => store.fault(path) !== undefined);
  const { shown, required, error } = view;
  const { description } = field.schema;
  return (
    <div
      id={frameId(path)}
      className={`form-field form-field-${fieldWidth(field)}${isWrong(view) ? " form-field-wrong" : ""}`}
      hidden={!shown}
      tabIndex={-1}
    >
      <div className="form-field-label">
        <label htmlFor={fieldId(path)}>{field.label}</label>
        {required && (
          <span className="form-field-required" title={say("form.required")} aria-hidden="true">
            *
          </span>
        )}
      </div>
      <div className="form-field-control">{children}</div>
      <div className="form-field-foot">
        <div aria-live="polite">
          {error !== undefined && (
            <p id={errorId(path)} className="form-field-error">
              <KindIcon kind="error" />
              <span>{error}</span>
            </p>
          )}
          <PartErrors path={path} field={field} parts={partsToSay(field, view, isAside)} say={say} />
        </div>
        {description !== undefined && (
          <p id={hintId(path)} className="form-field-hint">
            {description}
          </p>
        )}
      </div>
    </div>
  );
}

type FieldWidth = "short" | "medium" | "full";

/** As the config says, else as wide as what goes into the field. */
export function fieldWidth({ schema, valueType }: Field): FieldWidth {
  if (schema.width !== undefined) return schema.width;
  switch (valueType) {
    case "number":
    case "integer":
    case "boolean":
    case "date":
    case "date-time":
      return "short";
    case "choice":
    case "reference":
      return "medium";
    case "string":
      return (schema.maxLength ?? Number.POSITIVE_INFINITY) <= MEDIUM_TEXT ? "medium" : "full";
    default:
      return "full";
  }
}

/** Characters, also Chinese ones, that a medium field shows whole. */
const MEDIUM_TEXT = 20;
