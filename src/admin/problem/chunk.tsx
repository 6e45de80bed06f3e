import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from "react";
import { type CodeLoader, makeCodeLoader } from "../services/code-loader.ts";
import { useRetryWhenBack } from "../services/connection.ts";
import { ScreenFailed } from "./problem-notice.tsx";

/** A part of the app that is loaded when it is first shown. */
export type Chunk<Props> = CodeLoader<[], ComponentType<Props>>;

export function makeChunk<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): Chunk<Props> {
  return makeCodeLoader(async () => (await load()).default);
}

/** Starts loading a chunk early; a failure shows only with the chunk. */
export const preloading = (chunk: { load(): Promise<unknown> }) => () => {
  chunk.load().catch(() => undefined);
};

interface ChunkViewProps<Props> {
  readonly chunk: Chunk<Props>;
  readonly props: Props;
  /** In its place while it loads. */
  readonly pending?: ReactNode;
}

/** Shows a chunk; after a failure a notice that offers to try again. */
export function ChunkView<Props extends object>({
  chunk,
  props,
  pending = <Pending />,
}: ChunkViewProps<Props>) {
  const [state, setState] = useState<"loading" | "failed" | "loaded">("loading");
  const attempt = useCallback(() => {
    setState("loading");
    chunk.load().then(
      () => setState("loaded"),
      () => setState("failed"),
    );
  }, [chunk]);
  useEffect(() => {
    if (chunk.get() === undefined) attempt();
    // A preload may have ended since this was drawn, which draws nothing by itself.
    else setState("loaded");
  }, [chunk, attempt]);
  useRetryWhenBack(state === "failed", attempt);
  const Loaded = chunk.get();
  if (Loaded !== undefined) return <Loaded {...props} />;
  return state === "failed" ? <ScreenFailed retry={chunk.failures() > 1 ? reload : attempt} /> : pending;
}

/** What failed twice may be gone with a newer version of the app, so the whole page is loaded again. */
const reload = () => window.location.reload();

/** In place of what is loading: nothing at first, then a line at the top. */
export const Pending = () => <div className="pending" aria-busy="true" />;
