import "primeicons/primeicons.css";
import "./shell.css";
import { type ReactNode, useRef } from "react";
import type { PublicView } from "../../wire/views.ts";
import { logOut } from "../api/session-calls.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { openEntities } from "./access.ts";
import { Icon } from "./glyphs.tsx";
import { ProblemBar } from "./problem-bar.tsx";
import { Sidebar, useSidebar } from "./sidebar.tsx";

interface ShellProps {
  readonly endpoints: PublicView["endpoints"];
  readonly children: ReactNode;
}

/** The frame around every screen behind log-in: sidebar, header, content. */
export function Shell({ endpoints, children }: ShellProps) {
  const say = useMessage();
  const sidebar = useSidebar();
  const { view, user } = useApp();
  // An account that may do nothing yet has no menu to show.
  const hasMenu = openEntities(view, user).length > 0 || view.editsConfig === true;
  const content = useRef<HTMLElement>(null);
  return (
    <div className={`shell${hasMenu ? "" : " shell-bare"}${sidebar.collapsed ? " shell-collapsed" : ""}`}>
      {/* No link: the address is the router's. */}
      <button type="button" className="skip" onClick={() => content.current?.focus()}>
        {say("shell.skip")}
      </button>
      {hasMenu && <Sidebar {...sidebar} />}
      <div className="shell-body">
        <Header endpoints={endpoints} />
        <main id="content" className="content" ref={content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** What is wrong with the config, for whom it is; who is logged in, and the way out. */
function Header({ endpoints }: { readonly endpoints: PublicView["endpoints"] }) {
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
