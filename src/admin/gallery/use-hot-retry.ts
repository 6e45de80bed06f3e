import { useEffect } from "react";
import type { OpenForm } from "../form/form-context.ts";

/** Milliseconds after which React has swapped the code of an update; the tool that does it says no word. */
const SWAPPED = 100;

/** A widget that broke is tried again as soon as a file is saved: that may have mended it. */
export function useHotRetry({ store, machine, leaf }: OpenForm, path: string): void {
  useEffect(() => {
    // In these words: Vite looks for them.
    const hot = import.meta.hot;
    const retry = () => {
      if (store.fault(path) === undefined) return;
      machine.widgets.forget(leaf(path)?.field.widget?.name ?? "");
      store.takeBack(path, "anew");
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(retry, SWAPPED);
    };
    hot?.on("vite:afterUpdate", later);
    return () => {
      clearTimeout(timer);
      hot?.off("vite:afterUpdate", later);
    };
  }, [store, machine, leaf, path]);
}
