import { Fragment, useRef } from "react";
import { type Location, Route, Routes, useParams } from "react-router-dom";
import type { OpenEntity } from "../../wire/views.ts";
import { useApp } from "../app-context.tsx";
import { ChunkView, makeChunk } from "../chunk.tsx";
import { NotFoundScreen } from "../problem/not-found-screen.tsx";
import { CONFIG_PATH, openEntities, SCREENS } from "./access.ts";
import { HomeScreen } from "./home-screen.tsx";

const ListChunk = makeChunk(() => import("../list/list-screen.tsx"));
const FormChunk = makeChunk<{ entity: OpenEntity; id?: string }>(() => import("../form/form-screen.tsx"));

const ConfigChunk = makeChunk(() => import("../config/config-screen.tsx"));
const NO_PROPS = {};

/** The routes of every open entity, made from the config alone. The screen is made anew for each path. */
export function ScreenRoutes({ location }: { readonly location: Location }) {
  const { view, user } = useApp();
  const open = openEntities(view, user);
  /** Every entity that could be opened since the start: an address of theirs did lead somewhere. */
  const known = useRef(new Set<string>());
  for (const { entity } of open) known.current.add(entity.id);
  const gone = known.current.has(location.pathname.split("/")[1] ?? "");
  return (
    <Fragment key={location.pathname}>
      <Routes location={location}>
        <Route path="/" element={<HomeScreen />} />
        {view.editsConfig && (
          <Route path={CONFIG_PATH} element={<ChunkView chunk={ConfigChunk} props={NO_PROPS} />} />
        )}
        {open.map((open) => (
          <Route key={open.entity.id} path={`/${open.entity.id}`}>
            <Route
              path={SCREENS.list}
              element={<ChunkView chunk={ListChunk} props={{ open, preloadForm: FormChunk.preload }} />}
            />
            <Route path={SCREENS.create} element={<ChunkView chunk={FormChunk} props={{ entity: open }} />} />
            <Route path={SCREENS.edit} element={<EditScreen open={open} />} />
          </Route>
        ))}
        <Route path="*" element={<NotFoundScreen gone={gone} />} />
      </Routes>
    </Fragment>
  );
}

function EditScreen({ open }: { readonly open: OpenEntity }) {
  const { id } = useParams();
  return id === undefined ? <NotFoundScreen /> : <ChunkView chunk={FormChunk} props={{ entity: open, id }} />;
}
