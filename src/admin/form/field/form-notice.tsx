import { type ReactNode, useEffect, useRef } from "react";
import { KindIcon } from "../../shell/glyphs.tsx";
import "../form-notice.css";

interface FormNoticeProps {
  readonly id?: string;
  readonly children: ReactNode;
  /** It answers what the person did: it is scrolled into view and takes the focus. */
  readonly isAnswer?: boolean;
}

/** Something about the whole record. */
export function FormNotice({ id, children, isAnswer = false }: FormNoticeProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isAnswer) return;
    notice.current?.focus({ preventScroll: true });
    notice.current?.scrollIntoView({ block: "nearest" });
  }, [isAnswer]);
  return (
    <div ref={notice} id={id} className="form-notice" role="status" tabIndex={-1}>
      <KindIcon kind="warning" />
      <div className="form-notice-text">{children}</div>
    </div>
  );
}
