import "../../admin/look/badge.css";
import "./gallery.css";
import { StrictMode } from "react";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";
import { GalleryFrame, Prose } from "./gallery-frame.tsx";
import { GalleryContext, type GalleryParts, type GalleryPlugin, useGallery } from "./gallery-parts.ts";
import { PhonePage } from "./phone-page.tsx";
import { PluginPage } from "./plugin-page.tsx";

/** `/dev/plugins` and below. */
export function Gallery({ parts }: { readonly parts: GalleryParts }) {
  return (
    <StrictMode>
      <GalleryContext value={parts}>
        <BrowserRouter basename="/dev/plugins">
          <Routes>
            <Route path="/" element={<PluginList />} />
            <Route path="/:kind/:name" element={<PluginPage />} />
            <Route path="/phone/:kind/:name" element={<PhonePage />} />
            <Route path="*" element={<PluginList />} />
          </Routes>
        </BrowserRouter>
      </GalleryContext>
    </StrictMode>
  );
}

const GROUPS = [
  ["Widgets of this installation", "widget", false],
  ["Cells of this installation", "cell", false],
  ["Stock widgets", "widget", true],
  ["Stock cells", "cell", true],
] as const;

/** Every plugin, those of `plugins/` first. */
function PluginList() {
  const { plugins } = useGallery();
  return (
    <GalleryFrame heading="Plugins" isList>
      <p className="gallery-lead">
        Every plugin in its states, drawn by the form that staff use. Edit a plugin and see it here at once.{" "}
        <code>npm run new-plugin</code> makes another.
      </p>
      {GROUPS.map(([title, kind, isStock]) => (
        <PluginGroup
          key={title}
          title={title}
          plugins={plugins.filter((plugin) => plugin.kind === kind && plugin.isStock === isStock)}
        />
      ))}
    </GalleryFrame>
  );
}

interface PluginGroupProps {
  readonly title: string;
  readonly plugins: readonly GalleryPlugin[];
}

function PluginGroup({ title, plugins }: PluginGroupProps) {
  if (plugins.length === 0) return null;
  return (
    <section className="gallery-group">
      <h2>{title}</h2>
      <ul>
        {plugins.map(({ kind, name, folder, found, problems }) => (
          <li key={folder} className="gallery-card">
            <Link to={`/${kind}/${name}`}>{name}</Link>
            {problems.length > 0 && (
              <span className="badge badge-warning">
                {problems.length} {problems.length === 1 ? "problem" : "problems"}
              </span>
            )}
            <p>
              <Prose text={found?.manifest.description ?? "Its `plugin.json` cannot be used."} />
            </p>
            {found && <p className="gallery-quiet">{found.manifest.values.join(" · ")}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
