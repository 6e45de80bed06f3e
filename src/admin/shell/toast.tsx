import "./toast.css";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MessageName } from "../../model/message-keys.ts";
import { isAbort, isExpired } from "../api/failure.ts";
import { useObservable } from "../api/observable.ts";
import { failureText, type Say } from "../messages/say.ts";
import { useMessage } from "../messages/use-message.ts";
import { useServices } from "../services/services.ts";
import type { Toast, ToastCause } from "../services/toast-store.ts";
import { CloseIcon, KindIcon } from "./glyphs.tsx";

/** How long a success is shown; all else stays until it is dismissed or over. */
const SUCCESS_TIMEOUT_MS = 5000;
/** The same where something can be done about it. */
const ACTION_TIMEOUT_MS = 10_000;

/** Leads to the last toast from wherever the person is: in the order of the page, toasts come after all else. */
export const TOAST_KEY = "F8";

/** The one place of toasts; rendered once, at the root. */
export function ToastRegion() {
  const say = useMessage();
  const shown = useObservable(useServices().toasts);
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const button = region.current?.lastElementChild?.querySelector("button");
      if (event.key !== TOAST_KEY || button == null || document.querySelector("dialog[open]") !== null)
        return;
      event.preventDefault();
      button.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  useLift(region, shown);
  return (
    <section
      ref={region}
      className="toasts"
      aria-label={say("toast.region")}
      aria-live="polite"
      aria-keyshortcuts={TOAST_KEY}
    >
      {shown.map((toast) => (
        <ToastView key={toast.id} toast={toast} isLast={toast === shown.at(-1)} />
      ))}
    </section>
  );
}

/** Toasts cover no part of the bar that a form is saved with, also where the form ends above the end of the window. */
function useLift(region: RefObject<HTMLElement | null>, shown: readonly Toast[]): void {
  useLayoutEffect(() => {
    const element = region.current;
    if (element === null || shown.length === 0) return;
    const lift = () => {
      element.style.removeProperty("--lift");
      const bar = document.querySelector(".form-foot")?.getBoundingClientRect();
      const { top, bottom } = element.getBoundingClientRect();
      if (bar !== undefined && bar.top < bottom && bar.bottom > top)
        element.style.setProperty("--lift", `${window.innerHeight - bar.top}px`);
    };
    lift();
    for (const kind of ["scroll", "resize"]) window.addEventListener(kind, lift);
    return () => {
      for (const kind of ["scroll", "resize"]) window.removeEventListener(kind, lift);
    };
  }, [region, shown]);
}

interface ToastViewProps {
  readonly toast: Toast;
  /** The one to which the key leads. */
  readonly isLast: boolean;
}

function ToastView({ toast: { id, kind, text, action, words }, isLast }: ToastViewProps) {
  const { dismiss } = useServices().toasts;
  const say = useMessage();
  const close = words?.close ?? say("toast.close");
  const [isPaused, setPaused] = useState(false);
  /** Where the focus came from: it goes back there when the toast is closed. */
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    if (kind !== "success" || isPaused) return;
    const timer = setTimeout(() => dismiss(id), action ? ACTION_TIMEOUT_MS : SUCCESS_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, [id, kind, action, isPaused, dismiss]);
  const leave = () => {
    before.current?.focus();
    dismiss(id);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only pause its timer
    <div
      className={`toast toast-${kind}`}
      lang={words?.language}
      role={kind === "success" || kind === "news" ? "status" : "alert"}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setPaused(true);
        if (currentTarget.contains(relatedTarget)) return;
        before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
      }}
      onBlur={() => setPaused(false)}
    >
      <KindIcon kind={kind} />
      <p className="toast-text">{text}</p>
      {action?.(leave)}
      {action !== undefined && isLast && (
        <kbd className="toast-key">{words?.key ?? say("toast.key", { key: TOAST_KEY })}</kbd>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={close}
        title={close}
        // Pressing it leaves the focus where the person types.
        onMouseDown={(event) => event.preventDefault()}
        onClick={leave}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

/**
 * `failed(key, error)`: an error toast of the message `key` with its `{reason}`, until `cause` is over. None for what the
 * person gave up, nor for an ended session, which has a toast already.
 */
export function useFailureToast(say: Say, cause?: ToastCause): (key: MessageName, error: unknown) => void {
  const { toasts } = useServices();
  return useCallback(
    (key, error) => {
      if (!isAbort(error) && !isExpired(error))
        toasts.show("error", say(key, { reason: failureText(error, say) }), cause);
    },
    [toasts, say, cause],
  );
}
