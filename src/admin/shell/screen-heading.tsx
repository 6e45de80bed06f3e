import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";

/** The product's title, for the browser's tab; and whether a screen was shown before, so that the focus moves only on navigation. */
export interface Frame {
  readonly title: string;
  readonly visited: { current: boolean };
}

export const FrameContext = createContext<Frame>({ title: "", visited: { current: false } });

/** A screen's name: its heading and the browser tab, with the same paint. Takes the focus when the screen was navigated to. */
export function ScreenHeading({ title }: { readonly title: string }) {
  const frame = useContext(FrameContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const [navigatedTo] = useState(() => frame.visited.current);
  useLayoutEffect(() => {
    if (navigatedTo) heading.current?.focus();
    frame.visited.current = true;
  }, [frame, navigatedTo]);
  useLayoutEffect(() => {
    document.title = frame.title === "" ? title : `${title} · ${frame.title}`;
  }, [title, frame.title]);
  return (
    <h1 ref={heading} className="heading" tabIndex={-1}>
      {title}
    </h1>
  );
}
