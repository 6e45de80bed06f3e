import { type ComponentType, useCallback, useEffect, useState } from "react";
import { retriable } from "../services/retriable.ts";
import { ScreenFailed } from "./problem-notice.tsx";

/** A part of the app that is loaded when it is first shown. */
export interface Chunk<Props> {
  /** undefined until it is loaded. */
  loaded: ComponentType<Props> | undefined;
  /** How often loading has failed. */
  failures: number;
  /** Loads it once; after a failure again. */
  readonly load: () => Promise<void>;
  /** Starts loading, so that showing it takes less; a failure shows only when it is shown. */
  readonly preload: () => void;
}

export function makeChunk<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): Chunk<Props> {
  const fetch = retriable(load);
  let loading: Promise<void> | undefined;
  const chunk: Chunk<Props> = {
    loaded: undefined,
    failures: 0,
    load() {
      loading ??= fetch().then(
        (module) => {
          chunk.loaded = module.default;
        },
        (error: unknown) => {
          loading = undefined;
          chunk.failures += 1;
          throw error;
        },
      );
      return loading;
    },
    preload: () => void chunk.load().catch(() => undefined),
  };
  return chunk;
}

interface ChunkViewProps<Props> {
  readonly chunk: Chunk<Props>;
  readonly props: Props;
}

/** Shows a chunk; while it loads nothing but a quiet line; a failed load says so and offers to try again. */
export function ChunkView<Props extends object>({ chunk, props }: ChunkViewProps<Props>) {
  const [state, setState] = useState<"loading" | "failed" | "loaded">(
    chunk.loaded === undefined ? "loading" : "loaded",
  );
  const attempt = useCallback(() => {
    setState("loading");
    chunk.load().then(
      () => setState("loaded"),
      () => setState("failed"),
    );
  }, [chunk]);
  useEffect(() => {
    if (chunk.loaded === undefined) attempt();
    // A preload may have finished since this was drawn: nobody else would draw it again.
    else setState("loaded");
  }, [chunk, attempt]);
  const Loaded = chunk.loaded;
  if (Loaded !== undefined) return <Loaded {...props} />;
  return state === "failed" ? <ScreenFailed retry={chunk.failures > 1 ? reload : attempt} /> : <Pending />;
}

/** What failed twice may be gone with a newer version of the app: the whole page is loaded again. */
const reload = () => window.location.reload();

/** Holds the place of what is on its way: nothing at first, then a line at the top. */
export const Pending = () => <div className="pending" aria-busy="true" />;
