import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import type { Field } from "../../model/entity.ts";
import type { PublicView } from "../../wire/views.ts";
import { ApiFailure } from "../api/failure.ts";
import { register } from "../api/session-calls.ts";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { PublicPage } from "./public-page.tsx";
import { ChoiceField, focusFirstInvalid, TextField } from "./text-field.tsx";
import {
  choicesOf,
  type Registration,
  registrationBody,
  registrationFields,
  useRegistrationErrors,
  valuesOf,
} from "./use-registration-errors.ts";

interface RegisterFormProps {
  readonly registration: Registration;
  readonly view: PublicView;
}

/** Checked on leaving a field and, whole, before sending; what the server refuses stands at its field too. */
export function RegisterForm({ registration, view }: RegisterFormProps) {
  const say = useMessage();
  const failed = useFailureToast(say, "register");
  const { client, toasts, overlays } = useServices();
  const navigate = useNavigate();
  const fields = useMemo(() => registrationFields(registration), [registration]);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const values = valuesOf(fields, typed, registration.defaultRole);
  const errors = useRegistrationErrors(fields, registration.validator, view.messages);
  const [busy, setBusy] = useState(false);

  // The config changed while somebody types: what stands in the fields stays, and is judged by what holds now.
  const judged = useRef(view);
  useEffect(() => {
    if (judged.current === view) return;
    judged.current = view;
    void errors.checkAgain(values);
  });

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (busy) return;
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

  const propsOf = (field: Field) => ({
    id: field.name,
    label: field.label,
    value: values[field.name] ?? "",
    error: errors.of(field.name),
    marked: field.required,
    onChange: (value: string) => {
      setTyped({ ...typed, [field.name]: value });
      errors.forget(field.name);
    },
    onBlur: () => errors.check(field.name, values),
  });

  return (
    <form noValidate onSubmit={submit}>
      {fields.map((field) =>
        field.schema.enum === undefined ? (
          <TextField key={field.name} {...propsOf(field)} {...inputOf(field, fields)} />
        ) : (
          <ChoiceField key={field.name} {...propsOf(field)} choices={choicesOf(field, registration.roles)} />
        ),
      )}
      <button type="submit" className="button button-primary button-wide" aria-busy={busy}>
        {say("register.submit")}
      </button>
    </form>
  );
}

/** A password is what is written only, and whatever must equal it. */
function inputOf({ schema }: Field, fields: readonly Field[]) {
  const twin = fields.find(({ name }) => name === schema.equals);
  const secret = schema.writeOnly === true || twin?.schema.writeOnly === true;
  return { secret, autoComplete: secret ? "new-password" : "username" };
}

/** /register: its form, or the sentence that registration is closed. */
export default function RegisterScreen({ view }: { readonly view: PublicView }) {
  const say = useMessage();
  return (
    <PublicPage
      product={view.title}
      title={say("register.title")}
      below={<Link to="/login">{say("register.toLogin")}</Link>}
    >
      {view.registration === null ? (
        <p>{say("register.closed")}</p>
      ) : (
        <RegisterForm registration={view.registration} view={view} />
      )}
    </PublicPage>
  );
}
