import { type ComponentProps, useRef, useState } from "react";
import { type Chunk, ChunkView, preloading } from "../../problem/chunk.tsx";
import type { OpenedPanel } from "./panel.tsx";

interface PanelButtonProps<Own extends object> extends ComponentProps<"button"> {
  readonly chunk: Chunk<Own & OpenedPanel>;
  /** What the panel gets besides what the button knows. */
  readonly panel: Own;
}

/** A button that opens a panel, whose code comes once the button is pointed at. */
export function PanelButton<Own extends object>({ chunk, panel, ...props }: PanelButtonProps<Own>) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const preload = preloading(chunk);
  return (
    <>
      <button
        {...props}
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
      />
      {isOpen && <ChunkView chunk={chunk} props={{ ...panel, close, button }} pending={null} />}
    </>
  );
}
