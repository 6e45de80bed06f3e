import { useMemo } from "react";
import { Link, useParams } from "react-router-dom";
import { examplesOf } from "../../model/plugin-examples.ts";
import type { PluginManifest } from "../../model/plugin-manifest.ts";
import { MessagesContext } from "../messages/use-message.ts";
import { ServicesContext } from "../services.ts";
import { ConfirmHost } from "../shell/confirm.tsx";
import { ToastRegion } from "../shell/toast.tsx";
import { CellExample } from "./cell-example.tsx";
import { GalleryFrame } from "./gallery-frame.tsx";
import { type GalleryPlugin, useGallery } from "./gallery-parts.ts";
import { galleryServices } from "./gallery-services.ts";
import { Prose } from "./prose.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useView } from "./use-view.ts";
import { WidgetExample } from "./widget-example.tsx";

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

interface PluginExamplesProps {
  readonly plugin: GalleryPlugin;
  readonly manifest: PluginManifest;
}

function PluginExamples({ plugin, manifest }: PluginExamplesProps) {
  const { messages } = useGallery();
  const languages = useMemo(() => {
    const spoken = Object.values(manifest.messages ?? {}).flatMap(({ text }) => Object.keys(text));
    return [...new Set([...Object.keys(messages), ...spoken])];
  }, [messages, manifest]);
  const [view, changeView] = useView(languages);
  const examples = examplesOf(manifest);
  const example = examples[view.example] ?? examples[0];
  const services = useMemo(() => galleryServices(plugin), [plugin]);
  const tables = useMemo(() => ({ language: view.language, messages }), [view.language, messages]);
  if (example === undefined) return <p>It has no examples, and no values to make one of.</p>;
  const Example = manifest.kind === "cell" ? CellExample : WidgetExample;
  return (
    <ServicesContext value={services}>
      <MessagesContext value={tables}>
        <Toolbar
          examples={examples}
          languages={languages}
          view={{ ...view, example: examples.indexOf(example) }}
          onChange={changeView}
        />
        <Example
          key={`${example.title} ${view.language}`}
          manifest={manifest}
          example={example}
          view={view}
        />
        <ToastRegion />
        <ConfirmHost />
      </MessagesContext>
    </ServicesContext>
  );
}
