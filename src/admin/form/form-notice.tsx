import type { ReactNode } from "react";
import { KindIcon } from "../shell/glyphs.tsx";
import "./form-notice.css";

/** Something about the whole record, above the fields. */
export function FormNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div className="form-notice" role="status">
      <KindIcon kind="warning" />
      <div className="form-notice-text">{children}</div>
    </div>
  );
}
