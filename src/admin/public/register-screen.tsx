import { Link, useLocation } from "react-router-dom";
import type { Field } from "../../model/entity.ts";
import type { PublicView } from "../../wire/views.ts";
import { useMessage } from "../messages/use-message.ts";
import { PublicPage } from "./public-page.tsx";
import { ChoiceField, TextField } from "./text-field.tsx";
import { type RegistrationView, useRegistration } from "./use-registration.ts";

interface RegisterScreenProps {
  readonly view: PublicView;
}

/** /register: its form, or the message that registration is closed. */
export default function RegisterScreen({ view }: RegisterScreenProps) {
  const say = useMessage();
  return (
    <PublicPage
      product={view.title}
      title={say("register.title")}
      below={
        <Link to="/login" state={useLocation().state}>
          {say("register.toLogin")}
        </Link>
      }
    >
      {view.registration === null ? (
        <p>{say("register.closed")}</p>
      ) : (
        <RegistrationForm registration={view.registration} view={view} />
      )}
    </PublicPage>
  );
}

interface RegistrationFormProps {
  readonly registration: RegistrationView;
  readonly view: PublicView;
}

function RegistrationForm({ registration, view }: RegistrationFormProps) {
  const say = useMessage();
  const { fields, values, isBusy, errorOf, change, leave, submit } = useRegistration(registration, view);
  const propsOf = ({ name, label, required }: Field) => ({
    id: name,
    label,
    value: values[name] ?? "",
    error: errorOf(name),
    marked: required,
    onChange: (value: string) => change(name, value),
    onBlur: () => leave(name),
  });
  return (
    <form noValidate onSubmit={submit}>
      {registration.approval && <p>{say("register.approval")}</p>}
      {fields.map((field) =>
        field.schema.enum === undefined ? (
          <TextField key={field.name} {...propsOf(field)} {...inputOf(field, fields)} />
        ) : (
          <ChoiceField key={field.name} {...propsOf(field)} choices={choicesOf(field, registration.roles)} />
        ),
      )}
      <button type="submit" className="button button-primary button-wide" aria-busy={isBusy}>
        {say("register.submit")}
      </button>
    </form>
  );
}

/** Secret is a write-only field, and a field that must equal one. */
function inputOf({ schema }: Field, fields: readonly Field[]) {
  const twin = fields.find(({ name }) => name === schema.equals);
  const secret = schema.writeOnly === true || twin?.schema.writeOnly === true;
  return { secret, autoComplete: secret ? "new-password" : "username" };
}

/** The values of a choice with the label of each. */
function choicesOf({ schema }: Field, roles: RegistrationView["roles"]): RegistrationView["roles"] {
  const offered = schema.enum ?? [];
  if (roles.length > 0 && roles.every(({ value }) => offered.includes(value))) return roles;
  const labels = new Map(Object.entries(schema.labels ?? {}));
  return offered.map((value) => ({
    value: String(value),
    label: labels.get(String(value)) ?? String(value),
  }));
}
