import "./sidebar.css";
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { Link, matchPath, NavLink, useLocation } from "react-router-dom";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { usePreference } from "../services/preferences.ts";
import {
  CONFIG_PATH,
  createPath,
  JOURNAL_PATH,
  listPath,
  openGroups,
  rightsTo,
  WEBHOOKS_SCREEN,
} from "./access.ts";
import { Icon } from "./glyphs.tsx";

/** The menu: the groups that the account may see, with a link to the list and the create form of each entity. */
export function Sidebar({ collapsed, toggle, chosen }: SidebarState) {
  const { view, user } = useApp();
  const say = useMessage();
  const { pathname } = useLocation();
  const label = say(collapsed ? "shell.expand" : "shell.collapse");
  useEffect(() => {
    if (collapsed) return;
    // Wherever the focus is: the screen that came may have taken it.
    const close = ({ key }: KeyboardEvent) => {
      if (key === "Escape") chosen();
    };
    document.addEventListener("keydown", close);
    return () => document.removeEventListener("keydown", close);
  }, [collapsed, chosen]);
  return (
    <>
      {!collapsed && <div className="sidebar-scrim" onPointerDown={chosen} />}
      <aside className="sidebar">
        <div className="sidebar-head">
          <Link to="/" className="sidebar-title" title={view.title} onClick={chosen}>
            {view.title}
          </Link>
          <button
            type="button"
            className="icon-button sidebar-toggle"
            aria-label={label}
            title={label}
            aria-expanded={!collapsed}
            aria-controls="menu"
            onClick={toggle}
          >
            <Icon name="bars" />
          </button>
        </div>
        <nav id="menu" className="menu" aria-label={say("shell.navigation")}>
          {openGroups(view, user).map((group) => (
            <section key={group.label} className="menu-group" aria-label={group.label}>
              <h2 className="menu-group-label">{group.label}</h2>
              <ul>
                {group.entities.map(({ id, language, menu }) => (
                  <li
                    key={id}
                    className="menu-entry"
                    lang={language}
                    // Also where neither link leads: while one of its records is edited.
                    data-current={matchPath(`/${id}/*`, pathname) !== null || undefined}
                  >
                    <NavLink to={listPath(id)} className="menu-link" title={menu.list} onClick={chosen}>
                      <Icon name={menu.icon ?? "circle"} />
                      <span className="menu-label">{menu.label}</span>
                    </NavLink>
                    {rightsTo(view, id)?.create && (
                      <NavLink
                        to={createPath(id)}
                        className="menu-create"
                        title={menu.create}
                        aria-label={menu.create}
                        onClick={chosen}
                      >
                        <Icon name="plus" />
                      </NavLink>
                    )}
                  </li>
                ))}
              </ul>
            </section>
          ))}
          {view.readsJournal && (
            <MenuFoot to={JOURNAL_PATH} icon="history" label={say("journal.title")} onClick={chosen} />
          )}
          {view.seesWebhooks && (
            <MenuFoot to={WEBHOOKS_SCREEN} icon="send" label={say("webhooks.title")} onClick={chosen} />
          )}
          {view.editsConfig && (
            <MenuFoot to={CONFIG_PATH} icon="cog" label={say("shell.config")} onClick={chosen} />
          )}
        </nav>
      </aside>
    </>
  );
}

interface MenuFootProps {
  readonly to: string;
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** A link below the groups. */
function MenuFoot({ to, icon, label, onClick }: MenuFootProps) {
  return (
    <NavLink to={to} className="menu-link menu-foot" title={label} onClick={onClick}>
      <Icon name={icon} />
      <span className="menu-label">{label}</span>
    </NavLink>
  );
}

/** In a narrower window the sidebar begins collapsed, collapses whenever the window changes, and nothing of it is remembered. */
const NARROW_PX = 768;

type SidebarState = ReturnType<typeof useSidebar>;

const isNarrow = () => window.innerWidth < NARROW_PX;

export function useSidebar() {
  const [preferred, prefer] = usePreference("sidebar");
  const [collapsed, setCollapsed] = useState(() => isNarrow() || preferred === "collapsed");
  const collapseIfNarrow = useCallback(() => {
    if (isNarrow()) setCollapsed(true);
  }, []);
  useLayoutEffect(() => {
    window.addEventListener("resize", collapseIfNarrow);
    return () => window.removeEventListener("resize", collapseIfNarrow);
  }, [collapseIfNarrow]);
  // In a narrow window the sidebar covers the page until something is chosen.
  return {
    collapsed,
    toggle() {
      setCollapsed(!collapsed);
      if (!isNarrow()) prefer(collapsed ? "expanded" : "collapsed");
    },
    chosen: collapseIfNarrow,
  };
}
