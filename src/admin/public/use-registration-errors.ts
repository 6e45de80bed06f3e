import { useCallback, useEffect, useRef, useState } from "react";
import type { Field } from "../../model/entity.ts";
import { type FieldError, fieldErrors } from "../../record/messages.ts";
import { pathOfPointer } from "../../record/path.ts";
import { validateRecord } from "../../record/validate.ts";
import type { PublicView, ValidatorLink } from "../../wire/views.ts";
import { loadValidator, type SchemaCheck } from "../api/load-validator.ts";
import { useClient } from "../services/services.ts";

type Values = Readonly<Record<string, string>>;

interface RegistrationErrors {
  readonly of: (name: string) => string | undefined;
  /** Judges one field. */
  readonly check: (name: string, values: Values) => Promise<void>;
  /** Judges anew what was found wrong: by other rules, or in other words. */
  readonly checkAgain: (values: Values) => Promise<void>;
  /** Judges all; false when something is wrong. Rejects when the validator cannot be fetched. */
  readonly checkAll: (values: Values) => Promise<boolean>;
  /** Shows what the server refused, each until its field is changed: only the server can know it. */
  readonly take: (errors: readonly FieldError[]) => void;
  /** The field is being changed: what was said of it may no longer hold. */
  readonly forget: (name: string) => void;
}

/** The sentence at each field, by the validation that the server does too. */
export function useRegistrationErrors(
  fields: readonly Field[],
  link: ValidatorLink,
  messages: PublicView["messages"],
): RegistrationErrors {
  const client = useClient();
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const loading = useRef<{ readonly link: ValidatorLink; readonly check: Promise<SchemaCheck> }>(undefined);

  const load = useCallback(() => {
    if (loading.current?.link !== link) {
      const check = loadValidator(client, link).catch((error: unknown) => {
        if (loading.current?.link === link) loading.current = undefined;
        throw error;
      });
      loading.current = { link, check };
    }
    return loading.current.check;
  }, [client, link]);
  useEffect(() => {
    // Asked for early; a failure is reported when it is needed.
    load().catch(() => undefined);
  }, [load]);

  const judge = async (values: Values) => {
    const check = await load();
    const problems = validateRecord({ fields, mode: "create", record: values, check, withFormOnly: true });
    return byField(fieldErrors(problems, fields, [messages]));
  };
  return {
    of: (name) => errors.get(name) ?? refused.get(name),
    check: async (name, values) => {
      const found = await judge(values).catch(() => undefined);
      if (found !== undefined) setErrors((before) => changed(before, name, found.get(name)));
    },
    checkAgain: async (values) => {
      const found = await judge(values).catch(() => undefined);
      if (found !== undefined)
        setErrors((before) => new Map([...found].filter(([name]) => before.has(name))));
    },
    checkAll: async (values) => {
      const found = await judge(values);
      setErrors(found);
      setRefused(new Map());
      return found.size === 0;
    },
    take: (answered) => setRefused(byField(answered)),
    forget: (name) => {
      setErrors((before) => changed(before, name, undefined));
      setRefused((before) => changed(before, name, undefined));
    },
  };
}

function byField(errors: readonly FieldError[]): ReadonlyMap<string, string> {
  return new Map(errors.map(({ path, message }) => [pathOfPointer(path), message]));
}

function changed(
  errors: ReadonlyMap<string, string>,
  name: string,
  error: string | undefined,
): ReadonlyMap<string, string> {
  const next = new Map(errors);
  if (error === undefined) next.delete(name);
  else next.set(name, error);
  return next;
}

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
