import { useCallback, useEffect, useRef, useState } from "react";
import type { Field } from "../../model/entity.ts";
import type { FieldError } from "../../wire/error.ts";
import { fieldErrors, ruleSentences } from "../../wire/field-errors.ts";
import { validateRecord } from "../../wire/validate-record.ts";
import type { PublicView, ValidatorLink } from "../../wire/views.ts";
import { loadValidator, type SchemaCheck } from "../api/load-validator.ts";
import { useClient } from "../services.ts";

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
    return byField(fieldErrors(problems, fields, ruleSentences({}, messages)));
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
  return new Map(errors.map(({ path, message }) => [path.slice(1), message]));
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
