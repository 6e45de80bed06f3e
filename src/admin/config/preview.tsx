import { useEffect, useMemo, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { MemoryRouter, useLocation, useNavigate } from "react-router-dom";
import { SWRConfig } from "swr";
import { type App, AppContext } from "../app-context.tsx";
import { MessagesContext } from "../messages/use-message.ts";
import { type Services, ServicesContext } from "../services.ts";
import { createPath, listPath } from "../shell/access.ts";
import { LastListContext } from "../shell/last-list.tsx";
import { LeaveContext, type LeaveSlot } from "../shell/leave.tsx";
import { makeOverlayStore } from "../shell/overlay-store.ts";
import { type Frame, FrameContext } from "../shell/screen-heading.tsx";
import { ScreenRoutes } from "../shell/screen-routes.tsx";
import type { DraftView } from "./use-draft-view.ts";

export type PreviewScreen = "list" | "form";

interface PreviewProps {
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

function PreviewApp({ draft, app, services, entity, screen, onScreen }: PreviewProps) {
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
                    <PreviewRoutes entity={entity} screen={screen} onScreen={onScreen} />
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

function PreviewRoutes({ entity, screen, onScreen }: Pick<PreviewProps, "entity" | "screen" | "onScreen">) {
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
  return <ScreenRoutes location={location} />;
}

const pathOf = (entity: string, screen: PreviewScreen) =>
  screen === "list" ? listPath(entity) : createPath(entity);

function isAt(pathname: string, entity: string, screen: PreviewScreen): boolean {
  const isList = pathname === listPath(entity);
  return pathname.startsWith(`/${entity}/`) && isList === (screen === "list");
}
