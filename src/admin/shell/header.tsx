import type { PublicView } from "../../wire/views.ts";
import { logOut } from "../api/session-calls.ts";
import { useApp } from "../app-context.tsx";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services.ts";
import { Icon } from "./icon.tsx";
import { ProblemBar } from "./problem-bar.tsx";

/** What is wrong with the config, for whom it is; who is logged in, and the way out. */
export function Header({ endpoints }: { readonly endpoints: PublicView["endpoints"] }) {
  const { user } = useApp();
  const { client, session, kept, toasts, confirms } = useServices();
  const say = useMessage();

  const leave = async () => {
    const sure = await confirms.ask({
      title: say("shell.logoutTitle"),
      text: say("shell.logoutConfirm"),
      confirm: say("shell.confirm"),
      cancel: say("shell.cancel"),
    });
    if (!sure) return;
    // The person is out at once; the server hears of it with the token that is being forgotten, if it hears at all.
    logOut(client, endpoints).catch(() => undefined);
    toasts.clear();
    session.clear();
    // Whoever logs out has done with it; a form that is open has just kept what was typed in it.
    kept.forgetAll();
    toasts.show("success", say("shell.loggedOut"));
  };

  return (
    <header className="header">
      <ProblemBar />
      <p className="header-greeting">{say("shell.greeting", { username: user.username })}</p>
      <button type="button" className="button button-quiet" onClick={leave}>
        <Icon name="sign-out" />
        {say("shell.logout")}
      </button>
    </header>
  );
}
