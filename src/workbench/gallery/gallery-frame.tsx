import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";

interface GalleryFrameProps {
  readonly heading: string;
  /** The list of all plugins, which no link leads back to. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}

/** A page of the gallery; its heading is also the title of the browser's tab. */
export function GalleryFrame({ heading, isList = false, children }: GalleryFrameProps) {
  useEffect(() => {
    document.title = isList ? heading : `${heading} – Plugins`;
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

/** A text of a manifest; what stands in backticks is code. */
export function Prose({ text }: { readonly text: string }) {
  return text.split("`").map((part, at) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have nothing but their order
    return at % 2 === 1 ? <code key={at}>{part}</code> : part;
  });
}
