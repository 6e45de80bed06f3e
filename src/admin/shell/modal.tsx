import { type ComponentProps, useLayoutEffect, useRef } from "react";

interface ModalProps extends Omit<ComponentProps<"dialog">, "ref" | "onCancel"> {
  /** Escape was pressed. The dialog stays open until it is unmounted. */
  readonly onCancel: () => void;
}

/** A dialog over the whole page. */
export function Modal({ onCancel, ...props }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // Closing gives the focus back; a passive effect would close it after it has left the page, which does not.
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
