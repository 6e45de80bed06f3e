import { Link, useParams } from "react-router-dom";
import { GalleryFrame, Prose } from "./gallery-frame.tsx";
import { type GalleryPlugin, usePlugin } from "./gallery-parts.ts";
import { PluginExamples } from "./plugin-examples.tsx";

/** `/dev/plugins/<kind>/<name>` */
export function PluginPage() {
  const { kind, name } = useParams();
  const plugin = usePlugin();
  if (plugin === undefined) {
    return (
      <GalleryFrame heading="Not found">
        <p>
          There is no {kind} "{name}". <Link to="/">These plugins</Link> are installed.
        </p>
      </GalleryFrame>
    );
  }
  return (
    <GalleryFrame key={plugin.folder} heading={plugin.name}>
      <PluginFacts plugin={plugin} />
      {plugin.problems.length > 0 && (
        <section className="gallery-notice" aria-labelledby="gallery-problems">
          <h2 id="gallery-problems">What is wrong with it</h2>
          <ul>
            {plugin.problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </section>
      )}
      {plugin.found && <PluginExamples plugin={plugin.found} />}
    </GalleryFrame>
  );
}

function PluginFacts({ plugin: { kind, folder, found } }: { readonly plugin: GalleryPlugin }) {
  const { description, values, defaultFor } = found?.manifest ?? {};
  const facts = [
    ["Kind", kind],
    ["Folder", folder],
    [kind === "cell" ? "Shows" : "Edits", values?.join(", ")],
    ["Default for", defaultFor?.join(", ")],
  ] as const;
  return (
    <>
      {description !== undefined && (
        <p className="gallery-lead">
          <Prose text={description} />
        </p>
      )}
      <dl className="gallery-facts">
        {facts.map(
          ([name, fact]) =>
            fact !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{name === "Folder" ? <code>{fact}</code> : fact}</dd>
              </div>
            ),
        )}
      </dl>
    </>
  );
}
