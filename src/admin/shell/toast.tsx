import "./toast.css";
import { useCallback, useEffect, useRef, useState } from "react";
import type { MessageName } from "../../model/message-keys.ts";
import { isAbort, isExpired } from "../api/failure.ts";
import { useObservable } from "../api/observable.ts";
import { failureText, type Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import type { Toast, ToastCause, ToastKind, ToastStore } from "../services/toast-store.ts";
import { CloseIcon, KindIcon } from "./glyphs.tsx";

/** When a toast goes by itself. What went wrong stays until it is dismissed. */
const TOAST_TIMEOUT_MS: Readonly<Record<ToastKind, number | undefined>> = {
  success: 5000,
  warning: undefined,
  error: undefined,
};

/** `toast(kind, text)`: says something at the one place for it, also to screen readers. */
export function useToast(): ToastStore["show"] {
  return useServices().toasts.show;
}

/** The one place of toasts; rendered once, at the root. */
export function ToastRegion() {
  const { toasts } = useServices();
  const say = useMessage();
  const standing = useObservable(toasts);
  return (
    <section className="toasts" aria-label={say("toast.region")} aria-live="polite">
      {standing.map((toast) => (
        <ToastView key={toast.id} toast={toast} close={say("toast.close")} dismiss={toasts.dismiss} />
      ))}
    </section>
  );
}

interface ToastViewProps {
  readonly toast: Toast;
  readonly close: string;
  readonly dismiss: (id: number) => void;
}

function ToastView({ toast: { id, kind, text }, close, dismiss }: ToastViewProps) {
  const [held, setHeld] = useState(false);
  /** Where the focus came from: it goes back there with the toast. */
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    const timeout = TOAST_TIMEOUT_MS[kind];
    if (timeout === undefined || held) return;
    const timer = setTimeout(() => dismiss(id), timeout);
    return () => clearTimeout(timer);
  }, [id, kind, held, dismiss]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only hold its clock
    <div
      className={`toast toast-${kind}`}
      role={kind === "success" ? "status" : "alert"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget }) => {
        setHeld(true);
        before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
      onBlur={() => setHeld(false)}
    >
      <KindIcon kind={kind} />
      <p className="toast-text">{text}</p>
      <button
        type="button"
        className="icon-button"
        aria-label={close}
        title={close}
        // A pointer leaves the focus where people were typing.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => {
          before.current?.focus();
          dismiss(id);
        }}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

/**
 * `failed(key, error)`: an error toast of the sentence `key` with `{reason}`. Says nothing of what the person gave up,
 * nor of an ended session, which has been said already. Goes when `cause` is settled.
 */
export function useFailureToast(say: Say, cause?: ToastCause): (key: MessageName, error: unknown) => void {
  const toast = useToast();
  return useCallback(
    (key, error) => {
      if (!isAbort(error) && !isExpired(error))
        toast("error", say(key, { reason: failureText(error, say) }), cause);
    },
    [toast, say, cause],
  );
}
