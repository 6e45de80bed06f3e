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
import { LastListContext } from "../shell/last-list.tsx";
import { LeaveContext, type LeaveSlot } from "../shell/leave.tsx";
import { type Frame, FrameContext } from "../shell/screen.tsx";

export type PreviewScreen = "list" | "form";

/** The routes of an app's screens. They stand above this page, which is one of them: so they are given to it. */
export type Screens = ComponentType<{ readonly location: Location }>;

interface PreviewProps {
  readonly Screens: Screens;
  readonly draft: DraftView;
  readonly app: App;
  readonly services: Services;
  readonly entity: string;
  readonly screen: PreviewScreen;
  /** It was led to the other screen from inside. */
  readonly onScreen: (screen: PreviewScreen) => void;
}

/**
 * The real screens of an entity as a draft makes them. An app of its own inside the page: it has its own address, asks
 * nothing when it is left, and leaves tab and focus alone.
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
      // React does not let a root go while another one is being drawn.
      queueMicrotask(() => own.unmount());
    };
  }, []);
  useEffect(() => root.current?.render(<PreviewApp {...props} />));
  return <div ref={place} className="config-preview" />;
}

function PreviewApp({ Screens, draft, app, services, entity, screen, onScreen }: PreviewProps) {
  const frame = useMemo<Frame>(() => ({ title: "", visited: { current: false }, inner: true }), []);
  const leave = useMemo<LeaveSlot>(() => ({ current: undefined, forgets: true }), []);
  const lastLists = useMemo(() => new Map<string, string>(), []);
  const records = useMemo(() => ({ provider: () => new Map() }), []);
  const overlays = useMemo(makeOverlayStore, []);
  const own = useMemo(
    () => ({ ...services, overlays, client: draft.client }),
    [services, overlays, draft.client],
  );
  const shown = useMemo<App>(() => {
    // What the draft opens to this account, it may look at.
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
                  <MemoryRouter initialEntries={[pathOf(entity, screen)]}>
                    <PreviewRoutes Screens={Screens} entity={entity} screen={screen} onScreen={onScreen} />
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

type PreviewRoutesProps = Pick<PreviewProps, "Screens" | "entity" | "screen" | "onScreen">;

function PreviewRoutes({ Screens, entity, screen, onScreen }: PreviewRoutesProps) {
  const location = useLocation();
  const navigate = useNavigate();
  const { pathname } = location;
  const wanted = `${entity} ${screen}`;
  const followed = useRef(wanted);
  const reported = useRef(pathname);
  useEffect(() => {
    if (followed.current !== wanted) {
      followed.current = wanted;
      if (!isAt(pathname, entity, screen)) return void navigate(pathOf(entity, screen), { replace: true });
    }
    if (reported.current === pathname) return;
    reported.current = pathname;
    const now = pathname === listPath(entity) ? "list" : "form";
    followed.current = `${entity} ${now}`;
    if (now !== screen) onScreen(now);
  }, [wanted, pathname, entity, screen, navigate, onScreen]);
  return <Screens location={location} />;
}

const pathOf = (entity: string, screen: PreviewScreen) =>
  screen === "list" ? listPath(entity) : createPath(entity);

function isAt(pathname: string, entity: string, screen: PreviewScreen): boolean {
  const isList = pathname === listPath(entity);
  return pathname.startsWith(`/${entity}/`) && isList === (screen === "list");
}

/** What can be looked at: a view with the client that answers as it says. */
export interface DraftView {
  readonly view: AppView;
  readonly client: Client;
}
