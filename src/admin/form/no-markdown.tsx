import type { ReactNode } from "react";

/** Stands for `markdown-to-jsx`: labels and hints of a config are plain text, so RJSF never needs it. */
export function Markdown({ children }: { readonly children?: ReactNode }) {
  return <>{children}</>;
}

export default Markdown;
