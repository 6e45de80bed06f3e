import { definePlugin, ReferencePicker, useHost, type WidgetProps } from "admin";
import type { ReactNode } from "react";

interface Options {
  readonly sortField?: string;
  readonly sortOrder?: "asc" | "desc";
}

function ReferenceSelect({ options, rules, ...props }: WidgetProps<string, Options>): ReactNode {
  const host = useHost();
  if (rules.reference === undefined) return <p>{host.message("noReference")}</p>;
  const { sortField, sortOrder = "asc" } = options;
  return (
    <ReferencePicker
      {...props}
      reference={rules.reference}
      {...(sortField === undefined ? {} : { sort: { field: sortField, order: sortOrder } })}
    />
  );
}

export default definePlugin({ widget: ReferenceSelect });
