import { type ReactNode, useRef } from "react";
import type { PublicView } from "../../wire/views.ts";
import { useMessage } from "../messages/use-message.ts";
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
  const content = useRef<HTMLElement>(null);
  return (
    <div className={sidebar.collapsed ? "shell shell-collapsed" : "shell"}>
      {/* No link: the address is the router's. */}
      <button type="button" className="skip" onClick={() => content.current?.focus()}>
        {say("shell.skip")}
      </button>
      <Sidebar {...sidebar} />
      <div className="shell-body">
        <Header endpoints={endpoints} />
        <main id="content" className="content" ref={content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
