import { type ComponentProps, useLayoutEffect, useRef } from "react";

interface ModalProps extends Omit<ComponentProps<"dialog">, "ref" | "onCancel"> {
  /** Escape was pressed; it stays open until it is not drawn any more. */
  readonly onCancel: () => void;
}

/** A dialog over the whole page. */
export function Modal({ onCancel, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing gives the focus back to where it was; a passive effect would close what has left the page already.
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      {...props}
    />
  );
}
