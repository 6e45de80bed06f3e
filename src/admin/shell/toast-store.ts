import { makeListeners } from "../listeners.ts";

export type ToastKind = "success" | "error" | "warning";

export interface Toast {
  readonly id: number;
  readonly kind: ToastKind;
  readonly text: string;
}

export interface ToastStore {
  get(): readonly Toast[];
  /** Shows it at the end; the same text twice stands there once. */
  show(kind: ToastKind, text: string): void;
  dismiss(id: number): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
}

/** More than these at once are read by nobody: the oldest goes. */
const MOST = 4;

export function makeToastStore(): ToastStore {
  const { subscribe, notify } = makeListeners();
  let toasts: readonly Toast[] = [];
  let last = 0;
  const change = (next: readonly Toast[]) => {
    toasts = next;
    notify();
  };
  return {
    get: () => toasts,
    show(kind, text) {
      last += 1;
      const others = toasts.filter((toast) => toast.kind !== kind || toast.text !== text);
      change([...others, { id: last, kind, text }].slice(-MOST));
    },
    dismiss: (id) => change(toasts.filter((toast) => toast.id !== id)),
    clear: () => change([]),
    subscribe,
  };
}
