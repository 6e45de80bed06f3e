import "./sidebar.css";
import { useCallback, useLayoutEffect, useState } from "react";
import { Link, matchPath, NavLink, useLocation } from "react-router-dom";
import type { MenuGroupView, OpenEntity } from "../../wire/views.ts";
import { useMessage } from "../messages/use-message.ts";
import { useApp } from "../services/app-context.tsx";
import { CONFIG_PATH, createPath, listPath, openEntities } from "./access.ts";
import { Icon } from "./glyphs.tsx";

/** The menu: the groups whose permission the account holds, their entities, of each its list and its create form. */
export function Sidebar({ collapsed, toggle, chosen }: SidebarState) {
  const { view, user } = useApp();
  const say = useMessage();
  const open = openEntities(view, user);
  const groups = view.menu.filter(({ permission }) => user.permissions.includes(permission));
  const label = say(collapsed ? "shell.expand" : "shell.collapse");
  return (
    <>
      {!collapsed && <div className="sidebar-scrim" onPointerDown={chosen} />}
      <aside
        className="sidebar"
        onKeyDown={(event) => {
          if (event.key === "Escape") chosen();
        }}
      >
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
          {groups.map((group) => (
            <MenuGroup
              key={group.label}
              group={group}
              open={open.filter(({ entity }) => group.entities.includes(entity.id))}
              chosen={chosen}
            />
          ))}
          {view.editsConfig && (
            <NavLink
              to={CONFIG_PATH}
              className="menu-link menu-foot"
              title={say("shell.config")}
              onClick={chosen}
            >
              <Icon name="cog" />
              <span className="menu-label">{say("shell.config")}</span>
            </NavLink>
          )}
        </nav>
      </aside>
    </>
  );
}

interface MenuGroupProps {
  readonly group: MenuGroupView;
  readonly open: readonly OpenEntity[];
  readonly chosen: () => void;
}

function MenuGroup({ group, open, chosen }: MenuGroupProps) {
  const { pathname } = useLocation();
  if (open.length === 0) return null;
  const inOrder = group.entities.flatMap((id) => open.filter(({ entity }) => entity.id === id));
  return (
    <section className="menu-group" aria-label={group.label}>
      <h2 className="menu-group-label">
        <span>{group.label}</span>
      </h2>
      <ul>
        {inOrder.map(({ entity }) => (
          <li
            key={entity.id}
            className="menu-entry"
            lang={entity.language}
            // Also where neither link leads: while one of its records is edited.
            data-current={matchPath(`/${entity.id}/*`, pathname) !== null || undefined}
          >
            <NavLink to={listPath(entity.id)} className="menu-link" title={entity.menu.list} onClick={chosen}>
              <Icon name={entity.menu.icon ?? "circle"} />
              <span className="menu-label">{entity.menu.label}</span>
            </NavLink>
            <NavLink
              to={createPath(entity.id)}
              className="menu-create"
              title={entity.menu.create}
              aria-label={entity.menu.create}
              onClick={chosen}
            >
              <Icon name="plus" />
            </NavLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Below this width of the window the sidebar begins collapsed and collapses whenever the window changes. */
const NARROW_PX = 768;

interface SidebarState {
  readonly collapsed: boolean;
  readonly toggle: () => void;
  /** On a narrow window, where it lies over the page: out of the way again. */
  readonly chosen: () => void;
}

const isNarrow = () => window.innerWidth < NARROW_PX;

export function useSidebar(): SidebarState {
  const [collapsed, setCollapsed] = useState(isNarrow);
  const collapseIfNarrow = useCallback(() => {
    if (isNarrow()) setCollapsed(true);
  }, []);
  // Before the first paint, so that no change of the window is missed.
  useLayoutEffect(() => {
    window.addEventListener("resize", collapseIfNarrow);
    return () => window.removeEventListener("resize", collapseIfNarrow);
  }, [collapseIfNarrow]);
  return { collapsed, toggle: () => setCollapsed(!collapsed), chosen: collapseIfNarrow };
}
