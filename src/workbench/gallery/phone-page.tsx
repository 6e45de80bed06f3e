import { useEffect, useRef } from "react";
import { useLocation } from "react-router-dom";
import type { FoundPlugin } from "../../plugin/registry.ts";
import { isObject } from "../../record/json.ts";
import type { AskedLine } from "./asked-log.tsx";
import { ExampleStates } from "./example-states.tsx";
import { usePlugin } from "./gallery-parts.ts";
import { useShown } from "./use-shown.ts";

/** `/dev/plugins/phone/<kind>/<name>#<view>`: the states alone. */
export function PhonePage() {
  const plugin = usePlugin()?.found;
  return plugin && <Phone plugin={plugin} />;
}

function Phone({ plugin }: { readonly plugin: FoundPlugin }) {
  const shown = useShown(plugin, new URLSearchParams(useLocation().hash.slice(1)));
  const { name } = plugin.manifest;
  useEffect(() => {
    document.title = `${name} at 390 px`;
  }, [name]);
  return (
    <main className="gallery gallery-on-phone">
      <h1 className="unseen">{name}</h1>
      <h2 className="unseen">{shown.example.title}</h2>
      <ExampleStates plugin={plugin} shown={shown} onAsked={postAsked} />
    </main>
  );
}

interface PhoneFrameProps {
  readonly title: string;
  /** Of a `PhonePage`. What is behind its `#` may change without loading it again. */
  readonly address: string;
  onAsked(line: AskedLine): void;
}

/** A page of its own, so that `@media`, `matchMedia` and `position: fixed` are as on a phone. */
export function PhoneFrame({ title, address, onAsked }: PhoneFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    // The attribute `src` would add each address to the browser's history.
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

/** From inside the frame to the page around it. */
function postAsked({ box, text }: AskedLine): void {
  window.parent.postMessage({ box, text } satisfies AskedLine, location.origin);
}

/** Other scripts of the page, a browser extension's too, post messages of other shapes. */
function isAskedLine(data: unknown): data is AskedLine {
  return isObject(data) && typeof data.box === "string" && typeof data.text === "string";
}
