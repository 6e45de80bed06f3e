import type { ReactNode } from "react";

/** In place of `markdown-to-jsx`, which is large: labels and hints are plain text, so RJSF never needs it. */
export function Markdown({ children }: { readonly children?: ReactNode }) {
  return <>{children}</>;
}

export default Markdown;
