import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import type { Field } from "../../model/entity.ts";
import { type FieldError, fieldErrors } from "../../record/messages.ts";
import { pathOfPointer } from "../../record/path.ts";
import { validateRecord } from "../../record/validate.ts";
import type { PublicView, ValidatorLink } from "../../wire/views.ts";
import { ApiFailure } from "../api/failure.ts";
import { loadValidator, type SchemaCheck } from "../api/load-validator.ts";
import { register } from "../api/session-calls.ts";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { focusFirstInvalid } from "./text-field.tsx";

export type RegistrationView = NonNullable<PublicView["registration"]>;

interface RegistrationState {
  /** The page's fields, in the order of the config. */
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly isBusy: boolean;
  readonly errorOf: (name: string) => string | undefined;
  readonly change: (name: string, value: string) => void;
  /** The field was left: what is wrong with it shows. */
  readonly leave: (name: string) => void;
  readonly submit: (event: FormEvent<HTMLFormElement>) => Promise<void>;
}

/** The registration that somebody fills in: checked on leaving a field and, whole, before it is sent. */
export function useRegistration(registration: RegistrationView, view: PublicView): RegistrationState {
  const say = useMessage();
  const failed = useFailureToast(say, "register");
  const { client, toasts, overlays } = useServices();
  const navigate = useNavigate();
  const fields = useMemo(() => registrationFields(registration), [registration]);
  const [typed, setTyped] = useState<Values>({});
  const values = valuesOf(fields, typed, registration.defaultRole);
  const errors = useRegistrationErrors(fields, registration.validator, view.messages);
  const [isBusy, setBusy] = useState(false);

  // The config changed while somebody types: what stands in the fields stays, and is checked by the new rules.
  const lastView = useRef(view);
  useEffect(() => {
    if (lastView.current === view) return;
    lastView.current = view;
    void errors.checkAgain(values);
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    setBusy(true);
    try {
      if (!(await errors.checkAll(values))) return focusFirstInvalid(form);
      await overlays.run(undefined, () => register(client, view.endpoints, registrationBody(fields, values)));
      toasts.clearCause("register");
      toasts.show("success", say("register.success"));
      navigate("/login");
    } catch (error) {
      if (error instanceof ApiFailure && error.errors !== undefined) errors.take(error.errors);
      failed("register.failed", error);
      focusFirstInvalid(form);
    } finally {
      setBusy(false);
    }
  };
  return {
    fields,
    values,
    isBusy,
    errorOf: errors.of,
    change(name, value) {
      setTyped({ ...typed, [name]: value });
      errors.forget(name);
    },
    leave: (name) => void errors.check(name, values),
    submit,
  };
}

type Values = Readonly<Record<string, string>>;

interface RegistrationErrors {
  readonly of: (name: string) => string | undefined;
  /** Checks one field. */
  readonly check: (name: string, values: Values) => Promise<void>;
  /** Checks anew what was found wrong: by other rules, or in other words. */
  readonly checkAgain: (values: Values) => Promise<void>;
  /** Checks all; false when something is wrong. Rejects when the validator cannot be fetched. */
  readonly checkAll: (values: Values) => Promise<boolean>;
  /** Shows what the server refused, each until its field is changed: only the server can know it. */
  readonly take: (errors: readonly FieldError[]) => void;
  /** The field is being changed: what was said of it may no longer hold. */
  readonly forget: (name: string) => void;
}

/** The sentence at each field, by the validation that the server does too. */
function useRegistrationErrors(
  fields: readonly Field[],
  link: ValidatorLink,
  messages: PublicView["messages"],
): RegistrationErrors {
  const { client } = useServices();
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

  const validate = async (values: Values) => {
    const check = await load();
    const problems = validateRecord({ fields, mode: "create", record: values, check, withFormOnly: true });
    return byField(fieldErrors(problems, fields, [messages]));
  };
  return {
    of: (name) => errors.get(name) ?? refused.get(name),
    check: async (name, values) => {
      const found = await validate(values).catch(() => undefined);
      if (found !== undefined) setErrors((before) => changed(before, name, found.get(name)));
    },
    checkAgain: async (values) => {
      const found = await validate(values).catch(() => undefined);
      if (found !== undefined)
        setErrors((before) => new Map([...found].filter(([name]) => before.has(name))));
    },
    checkAll: async (values) => {
      const found = await validate(values);
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

function registrationFields({ properties, required }: RegistrationView): readonly Field[] {
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
function valuesOf(fields: readonly Field[], typed: Values, defaultRole: string): Values {
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

/** What is sent: all but what exists in the form alone. */
function registrationBody(
  fields: readonly Field[],
  values: Values,
): Readonly<Record<string, string | undefined>> {
  const sent = fields.filter(({ schema }) => schema.formOnly !== true);
  return Object.fromEntries(sent.map(({ name }) => [name, values[name]]));
}
