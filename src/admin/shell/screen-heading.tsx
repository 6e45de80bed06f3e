import { createContext, useContext, useLayoutEffect, useRef } from "react";

export interface Frame {
  /** The product's, for the browser's tab. */
  readonly title: string;
  /** Whether a screen was shown or left before: the focus moves only on navigation. */
  readonly visited: { current: boolean };
  /** The screen is inside another one: it changes neither tab nor focus. */
  readonly inner?: true;
}

export const FrameContext = createContext<Frame>({ title: "", visited: { current: false } });

/** In front of the tab's title, as editors have it. */
const UNSAVED = "●";

interface ScreenHeadingProps {
  readonly title: string;
  /** The browser's tab, where it says more than title and product. */
  readonly tab?: string | undefined;
  /** Something on it is not saved: the tab says so. */
  readonly isUnsaved?: boolean | undefined;
  /** The screen's code is loading: the focus waits for the screen itself. */
  readonly isPending?: boolean | undefined;
}

/**
 * Heading and browser tab of a screen, changed in one paint. A screen that was navigated to begins at its top, with the
 * focus on its heading.
 */
export function ScreenHeading({ title, tab, isUnsaved = false, isPending = false }: ScreenHeadingProps) {
  const frame = useContext(FrameContext);
  const heading = useRef<HTMLHeadingElement>(null);
  const navigatedTo = useRef<boolean>(undefined);
  const { visited, inner } = frame;
  useLayoutEffect(() => {
    if (isPending) return;
    navigatedTo.current ??= visited.current;
    if (navigatedTo.current && !inner) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    visited.current = true;
  }, [visited, inner, isPending]);
  useLayoutEffect(() => {
    if (inner) return;
    const name = tab ?? (frame.title === "" ? title : `${title} · ${frame.title}`);
    document.title = isUnsaved ? `${UNSAVED} ${name}` : name;
  }, [title, tab, isUnsaved, frame.title, inner]);
  const Heading = inner ? "h2" : "h1";
  return (
    <Heading ref={heading} className="heading" tabIndex={-1}>
      {title}
    </Heading>
  );
}
