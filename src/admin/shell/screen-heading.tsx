import { createContext, useContext, useLayoutEffect, useRef, useState } from "react";

/** The product's title, for the browser's tab; and whether a screen was shown before, so that the focus moves only on navigation. */
export interface Frame {
  readonly title: string;
  readonly visited: { current: boolean };
  /** The screen stands inside another one: tab and focus are not its own. */
  readonly inner?: true;
}

export const FrameContext = createContext<Frame>({ title: "", visited: { current: false } });

/** A screen's name: its heading and the browser tab, with the same paint. Takes the focus when the screen was navigated to. */
export function ScreenHeading({ title }: { readonly title: string }) {
  const frame = useContext(FrameContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const [navigatedTo] = useState(() => frame.visited.current);
  const { inner } = frame;
  useLayoutEffect(() => {
    if (navigatedTo && !inner) heading.current?.focus();
    frame.visited.current = true;
  }, [frame, navigatedTo, inner]);
  useLayoutEffect(() => {
    if (!inner) document.title = frame.title === "" ? title : `${title} · ${frame.title}`;
  }, [title, frame.title, inner]);
  const Heading = inner ? "h2" : "h1";
  return (
    <Heading ref={heading} className="heading" tabIndex={-1}>
      {title}
    </Heading>
  );
}
