import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";

interface GalleryFrameProps {
  readonly heading: string;
  /** Above the heading: the way back. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}

/** A page of the gallery; the browser's tab says its heading. */
export function GalleryFrame({ heading, isList = false, children }: GalleryFrameProps) {
  useEffect(() => {
    document.title = isList ? heading : `${heading} – Plugins`;
    document.documentElement.lang = "en";
  }, [heading, isList]);
  return (
    <div className="gallery">
      <header className="gallery-top">
        <nav aria-label="Gallery">
          {isList ? <span>Development</span> : <Link to="/">Plugins</Link>}
          <a href="/">The admin</a>
        </nav>
      </header>
      <main className="gallery-main">
        <h1 className="heading">{heading}</h1>
        {children}
      </main>
    </div>
  );
}

/** A text of a manifest: what stands in backticks is code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split("`").map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their order
    return at % 2 === 1 ? <code key={at}>{part}</code> : part;
  });
}
