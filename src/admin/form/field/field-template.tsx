import type { FieldTemplateProps } from "@rjsf/utils";
import { type ReactNode, useSyncExternalStore } from "react";
import type { Field } from "../../../model/entity.ts";
import { fieldsOn, joinPath, segmentsOf } from "../../../record/path.ts";
import type { Say } from "../../messages/say.ts";
import { Icon, KindIcon } from "../../shell/glyphs.tsx";
import { type FormField, isWrong, type PartError, partsToSay } from "../state/field-views.ts";
import { errorId, fieldId, frameId, hintId, partErrorsId } from "./field-ids.ts";
import { useFieldView, useForm } from "./open-form.ts";

/** Label above, hint or error below. `ObjectFieldTemplate` frames the form and objects around fields. */
export function FieldTemplate({
  fieldPathId,
  children,
}: Pick<FieldTemplateProps, "fieldPathId" | "children">) {
  const formField = useForm().formField(joinPath(fieldPathId.path));
  return formField === undefined ? children : <FieldFrame formField={formField}>{children}</FieldFrame>;
}

interface FieldFrameProps {
  readonly formField: FormField;
  readonly children: ReactNode;
}

function FieldFrame({ formField, children }: FieldFrameProps) {
  const { path, field } = formField;
  const { store, say, hint, readOnly, isReadOnly } = useForm();
  const view = useFieldView(path);
  const isFailed = useSyncExternalStore(store.subscribe, () => store.fault(path) !== undefined);
  const { shown, required, error } = view;
  const description = hint(formField);
  return (
    <div
      id={frameId(path)}
      data-path={path}
      className={`form-field form-field-${fieldWidth(field)}${isWrong(view) ? " form-field-wrong" : ""}`}
      hidden={!shown}
      tabIndex={-1}
    >
      <div className="form-field-label">
        <label htmlFor={fieldId(path)}>{field.label}</label>
        {required && !isReadOnly(formField) && (
          <span className="form-field-required" title={say("form.required")} aria-hidden="true">
            *
          </span>
        )}
        {!readOnly && isReadOnly(formField) && (
          <span className="form-field-read-only">
            <Icon name="lock" />
            {say("form.fieldViewOnly")}
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
          <PartErrors path={path} field={field} parts={partsToSay(field, view, isFailed)} say={say} />
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

/** As the config says, else as wide as the values of the field. */
export function fieldWidth({
  schema,
  valueType,
}: Pick<Field, "schema" | "valueType">): "short" | "medium" | "full" {
  if (schema.width !== undefined) return schema.width;
  switch (valueType) {
    case "number":
    case "integer":
    case "boolean":
    case "date":
      return "short";
    case "choice":
    case "date-time":
    case "reference":
      return "medium";
    case "string":
      return (schema.maxLength ?? Number.POSITIVE_INFINITY) <= MEDIUM_TEXT ? "medium" : "full";
    case "object":
    case "array":
    case "html":
    case "image":
    case "images":
      return "full";
  }
}

/** Characters, also Chinese ones, that a medium field shows whole. */
const MEDIUM_TEXT = 20;

interface PartErrorsProps {
  readonly path: string;
  readonly field: Field;
  readonly parts: readonly PartError[];
  readonly say: Say;
}

/** The errors of parts of a value below its field, each with the name of its part. */
function PartErrors({ path, field, parts, say }: PartErrorsProps) {
  if (parts.length === 0) return null;
  return (
    <ul id={partErrorsId(path)} className="form-field-parts">
      {parts.map(({ path: pointer, message }) => {
        const part = partName(field, pointer, say);
        return (
          <li key={pointer} className="form-field-error">
            <KindIcon kind="error" />
            <span>{part === "" ? message : say("form.partError", { part, message })}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** Numbers of items and labels of fields on the way to a part, as far as the config has them. */
function partName(field: Field, pointer: string, say: Say): string {
  const segments = segmentsOf(pointer);
  const [, ...parts] = fieldsOn([field], [field.name, ...segments]);
  return parts
    .map((part, index) =>
      part.list === undefined
        ? part.field.label
        : say("form.partAt", { number: Number(segments[index]) + 1 }),
    )
    .join(" · ");
}
