import { makeObservable, type Observable } from "../api/observable.ts";

export type ToastKind = "success" | "error" | "warning";

/** What a toast complains of: once that is over, or its screen is left, the complaint is over too. */
export type ToastCause = "save" | "load" | "list" | "delete" | "register" | "screen";

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
  /** undefined: stands until its time is over or it is dismissed. */
  readonly cause: ToastCause | undefined;
}

export interface ToastStore extends Observable<readonly Toast[]> {
  /** Shows it at the end; the same text twice stands there once. */
  show(kind: ToastKind, text: string, cause?: ToastCause): void;
  /** The cause is over: what was said of it goes. Without one: whatever has a cause, because the screen was left. */
  clearCause(cause?: ToastCause): void;
  dismiss(id: number): void;
  clear(): void;
}

/** More than these at once are read by nobody: the oldest goes. */
const MAX_TOASTS = 4;

export function makeToastStore(): ToastStore {
  const { get, set, subscribe } = makeObservable<readonly Toast[]>([]);
  let last = 0;
  return {
    get,
    subscribe,
    show(kind, text, cause) {
      last += 1;
      const others = get().filter((toast) => toast.kind !== kind || toast.text !== text);
      set([...others, { id: last, kind, text, cause }].slice(-MAX_TOASTS));
    },
    clearCause(cause) {
      const over = (toast: Toast) => toast.cause !== undefined && (cause ?? toast.cause) === toast.cause;
      if (get().some(over)) set(get().filter((toast) => !over(toast)));
    },
    dismiss: (id) => set(get().filter((toast) => toast.id !== id)),
    clear: () => set([]),
  };
}
