import type { ReactNode } from "react";
import { ScreenHeading } from "../shell/screen-heading.tsx";
import "./public.css";

interface PublicPageProps {
  /** The product's name. */
  readonly product: string;
  readonly title: string;
  readonly children: ReactNode;
  /** A link to the other public page. */
  readonly below: ReactNode;
}

/** The layout of the pages that need no session. */
export function PublicPage({ product, title, children, below }: PublicPageProps) {
  return (
    <main className="public">
      <div className="public-panel">
        <p className="public-product">{product}</p>
        <ScreenHeading title={title} />
        {children}
        {below && <p className="public-below">{below}</p>}
      </div>
    </main>
  );
}
