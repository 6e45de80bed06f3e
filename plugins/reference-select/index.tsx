import { definePlugin, OptionFault, ReferencePicker, type WidgetProps } from "admin";
import type { ReactNode } from "react";
import type { Options, Value } from "./manifest.ts";

function ReferenceSelect({ options, rules, ...props }: WidgetProps<Value, Options>): ReactNode {
  if (rules.reference === undefined)
    throw new OptionFault("", `The field "${props.path}" needs a "reference" that names another entity.`);
  const { sortField, sortOrder } = options;
  return (
    <ReferencePicker
      {...props}
      reference={rules.reference}
      {...(sortField === undefined ? {} : { sort: { field: sortField, order: sortOrder } })}
    />
  );
}

export default definePlugin({ widget: ReferenceSelect });
