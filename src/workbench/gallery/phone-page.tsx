import { useEffect, useRef } from "react";
import { useLocation, useParams } from "react-router-dom";
import { examplesOf } from "../../compiler/manifest/plugin-examples.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { AskedLine } from "./asked-log.tsx";
import { ExampleStates } from "./example-states.tsx";
import { type GalleryPlugin, shownLanguages, useGallery } from "./gallery-parts.ts";
import { useTried } from "./use-tried.ts";
import { readView, type View } from "./use-view.ts";

/** `/dev/plugins/phone/<kind>/<name>#<view>`: the states alone. */
export function PhonePage() {
  const { kind, name } = useParams();
  const { hash } = useLocation();
  const { plugins, messages } = useGallery();
  const plugin = plugins.find((one) => one.kind === kind && one.name === name);
  if (plugin?.manifest === undefined) return null;
  const view = readView(new URLSearchParams(hash.slice(1)), shownLanguages(plugin.manifest, messages));
  const examples = examplesOf(plugin.manifest);
  const example = examples[view.example] ?? examples[0];
  if (example === undefined) return null;
  return <Phone plugin={plugin} manifest={plugin.manifest} example={example} view={view} />;
}

interface PhoneProps {
  readonly plugin: GalleryPlugin;
  readonly manifest: PluginManifest;
  readonly example: PluginExample;
  readonly view: View;
}

function Phone({ plugin, manifest, example, view }: PhoneProps) {
  const tried = useTried(manifest, example, view);
  useEffect(() => {
    document.title = `${plugin.name} at 390 px`;
    document.documentElement.lang = "en";
  }, [plugin.name]);
  return (
    <main className="gallery gallery-on-phone">
      <h1 className="unseen">{plugin.name}</h1>
      <h2 className="unseen">{example.title}</h2>
      <ExampleStates
        folder={plugin.folder}
        manifest={manifest}
        example={example}
        tried={tried}
        onAsked={postAsked}
      />
    </main>
  );
}

interface PhoneFrameProps {
  readonly title: string;
  /** Of a page that shows the states alone. What is behind its `#` may change without loading it again. */
  readonly address: string;
  onAsked(line: AskedLine): void;
}

/** A page of its own, as wide and as high as a phone's: `@media`, `matchMedia` and `position: fixed` are the phone's there. */
export function PhoneFrame({ title, address, onAsked }: PhoneFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    // By no attribute: the way back would lead through every address there was.
    frame.current?.contentWindow?.location.replace(new URL(address, location.href));
  }, [address]);
  useEffect(() => {
    const receive = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && isAskedLine(data)) onAsked(data);
    };
    addEventListener("message", receive);
    return () => removeEventListener("message", receive);
  }, [onAsked]);
  return <iframe ref={frame} className="gallery-phone" title={title} />;
}

/** From inside the frame: to the page around it. */
function postAsked({ box, text }: AskedLine): void {
  window.parent.postMessage({ box, text } satisfies AskedLine, location.origin);
}

function isAskedLine(data: unknown): data is AskedLine {
  return (
    typeof data === "object" &&
    data !== null &&
    "box" in data &&
    typeof data.box === "string" &&
    "text" in data &&
    typeof data.text === "string"
  );
}
