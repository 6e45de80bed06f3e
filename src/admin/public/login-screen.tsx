import { type FormEvent, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { isObject } from "../../record/json.ts";
import { isScreenPath } from "../../wire/screens.ts";
import type { PublicView } from "../../wire/views.ts";
import { requestSession } from "../api/session-calls.ts";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { PublicPage } from "./public-page.tsx";
import { focusFirstInvalid, TextField } from "./text-field.tsx";

interface LoginScreenProps {
  readonly view: PublicView;
  /** Starts loading what log-in leads to. */
  readonly preload: () => void;
}

/** The router's state at /login and, on the way there, at /register. */
export interface LoginState {
  /** The address of the screen that was asked for. */
  readonly from?: string;
  /** Of an account that was registered just now. */
  readonly username?: string;
}

const FIELDS = ["username", "password"] as const;
type FieldName = (typeof FIELDS)[number];

/** /login: two fields, the name of a registration filled in; on success the screen opens that was asked for, else `/`. */
export default function LoginScreen({ view, preload }: LoginScreenProps) {
  const say = useMessage();
  const { state } = useLocation();
  const { isBusy, fieldProps, submit } = useLogin(view, preload, state);
  return (
    <PublicPage
      product={view.title}
      title={say("login.title")}
      below={
        view.registration && (
          <Link to="/register" state={state}>
            {say("login.toRegister")}
          </Link>
        )
      }
    >
      <form noValidate onSubmit={submit}>
        <TextField {...fieldProps("username")} autoComplete="username" />
        <TextField {...fieldProps("password")} autoComplete="current-password" secret />
        <button type="submit" className="button button-primary button-wide" aria-busy={isBusy}>
          {say("login.submit")}
        </button>
      </form>
    </PublicPage>
  );
}

function useLogin(view: PublicView, preload: () => void, state: unknown) {
  const say = useMessage();
  const failed = useFailureToast(say, "login");
  const { client, session, toasts, overlays } = useServices();
  const navigate = useNavigate();
  const [values, setValues] = useState<Readonly<Record<FieldName, string>>>({
    username: isObject(state) && typeof state.username === "string" ? state.username : "",
    password: "",
  });
  const [touched, setTouched] = useState<ReadonlySet<FieldName>>(new Set());
  const [isBusy, setBusy] = useState(false);
  const isMissing = (name: FieldName) => values[name].trim() === "";

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    setTouched(new Set(FIELDS));
    if (FIELDS.some(isMissing)) return focusFirstInvalid(form);
    setBusy(true);
    toasts.clearCause("login");
    preload();
    try {
      const account = await overlays.run(undefined, () => requestSession(client, view.endpoints, values));
      toasts.clear();
      toasts.show("success", say("login.success"));
      session.set(account);
      void navigate(askedFor(state));
    } catch (error) {
      failed("login.failed", error);
      setBusy(false);
    }
  };
  const fieldProps = (name: FieldName) => ({
    id: name,
    label: say(`login.${name}`),
    value: values[name],
    error: touched.has(name) && isMissing(name) ? say(`login.${name}Required`) : undefined,
    onChange: (value: string) => setValues({ ...values, [name]: value }),
    onBlur: () => setTouched(new Set([...touched, name])),
  });
  return { isBusy, fieldProps, submit };
}

/** The address that log-in leads to: only ever a screen of this page. */
function askedFor(state: unknown): string {
  const from = isObject(state) && typeof state.from === "string" ? state.from : "/";
  return isScreenPath(from.split(/[?#]/)[0] ?? "") ? from : "/";
}
