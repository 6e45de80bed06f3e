import { type ComponentType, useEffect, useMemo, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { type Location, MemoryRouter, useLocation, useNavigate } from "react-router-dom";
import { SWRConfig } from "swr";
import type { AppView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { MessagesContext } from "../messages/use-message.ts";
import { type App, AppContext } from "../services/app-context.tsx";
import { makeOverlayStore } from "../services/overlay-store.ts";
import { type Services, ServicesContext } from "../services/services.ts";
import { createPath, listPath } from "../shell/access.ts";
import { LastListContext, type ListVisits } from "../shell/last-list.tsx";
import { LeaveContext, type LeaveSlot } from "../shell/leave.tsx";
import { type Frame, FrameContext } from "../shell/screen.tsx";

export type PreviewScreen = "list" | "form";

/** The routes of the app's screens. This page is one of them, so it cannot import them. */
export type Screens = ComponentType<{ readonly location: Location }>;

/** The screen that the preview shows. */
export interface PreviewTarget {
  readonly Screens: Screens;
  readonly entity: string;
  readonly screen: PreviewScreen;
  /** Called when the person goes to the other screen inside the preview. */
  readonly onScreen: (screen: PreviewScreen) => void;
}

interface PreviewProps extends PreviewTarget {
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
  const root = useRef<Root>(undefined);
  useEffect(() => {
    if (place.current === null) return;
    const own = createRoot(place.current.appendChild(document.createElement("div")), {
      identifierPrefix: "preview-",
    });
    root.current = own;
    const { current: parent } = place;
    return () => {
      root.current = undefined;
      parent.replaceChildren();
      // React cannot unmount a root while it renders another.
      queueMicrotask(() => own.unmount());
    };
  }, []);
  useEffect(() => root.current?.render(<PreviewApp {...props} />));
  return <div ref={place} className="config-preview" />;
}

function PreviewApp({ draft, app, services, ...target }: PreviewProps) {
  const frame = useMemo<Frame>(() => ({ title: "", visited: { current: false }, inner: true }), []);
  const leave = useMemo<LeaveSlot>(() => ({ current: undefined, forgets: true }), []);
  const lastLists = useMemo<ListVisits>(() => new Map(), []);
  const records = useMemo(() => ({ provider: () => new Map() }), []);
  const overlays = useMemo(makeOverlayStore, []);
  const own = useMemo(
    () => ({ ...services, overlays, client: draft.client }),
    [services, overlays, draft.client],
  );
  const shown = useMemo<App>(() => {
    // The account may see whatever the draft gives it.
    const permissions = draft.view.entities.flatMap((one) =>
      one.access === "full" ? [one.entity.permission] : [],
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
                  <MemoryRouter key={target.entity} initialEntries={[pathOf(target)]}>
                    <PreviewRoutes {...target} />
                  </MemoryRouter>
                </LastListContext>
              </LeaveContext>
            </FrameContext>
          </SWRConfig>
        </MessagesContext>
      </AppContext>
    </ServicesContext>
  );
}

function PreviewRoutes({ Screens, entity, screen, onScreen }: PreviewTarget) {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname } = location;
  const lastPathname = useRef(pathname);
  useEffect(() => {
    const isFromInside = lastPathname.current !== pathname;
    lastPathname.current = pathname;
    const now = pathname === listPath(entity) ? "list" : "form";
    if (now === screen) return;
    if (isFromInside) onScreen(now);
    else void navigate(pathOf({ entity, screen }), { replace: true });
  }, [pathname, entity, screen, navigate, onScreen]);
  return <Screens location={location} />;
}

const pathOf = ({ entity, screen }: Pick<PreviewTarget, "entity" | "screen">) =>
  screen === "list" ? listPath(entity) : createPath(entity);

/** A view, and the client that answers as it says. */
export interface DraftView {
  readonly view: AppView;
  readonly client: Client;
}
