import "../problem/problem.css";
import { useContext, useEffect, useRef } from "react";
import { Link, type Location, Navigate, Route, Routes, useParams } from "react-router-dom";
import type { OpenEntity } from "../../wire/views.ts";
import { PendingForm } from "../form/form-skeleton.tsx";
import { PendingList } from "../list/list-skeleton.tsx";
import { useMessage } from "../messages/use-message.ts";
import { ChunkView, makeChunk, Pending, preloading } from "../problem/chunk.tsx";
import { ScreenFailed } from "../problem/problem-notice.tsx";
import { useApp } from "../services/app-context.tsx";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { CONFIG_PATH, JOURNAL_PATH, openEntities, SCREENS, WEBHOOKS_SCREEN } from "../shell/access.ts";
import { LeaveContext } from "../shell/leave.tsx";
import { Screen } from "../shell/screen.tsx";
import { useHomeTitle } from "./home/use-home-title.ts";

const HomeChunk = makeChunk(() => import("./home/home-screen.tsx"));
const ListChunk = makeChunk(() => import("../list/list-screen.tsx"));
const FormChunk = makeChunk(() => import("../form/form-screen.tsx"));
const preloadForm = preloading(FormChunk);
const ConfigChunk = makeChunk(() => import("../config/config-screen.tsx"));
const ChangesChunk = makeChunk(() => import("../history/changes-screen.tsx"));
const WebhooksChunk = makeChunk(() => import("../webhooks/webhooks-screen.tsx"));
const CONFIG_PROPS = { Screens: ScreenRoutes };

/**
 * The routes of every open entity, made from the config alone. Each path has a screen of its own. A form with unsaved input
 * stays while it is shown, also when its entity is no longer open.
 */
export function ScreenRoutes({ location }: { readonly location: Location }) {
  const { view, user } = useApp();
  const slot = useContext(LeaveContext);
  const open = openEntities(view, user);
  /** Every entity that was open since the start, as it was last. */
  const known = useRef(new Map<string, OpenEntity>());
  for (const one of open) known.current.set(one.entity.id, one);
  const here = known.current.get(location.pathname.split("/")[1] ?? "");
  const isGone = here !== undefined && !open.includes(here);
  const drawn = useRef<string>(undefined);
  useEffect(() => {
    drawn.current = location.pathname;
  }, [location.pathname]);
  const stays = isGone && drawn.current === location.pathname && slot.current !== undefined;
  const shown = stays ? [...open, here] : open;
  const screen = (
    <Routes location={location}>
      <Route path="/" element={<HomeScreen />} />
      {view.editsConfig && <Route path={CONFIG_PATH} element={<ConfigScreen />} />}
      {view.readsJournal && (
        <Route path={JOURNAL_PATH} element={<ChunkView chunk={ChangesChunk} props={{}} />} />
      )}
      {view.seesWebhooks && (
        <Route path={WEBHOOKS_SCREEN} element={<ChunkView chunk={WebhooksChunk} props={{}} />} />
      )}
      {shown.map((open) => (
        <Route key={open.entity.id} path={`/${open.entity.id}`}>
          <Route index element={<Navigate to={SCREENS.list} replace />} />
          <Route
            path={SCREENS.list}
            element={
              <ChunkView
                chunk={ListChunk}
                props={{ open, preloadForm }}
                pending={<PendingList entity={open.entity} preloadForm={preloadForm} />}
              />
            }
          />
          <Route
            path={SCREENS.create}
            element={
              <ChunkView
                chunk={FormChunk}
                props={{ entity: open, isGone: open === here && isGone }}
                pending={<PendingForm entity={open.entity} />}
              />
            }
          />
          <Route path={SCREENS.edit} element={<EditScreen open={open} isGone={open === here && isGone} />} />
          {[SCREENS.history, SCREENS.bin].map((path) => (
            <Route key={path} path={path} element={<ChunkView chunk={ChangesChunk} props={{ open }} />} />
          ))}
        </Route>
      ))}
      <Route path="*" element={<NotFoundScreen gone={here !== undefined} />} />
    </Routes>
  );
  const key = `${location.pathname} ${isGone && !stays}`;
  return (
    <ErrorBoundaries items={new Map([[key, screen]])} broken={(retry) => <ScreenFailed retry={retry} />} />
  );
}

function HomeScreen() {
  const pending = (
    <Screen name="home" title={useHomeTitle()} isPending>
      <Pending />
    </Screen>
  );
  return <ChunkView chunk={HomeChunk} props={{}} pending={pending} />;
}

function EditScreen({ open, isGone }: { readonly open: OpenEntity; readonly isGone: boolean }) {
  const { id = "" } = useParams();
  const pending = <PendingForm entity={open.entity} id={id} />;
  return <ChunkView chunk={FormChunk} props={{ entity: open, id, isGone }} pending={pending} />;
}

function ConfigScreen() {
  const say = useMessage();
  const pending = (
    <Screen name="config" title={say("shell.config")} isPending>
      <Pending />
    </Screen>
  );
  return <ChunkView chunk={ConfigChunk} props={CONFIG_PROPS} pending={pending} />;
}

/** An address that is no screen, or no longer one. */
function NotFoundScreen({ gone }: { readonly gone: boolean }) {
  const say = useMessage();
  return (
    <Screen name="not-found" title={say(gone ? "shell.gone" : "shell.notFound")}>
      <p className="notice-link">
        <Link to="/">{say("shell.toHome")}</Link>
      </p>
    </Screen>
  );
}
