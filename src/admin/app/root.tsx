import { type ReactNode, useContext, useLayoutEffect, useMemo, useRef } from "react";
import { Navigate, NavigationType, Route, Routes, useLocation, useNavigationType } from "react-router-dom";
import type { PluginLoader } from "../../plugin/registry.ts";
import type { ConfigFollower } from "../api/config-follower.ts";
import { useObservable } from "../api/observable.ts";
import { MessagesContext } from "../messages/use-message.ts";
import { ChunkView, makeChunk, preloading } from "../problem/chunk.tsx";
import { ScreenFailed } from "../problem/problem-notice.tsx";
import LoginScreen, { type LoginState } from "../public/login-screen.tsx";
import { ConnectionContext } from "../services/connection.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { type Services, ServicesContext, useServices } from "../services/services.ts";
import { OverlayHost } from "../shell/overlay.tsx";
import { type Frame, FrameContext } from "../shell/screen-heading.tsx";
import { ToastRegion } from "../shell/toast.tsx";
import { AppRouter } from "./router.tsx";

const AppChunk = makeChunk(() => import("./app.tsx"));
const preloadApp = preloading(AppChunk);
const RegisterChunk = makeChunk(() => import("../public/register-screen.tsx"));

/** Beside the screens: one that throws takes neither a screen nor the others with it. */
const HOSTS = new Map<string, ReactNode>([
  ["toasts", <ToastRegion key="toasts" />],
  ["overlays", <OverlayHost key="overlays" />],
]);

interface RootProps {
  /** Has the public view, and keeps it current. */
  readonly follower: ConfigFollower;
  readonly services: Services;
  readonly loadPlugin: PluginLoader;
  /** Tests give another than the browser's. */
  readonly router?: (children: ReactNode) => ReactNode;
}

const browserRouter = (children: ReactNode) => <AppRouter>{children}</AppRouter>;

/** The whole browser side: log-in at once, everything behind it when there is a session. */
export function Root({ follower, services, loadPlugin, router = browserRouter }: RootProps) {
  const view = useObservable(follower.publicView);
  const session = useObservable(services.session);
  // Whatever the product is called.
  const visited = useRef(false);
  const frame = useMemo<Frame>(() => ({ title: view.title, visited }), [view.title]);
  const messages = useMemo(
    () => ({ language: view.language, messages: { [view.language]: view.messages } }),
    [view.language, view.messages],
  );
  const behindLogin = () =>
    session === undefined ? (
      <ToLogin />
    ) : (
      <ChunkView chunk={AppChunk} props={{ session, publicView: view, follower, loadPlugin }} />
    );
  return (
    <ServicesContext value={services}>
      <MessagesContext value={messages}>
        <FrameContext value={frame}>
          <ConnectionContext value={follower.connected}>
            {router(
              <>
                <LeftScreen />
                <Routes>
                  <Route path="/login" element={<LoginScreen view={view} preload={preloadApp} />} />
                  <Route path="/register" element={<ChunkView chunk={RegisterChunk} props={{ view }} />} />
                  <Route
                    path="*"
                    element={
                      <ErrorBoundaries
                        items={new Map([[session?.user._id ?? "", behindLogin()]])}
                        broken={(retry) => <ScreenFailed retry={retry} />}
                      />
                    }
                  />
                </Routes>
              </>,
            )}
            <ErrorBoundaries items={HOSTS} broken={() => null} />
          </ConnectionContext>
        </FrameContext>
      </MessagesContext>
    </ServicesContext>
  );
}

/**
 * What a toast was about is over when its screen is left; the next screen gets the focus, also where the first was left before
 * it had a heading. In the commit of the step, before the next screen's effects: later, it would take what that screen has
 * already said.
 */
function LeftScreen() {
  const { pathname } = useLocation();
  const type = useNavigationType();
  const { visited } = useContext(FrameContext);
  const { toasts } = useServices();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    toasts.clearCause();
    // Who is led on to another address has left no screen.
    if (type !== NavigationType.Replace) visited.current = true;
  }, [toasts, pathname, type, visited]);
  return null;
}

/** Leads to log-in, which leads back here; after a log-out it does not. */
function ToLogin() {
  const { pathname, search, hash } = useLocation();
  const isDone = useServices().session.hasLoggedOut();
  const state: LoginState | undefined = isDone ? undefined : { from: `${pathname}${search}${hash}` };
  return <Navigate to="/login" replace state={state} />;
}
