import { useHost } from "admin";
import { useEffect, useRef } from "react";
import { Icon } from "./icons.tsx";
import type { MessageKey } from "./manifest.ts";

interface ZoomProps {
  readonly url: string;
  readonly alt: string;
  onClose(): void;
}

/** An image large, over the page. Escape, the button and a click beside the image close it. */
export function Zoom({ url, alt, onClose }: ZoomProps) {
  const host = useHost<MessageKey>();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) element.showModal();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog already
    <dialog
      ref={dialog}
      className="images-dialog"
      aria-label={alt}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) event.currentTarget.close();
      }}
    >
      <img src={url} alt={alt} />
      <button
        type="button"
        className="images-close"
        aria-label={host.message("close")}
        onClick={() => dialog.current?.close()}
      >
        <Icon name="close" />
      </button>
    </dialog>
  );
}
