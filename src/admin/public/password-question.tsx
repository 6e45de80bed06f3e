import { type FormEvent, useState } from "react";
import type { PublicView } from "../../wire/views.ts";
import { requestSession } from "../api/session-calls.ts";
import type { Session } from "../api/session-store.ts";
import { failureText } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import { Modal } from "../shell/modal.tsx";
import { focusFirstInvalid, TextField } from "./text-field.tsx";

interface PasswordQuestionProps {
  readonly ended: Session;
  readonly endpoints: PublicView["endpoints"];
}

/** Asks for the password over a screen with unsaved input whose session has ended. What waited for it then goes on. */
export default function PasswordQuestion({ ended, endpoints }: PasswordQuestionProps) {
  const say = useMessage();
  const { client, session, renewals } = useServices();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const { username, _id } = ended.user;

  async function logIn(): Promise<string | undefined> {
    if (password === "") return say("login.passwordRequired");
    try {
      const answer = await requestSession(client, endpoints, { username, password });
      // Meanwhile the name may have become another account's.
      if (answer.user._id === _id) session.set(answer);
      else renewals.giveUp();
      return undefined;
    } catch (failure) {
      return failureText(failure, say);
    }
  }
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    if (isBusy) return;
    setBusy(true);
    const refused = await logIn();
    setError(refused);
    setBusy(false);
    if (refused !== undefined) focusFirstInvalid(form);
  }

  return (
    // Escape does nothing: what is typed would leave the screen.
    <Modal
      className="dialog"
      aria-labelledby="renewal-title"
      aria-describedby="renewal-text"
      onCancel={() => {}}
    >
      <h2 id="renewal-title">{say("session.renewTitle")}</h2>
      <p id="renewal-text">{say("session.renew", { username })}</p>
      <form className="dialog-form" noValidate onSubmit={submit}>
        <input type="text" name="username" value={username} autoComplete="username" readOnly hidden />
        <TextField
          id="renewal-password"
          label={say("login.password")}
          value={password}
          error={error}
          autoComplete="current-password"
          secret
          onChange={setPassword}
        />
        <div className="dialog-actions">
          <button type="button" className="button" onClick={renewals.giveUp}>
            {say("session.renewNo")}
          </button>
          <button type="submit" className="button button-primary" aria-busy={isBusy}>
            {say("session.renewYes")}
          </button>
        </div>
      </form>
    </Modal>
  );
}
