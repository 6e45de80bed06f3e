import { type ReactNode, useRef } from "react";
import type { PublicView } from "../../wire/views.ts";
import { useApp } from "../app-context.tsx";
import { useMessage } from "../messages/use-message.ts";
import { openEntities } from "./access.ts";
import { Header } from "./header.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useSidebar } from "./use-sidebar.ts";
import "primeicons/primeicons.css";
import "./shell.css";

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
