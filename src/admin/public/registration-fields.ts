import type { Field } from "../../model/entity.ts";
import type { PublicView } from "../../wire/views.ts";

export type Registration = NonNullable<PublicView["registration"]>;

/** The registration page's fields, in the order of the config. */
export function registrationFields({ properties, required }: Registration): readonly Field[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    schema,
    valueType: schema.enum === undefined ? "string" : "choice",
    label: schema.title ?? name,
    required: required.includes(name),
    conditions: [],
    whenHidden: "keep",
  }));
}

/** What stands in each field: what was typed, else what it starts with. A choice that is not offered is none. */
export function valuesOf(
  fields: readonly Field[],
  typed: Readonly<Record<string, string>>,
  defaultRole: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    fields.map(({ name, schema }) => {
      const value = Object.hasOwn(typed, name)
        ? (typed[name] ?? "")
        : schema.enum === undefined
          ? ""
          : defaultRole;
      return [name, schema.enum === undefined || schema.enum.includes(value) ? value : ""];
    }),
  );
}

/** The values of a choice with what people read for each. */
export function choicesOf({ schema }: Field, roles: Registration["roles"]): Registration["roles"] {
  const offered = schema.enum ?? [];
  const isRoles = roles.length > 0 && roles.every(({ value }) => offered.includes(value));
  if (isRoles) return roles;
  const labels = new Map(Object.entries(schema.labels ?? {}));
  return offered.map((value) => ({
    value: String(value),
    label: labels.get(String(value)) ?? String(value),
  }));
}

/** What is sent: all but what exists in the form alone. */
export function registrationBody(
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
): Readonly<Record<string, string | undefined>> {
  const sent = fields.filter(({ schema }) => schema.formOnly !== true);
  return Object.fromEntries(sent.map(({ name }) => [name, values[name]]));
}
