import { type ReactNode, useId } from "react";

interface BoxFrameProps {
  readonly title: string;
  /** Beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One state of one example, with its name. */
export function BoxFrame({ title, actions, children }: BoxFrameProps) {
  const id = useId();
  return (
    <section className="gallery-box" aria-labelledby={id}>
      <header className="gallery-box-head">
        <h3 id={id}>{title}</h3>
        {actions}
      </header>
      {children}
    </section>
  );
}
