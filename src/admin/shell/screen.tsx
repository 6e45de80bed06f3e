import { createContext, type ReactNode, useContext, useLayoutEffect, useRef, useState } from "react";

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

interface ScreenProps {
  /** The class of the whole; the line of the heading is `<name>-head`. */
  readonly name: string;
  readonly title: string;
  /** Where it is not the frame's. */
  readonly language?: string;
  /** What stands on the heading's line; without it the heading stands alone. */
  readonly toolbar?: ReactNode;
  /** The body: why there is nothing to show, else its skeleton, else what there is. */
  readonly children: ReactNode;
}

/** What every screen behind log-in is drawn as: its heading, what can be done with the whole, its body. */
export function Screen({ name, title, language, toolbar, children }: ScreenProps) {
  const heading = <ScreenHeading title={title} />;
  return (
    <div className={name} lang={language}>
      {toolbar === undefined ? (
        heading
      ) : (
        <div className={`${name}-head`}>
          {heading}
          {toolbar}
        </div>
      )}
      {children}
    </div>
  );
}
