import { makeObservable } from "../../admin/api/observable.ts";
import { errorId, fieldId, hintId, partErrorsId } from "../../admin/form/field/field-ids.ts";
import { widgetRules } from "../../admin/form/field/widget-rules.ts";
import type { PartError } from "../../admin/form/state/field-views.ts";
import type { Field } from "../../model/entity.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import type { WidgetProps, WidgetRules } from "../../plugin/widget.ts";
import { type GivenField, givenField, givenOptions } from "./given-plugin.ts";

/** What can be changed while the widget is on the page. */
export interface ShownGiven<Options> {
  /** Checked by the manifest, which also fills in defaults. */
  readonly options?: Partial<Options> | undefined;
  /** The field as an entity's config has it: its label, hint, placeholder and rules are the widget's. */
  readonly field?: GivenField | undefined;
  /** In place of those that follow from `field`. */
  readonly rules?: WidgetRules | undefined;
  /** Default: the field's title, else `Field`. */
  readonly label?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly required?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  /** The error at the field. */
  readonly error?: string | undefined;
  /** Errors of parts of the value; said under the field unless the manifest has `showsErrors`. */
  readonly errors?: WidgetProps["errors"];
}

type Shown<Options> = Omit<WidgetProps<never, Options>, "value" | "onChange" | "onBlur"> & {
  readonly hint: string;
  readonly error: string | undefined;
  readonly field: Field;
  /** The errors of parts that the form says. */
  readonly parts: readonly PartError[];
};

/** What a form gives a widget beside the value; the same object until it changes. */
export interface ShownField<Options> {
  now(): Shown<Options>;
  set(next: ShownGiven<Options>): void;
  subscribe(listener: () => void): () => void;
}

export function makeShownField<Options>(
  manifest: PluginManifest,
  path: string,
  first: ShownGiven<Options>,
): ShownField<Options> {
  let given = first;
  const shown = makeObservable(show(manifest, path, given));
  return {
    now: shown.get,
    set(next) {
      given = { ...given, ...next };
      shown.set(show(manifest, path, given));
    },
    subscribe: shown.subscribe,
  };
}

/** As the form makes a widget's props. */
function show<Options>(manifest: PluginManifest, path: string, given: ShownGiven<Options>): Shown<Options> {
  const { required = false, disabled = false, readOnly = false, error, errors = [] } = given;
  const field = givenField(path, given.field ?? { type: "string" }, required);
  const options = givenOptions(manifest, given.options ?? {});
  const parts = manifest.showsErrors === true ? [] : errors;
  const describedBy = [
    hintId(path),
    ...(error === undefined ? [] : [errorId(path)]),
    ...(parts.length === 0 ? [] : [partErrorsId(path)]),
  ];
  return {
    id: fieldId(path),
    path,
    label: given.label ?? given.field?.title ?? "Field",
    // What the manifest's schema lets through is what the plugin's type of them describes.
    options: options as Options,
    required,
    disabled,
    readOnly,
    invalid: error !== undefined || parts.length > 0,
    errors,
    describedBy: describedBy.join(" "),
    placeholder: given.placeholder ?? field.schema.placeholder,
    rules: given.rules ?? (given.field === undefined ? {} : widgetRules(field)),
    hint: field.schema.description ?? "A hint",
    error,
    field,
    parts,
  };
}
