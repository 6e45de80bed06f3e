import { Link, useParams } from "react-router-dom";
import { GalleryFrame, Prose } from "./gallery-frame.tsx";
import { type GalleryPlugin, useGallery } from "./gallery-parts.ts";
import { PluginExamples } from "./plugin-examples.tsx";

/** `/dev/plugins/<kind>/<name>` */
export function PluginPage() {
  const { kind, name } = useParams();
  const { plugins } = useGallery();
  const plugin = plugins.find((one) => one.kind === kind && one.name === name);
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
      {plugin.manifest && <PluginExamples plugin={plugin} manifest={plugin.manifest} />}
    </GalleryFrame>
  );
}

function PluginFacts({ plugin: { kind, folder, manifest } }: { readonly plugin: GalleryPlugin }) {
  return (
    <>
      {manifest && (
        <p className="gallery-lead">
          <Prose text={manifest.description} />
        </p>
      )}
      <dl className="gallery-facts">
        <Fact name="Kind" text={kind} />
        <Fact name="Folder" text={folder} isCode />
        {manifest && <Fact name={kind === "cell" ? "Shows" : "Edits"} text={manifest.values.join(", ")} />}
        {manifest?.defaultFor && <Fact name="Default for" text={manifest.defaultFor.join(", ")} />}
      </dl>
    </>
  );
}

function Fact({
  name,
  text,
  isCode,
}: {
  readonly name: string;
  readonly text: string;
  readonly isCode?: boolean;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{isCode ? <code>{text}</code> : text}</dd>
    </div>
  );
}
