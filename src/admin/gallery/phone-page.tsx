import { useEffect } from "react";
import { useLocation, useParams } from "react-router-dom";
import { examplesOf } from "../../model/plugin-examples.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import { ExampleStates } from "./example-states.tsx";
import { type GalleryPlugin, useGallery } from "./gallery-parts.ts";
import { languagesOf } from "./languages-of.ts";
import { tellAsked } from "./phone-frame.tsx";
import { useTried } from "./use-tried.ts";
import { readView, type View } from "./use-view.ts";

/** `/dev/plugins/phone/<kind>/<name>#<view>`: the states alone. */
export function PhonePage() {
  const { kind, name } = useParams();
  const { hash } = useLocation();
  const { plugins, messages } = useGallery();
  const plugin = plugins.find((one) => one.kind === kind && one.name === name);
  if (plugin?.manifest === undefined) return null;
  const view = readView(new URLSearchParams(hash.slice(1)), languagesOf(plugin.manifest, messages));
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
        plugin={plugin}
        manifest={manifest}
        example={example}
        tried={tried}
        onAsked={tellAsked}
      />
    </main>
  );
}
