import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import type { Field } from "../../model/entity.ts";
import { type FieldError, fieldErrors } from "../../record/field-errors.ts";
import { ownValue } from "../../record/json.ts";
import { pathOfPointer } from "../../record/path.ts";
import { validateRecord } from "../../record/validate.ts";
import type { PublicView, ValidatorLink } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { ApiFailure } from "../api/failure.ts";
import { loadValidator, type SchemaCheck } from "../api/load-validator.ts";
import { register } from "../api/session-calls.ts";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { focusFirstInvalid } from "./text-field.tsx";

export type RegistrationView = NonNullable<PublicView["registration"]>;

/** The registration that somebody fills in: each field is checked when it is left, all of them before they are sent. */
export function useRegistration(registration: RegistrationView, view: PublicView) {
  const say = useMessage();
  const failed = useFailureToast(say, "register");
  const { client, toasts, overlays } = useServices();
  const navigate = useNavigate();
  const { state } = useLocation();
  const fields = useMemo(() => registrationFields(registration), [registration]);
  const [typed, setTyped] = useState<Values>({});
  const values = valuesOf(fields, typed, registration.defaultRole);
  const errors = useRegistrationErrors(fields, registration.validator, view.messages);
  const [isBusy, setBusy] = useState(false);

  // The config changed while somebody types: what is in the fields stays, and is checked by the new rules.
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
    toasts.clearCause("register");
    try {
      if (!(await errors.checkAll(values))) return focusFirstInvalid(form);
      await overlays.run(undefined, () => register(client, view.endpoints, registrationBody(fields, values)));
      toasts.show("success", say(registration.approval ? "register.successWaits" : "register.success"));
      void navigate("/login", { state: { ...state, username: values[registration.username] } });
    } catch (error) {
      if (error instanceof ApiFailure && error.errors !== undefined) errors.take(error.errors);
      failed("register.failed", error);
      focusFirstInvalid(form);
    } finally {
      setBusy(false);
    }
  };
  return {
    /** In the order of the config. */
    fields,
    values,
    isBusy,
    errorOf: errors.of,
    change(name: string, value: string) {
      setTyped({ ...typed, [name]: value });
      errors.forget(name);
    },
    leave: (name: string) => void errors.check(name, values),
    submit,
  };
}

type Values = Readonly<Record<string, string>>;
type Errors = ReadonlyMap<string, string>;

/** The error of each field, by the validation that the server does too. */
function useRegistrationErrors(
  fields: readonly Field[],
  link: ValidatorLink,
  messages: PublicView["messages"],
) {
  const { client } = useServices();
  const [errors, setErrors] = useState<Errors>(new Map());
  /** What the server refused, each until its field is changed: only the server can know it. */
  const [refused, setRefused] = useState<Errors>(new Map());
  const load = useMemo(() => loadOnce(client, link), [client, link]);
  useEffect(() => {
    // Loaded early; a failure is reported when the validator is needed.
    load().catch(() => undefined);
  }, [load]);

  const validate = async (values: Values) => {
    const check = await load();
    const problems = validateRecord({ fields, mode: "create", record: values, check, withFormOnly: true });
    return byField(fieldErrors(problems, fields, [messages]));
  };
  return {
    of: (name: string) => errors.get(name) ?? refused.get(name),
    check: async (name: string, values: Values) => {
      const found = await validate(values).catch(() => undefined);
      if (found !== undefined) setErrors((before) => changed(before, name, found.get(name)));
    },
    /** Checks the fields that have an error: by other rules, or in other words. */
    checkAgain: async (values: Values) => {
      const found = await validate(values).catch(() => undefined);
      if (found !== undefined)
        setErrors((before) => new Map([...found].filter(([name]) => before.has(name))));
    },
    /** False when something is wrong. Rejects when the validator cannot be loaded. */
    checkAll: async (values: Values) => {
      const found = await validate(values);
      setErrors(found);
      setRefused(new Map());
      return found.size === 0;
    },
    take: (answered: readonly FieldError[]) => setRefused(byField(answered)),
    forget: (name: string) => {
      setErrors((before) => changed(before, name, undefined));
      setRefused((before) => changed(before, name, undefined));
    },
  };
}

/** Loads the validator when it is first asked for; after a failure anew. */
function loadOnce(client: Client, link: ValidatorLink): () => Promise<SchemaCheck> {
  let loading: Promise<SchemaCheck> | undefined;
  return () => {
    loading ??= loadValidator(client, link).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function byField(errors: readonly FieldError[]): Errors {
  return new Map(errors.map(({ path, message }) => [pathOfPointer(path), message]));
}

function changed(errors: Errors, name: string, error: string | undefined): Errors {
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

/** What is in each field: what was typed, else what it starts with. A choice that is not offered is none. */
function valuesOf(fields: readonly Field[], typed: Values, defaultRole: string): Values {
  return Object.fromEntries(
    fields.map(({ name, schema }) => {
      const value = ownValue(typed, name) ?? (schema.enum === undefined ? "" : defaultRole);
      return [name, schema.enum?.includes(value) === false ? "" : value];
    }),
  );
}

/** What is sent: all but what exists in the form alone. */
function registrationBody(fields: readonly Field[], values: Values) {
  const sent = fields.filter(({ schema }) => schema.formOnly !== true);
  return Object.fromEntries(sent.map(({ name }) => [name, values[name]]));
}
