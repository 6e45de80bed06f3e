import type { FieldTemplateProps } from "@rjsf/utils";
import type { ReactNode } from "react";
import { KindIcon } from "../shell/glyphs.tsx";
import { errorId, fieldId, frameId, hintId } from "./field-ids.ts";
import { fieldWidth } from "./field-width.ts";
import { useForm, useLeafView } from "./form-context.ts";
import type { Leaf } from "./leaves.ts";

/** Label above, hint or error below. The form itself and objects around fields draw their own frame. */
export function FieldTemplate({
  fieldPathId,
  children,
}: Pick<FieldTemplateProps, "fieldPathId" | "children">) {
  const leaf = useForm().leaf(fieldPathId.path.join("."));
  return leaf === undefined ? children : <FieldFrame leaf={leaf}>{children}</FieldFrame>;
}

function FieldFrame({
  leaf: { path, field },
  children,
}: {
  readonly leaf: Leaf;
  readonly children: ReactNode;
}) {
  const { say } = useForm();
  const { shown, required, error, parts } = useLeafView(path);
  const wrong = error !== undefined || parts.length > 0;
  const { description } = field.schema;
  return (
    <div
      id={frameId(path)}
      className={`form-field form-field-${fieldWidth(field)}${wrong ? " form-field-wrong" : ""}`}
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
