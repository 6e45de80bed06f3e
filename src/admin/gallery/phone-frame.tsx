import { useEffect, useRef } from "react";
import type { AskedLine } from "./asked-log.tsx";

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
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      if (source === frame.current?.contentWindow && isAskedLine(data)) onAsked(data);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [onAsked]);
  return <iframe ref={frame} className="gallery-phone" title={title} />;
}

/** From inside the frame: to the page around it. */
export function tellAsked({ box, text }: AskedLine): void {
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
