import { type ComponentType, useEffect, useMemo, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { type Location, MemoryRouter, useLocation, useNavigate } from "react-router-dom";
import { SWRConfig } from "swr";
import type { AppView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { MessagesContext } from "../messages/use-message.ts";
import { type App, AppContext } from "../services/app-context.tsx";
import { ChangesContext, NO_CHANGES } from "../services/changes.ts";
import { makeOverlayStore } from "../services/overlay-store.ts";
import { makePreferences, PreferencesContext } from "../services/preferences.ts";
import { type Services, ServicesContext } from "../services/services.ts";
import { createPath, listPath } from "../shell/access.ts";
import { LastListContext, type ListVisits } from "../shell/last-list.tsx";
import { LeaveContext, type LeaveSlot } from "../shell/leave.tsx";
import { type Frame, FrameContext } from "../shell/screen-heading.tsx";
import { type PreviewScreen, partAt, type ScreenPart } from "./screen-part.ts";

/** The routes of the app's screens. This page is one of them, so it cannot import them. */
export type Screens = ComponentType<{ readonly location: Location }>;

/** The screen that the preview shows. */
export interface PreviewTarget {
  readonly Screens: Screens;
  /** "" of the start page. */
  readonly entity: string;
  readonly screen: PreviewScreen;
  /** Called when the person goes to the other screen inside the preview. */
  readonly onScreen: (screen: PreviewScreen) => void;
  /** Called when the person presses a part of the screen. `isUsed`: to use it, so that the focus must stay there. */
  readonly onPart: (part: ScreenPart, isUsed: boolean) => void;
  /** As wide as for staff, even where that is wider than the place for it. */
  readonly isWide: boolean;
}

interface PreviewProps extends PreviewTarget {
  /** What can be pressed. */
  readonly parts: readonly ScreenPart[];
  readonly draft: DraftView;
  readonly app: App;
  readonly services: Services;
}

/**
 * The real screens of an entity as a draft makes them: an app inside the page, with an address of its own. It asks nothing
 * when it is left, and sets neither the title of the browser's tab nor the focus.
 */
export function Preview(props: PreviewProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const root = useRef<Root>(undefined);
  useEffect(() => {
    if (place.current === null) return;
    const own = createRoot(place.current.appendChild(document.createElement("div")), {
      identifierPrefix: "preview-",
    });
    root.current = own;
    const { current: parent } = place;
    // The screens have handlers of their own: this one only looks on.
    const press = (event: MouseEvent) => {
      const { parts, onPart } = latest.current;
      const found = event.target instanceof Element ? partAt(event.target, parts) : undefined;
      if (found === undefined) return;
      // A label would give its field the focus.
      if (!found.isUsed) event.preventDefault();
      onPart(found.part, found.isUsed);
    };
    parent.addEventListener("click", press);
    return () => {
      root.current = undefined;
      parent.removeEventListener("click", press);
      parent.replaceChildren();
      // React cannot unmount a root while it renders another.
      queueMicrotask(() => own.unmount());
    };
  }, []);
  useEffect(() => root.current?.render(<PreviewApp {...props} />));
  return (
    <div ref={place} className={props.isWide ? "config-preview config-preview-wide" : "config-preview"} />
  );
}

function PreviewApp({ draft, app, services, Screens, entity, screen, onScreen }: PreviewProps) {
  const frame = useMemo<Frame>(() => ({ title: "", visited: { current: false }, inner: true }), []);
  const leave = useMemo<LeaveSlot>(() => ({ current: undefined, forgets: true }), []);
  const lastLists = useMemo<ListVisits>(() => new Map(), []);
  const records = useMemo(() => ({ provider: () => new Map() }), []);
  const overlays = useMemo(makeOverlayStore, []);
  // As a list is before anybody has chosen anything.
  const preferences = useMemo(() => makePreferences({ account: "" }), []);
  const own = useMemo(
    () => ({ ...services, overlays, client: draft.client }),
    [services, overlays, draft.client],
  );
  const shown = useMemo<App>(() => {
    // The account may see whatever the draft gives it.
    const permissions = draft.view.entities.flatMap((one) =>
      one.access === "full" ? one.rights.openTo : [],
    );
    return { ...app, view: draft.view, locale: draft.view.dateLocale, user: { ...app.user, permissions } };
  }, [app, draft.view]);
  return (
    <ServicesContext value={own}>
      <AppContext value={shown}>
        <MessagesContext value={shown.view}>
          <SWRConfig value={records}>
            <FrameContext value={frame}>
              <LeaveContext value={leave}>
                <LastListContext value={lastLists}>
                  <PreferencesContext value={preferences}>
                    <ChangesContext value={NO_CHANGES}>
                      <MemoryRouter key={entity} initialEntries={[pathOf({ entity, screen })]}>
                        <PreviewRoutes
                          Screens={Screens}
                          entity={entity}
                          screen={screen}
                          onScreen={onScreen}
                        />
                      </MemoryRouter>
                    </ChangesContext>
                  </PreferencesContext>
                </LastListContext>
              </LeaveContext>
            </FrameContext>
          </SWRConfig>
        </MessagesContext>
      </AppContext>
    </ServicesContext>
  );
}

function PreviewRoutes({
  Screens,
  entity,
  screen,
  onScreen,
}: Pick<PreviewTarget, "Screens" | "entity" | "screen" | "onScreen">) {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname } = location;
  const lastPathname = useRef(pathname);
  useEffect(() => {
    const isFromInside = lastPathname.current !== pathname;
    lastPathname.current = pathname;
    const now = pathname === listPath(entity) ? "list" : "form";
    if (now === screen || screen === "home") return;
    if (isFromInside) onScreen(now);
    else void navigate(pathOf({ entity, screen }), { replace: true });
  }, [pathname, entity, screen, navigate, onScreen]);
  // The start page stays: where its links lead is another file's.
  const start = useRef(location);
  return <Screens location={screen === "home" ? start.current : location} />;
}

function pathOf({ entity, screen }: Pick<PreviewTarget, "entity" | "screen">): string {
  switch (screen) {
    case "home":
      return "/";
    case "list":
      return listPath(entity);
    case "form":
      return createPath(entity);
  }
}

/** A view, and the client that answers as it says. */
export interface DraftView {
  readonly view: AppView;
  readonly client: Client;
}
