import "primeicons/primeicons.css";
import "../look/badge.css";
import "./shell.css";
import { type ReactNode, useContext, useRef } from "react";
import type { PublicView } from "../../wire/views.ts";
import { logOut } from "../api/session-calls.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { DRAFT_DAYS, DRAFTS_KEY } from "../services/draft-age.ts";
import { useServices } from "../services/services.ts";
import { openEntities } from "./access.ts";
import { Icon } from "./glyphs.tsx";
import { LeaveContext } from "./leave.tsx";
import { OfflineBanner } from "./offline-banner.tsx";
import { PersonMenu } from "./person/person-menu.tsx";
import { ProblemBar } from "./problem-bar.tsx";
import { Sidebar, useSidebar } from "./sidebar.tsx";

interface HeaderProps {
  readonly endpoints: PublicView["endpoints"];
}

/** The frame around every screen behind log-in: sidebar, header, content. */
export function Shell({ endpoints, children }: HeaderProps & { readonly children: ReactNode }) {
  const say = useMessage();
  const sidebar = useSidebar();
  const { view, user } = useApp();
  // An account that may do nothing yet has no menu to show.
  const hasMenu = openEntities(view, user).length > 0 || view.editsConfig === true;
  const content = useRef<HTMLElement>(null);
  return (
    <div className={`shell${hasMenu ? "" : " shell-bare"}${sidebar.collapsed ? " shell-collapsed" : ""}`}>
      {/* Not a link: the address belongs to the router. */}
      <button type="button" className="skip" onClick={() => content.current?.focus()}>
        {say("shell.skip")}
      </button>
      {hasMenu && <Sidebar {...sidebar} />}
      <div className="shell-body">
        <div className="shell-head">
          <ProblemBar />
          <Header endpoints={endpoints} />
        </div>
        <main id="content" className="content" ref={content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** A lost connection, who is logged in, and the log-out. */
function Header({ endpoints }: HeaderProps) {
  const { user } = useApp();
  const { client, session, drafts, storage, toasts, confirms } = useServices();
  const say = useMessage();
  const slot = useContext(LeaveContext);

  const leave = async () => {
    const unsaved = slot.current;
    const mayHave = storage.getItem(DRAFTS_KEY) !== null;
    const kept = mayHave ? await drafts().catch(() => undefined) : undefined;
    const own = (await kept?.own().catch(() => [])) ?? [];
    const input = unsaved?.kept();
    const isKept = input !== undefined || (unsaved === undefined && own.length > 0);
    const question = { title: say("shell.logoutTitle"), cancel: say("shell.cancel") };
    const answer = isKept
      ? await confirms.choose({
          ...question,
          text: say("shell.logoutKept", { days: DRAFT_DAYS }),
          items: [
            ...new Set(
              [unsaved?.name ?? [], ...own.map(({ name }) => name ?? []), input?.missing ?? []].flat(),
            ),
          ],
          alternative: say("shell.logoutKeep"),
          confirm: say("shell.logoutDiscard"),
          danger: true,
        })
      : await confirms.ask({
          ...question,
          text: unsaved ? say("shell.logoutUnsaved", { name: unsaved.name }) : say("shell.logoutConfirm"),
          confirm: say("shell.confirm"),
          danger: unsaved !== undefined,
        });
    if (answer === false) return;
    if (isKept && answer === true) {
      input?.discard();
      kept?.dropOwn().catch(() => undefined);
    }
    // The person is out at once, also where the server cannot be reached.
    logOut(client, endpoints).catch(() => undefined);
    toasts.clear();
    session.logOut();
    toasts.show("success", say("shell.loggedOut"));
  };

  return (
    <header className="header">
      <OfflineBanner />
      <PersonMenu greeting={say("shell.greeting", { username: user.username })} />
      <button type="button" className="button button-quiet" onClick={leave}>
        <Icon name="sign-out" />
        {say("shell.logout")}
      </button>
    </header>
  );
}
