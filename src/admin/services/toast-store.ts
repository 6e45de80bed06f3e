import type { ReactNode } from "react";
import { makeObservable, type Observable } from "../api/observable.ts";

/** news: what others did; it stays as long as it is true. */
export type ToastKind = "success" | "error" | "warning" | "news";

/** What a toast is about: it goes when that is over or its screen is left. */
export type ToastCause = "save" | "load" | "list" | "news" | "delete" | "register" | "login" | "screen";

/** Draws the button of what can be done about it; `leave` dismisses the toast. */
export type ToastAction = (leave: () => void) => ReactNode;

/** What a toast says beside its text, in the same language. */
interface ToastWords {
  readonly language: string;
  readonly close: string;
  /** What the key does that leads to it. */
  readonly key: string;
}

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** undefined: the toast goes by its time-out, or when it is dismissed. */
  readonly cause: ToastCause | undefined;
  readonly action: ToastAction | undefined;
  /** undefined: those of the app. */
  readonly words: ToastWords | undefined;
}

export interface ToastStore extends Observable<readonly Toast[]> {
  /** Shows it as the last one; the same text is shown once. */
  show(kind: ToastKind, text: string, cause?: ToastCause, action?: ToastAction): void;
  /** What is shown from now on speaks the language of a screen. The answer ends that. */
  speak(words: ToastWords): () => void;
  /** Removes the toasts of a cause; without one, those of all causes. */
  clearCause(cause?: ToastCause): void;
  dismiss(id: number): void;
  clear(): void;
}

/** Nobody reads more than these at once: the oldest goes. */
const MAX_TOASTS = 4;

export function makeToastStore(): ToastStore {
  const { get, set, subscribe } = makeObservable<readonly Toast[]>([]);
  let last = 0;
  let words: ToastWords | undefined;
  return {
    get,
    subscribe,
    show(kind, text, cause, action) {
      last += 1;
      const others = get().filter((toast) => toast.kind !== kind || toast.text !== text);
      set([...others, { id: last, kind, text, cause, action, words }].slice(-MAX_TOASTS));
    },
    speak(now) {
      words = now;
      return () => {
        if (words === now) words = undefined;
      };
    },
    clearCause(cause) {
      const over = (toast: Toast) => toast.cause !== undefined && (cause ?? toast.cause) === toast.cause;
      if (get().some(over)) set(get().filter((toast) => !over(toast)));
    },
    dismiss: (id) => set(get().filter((toast) => toast.id !== id)),
    clear: () => set([]),
  };
}
