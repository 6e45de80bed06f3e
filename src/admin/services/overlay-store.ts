import { makeObservable, type Observable } from "../api/observable.ts";

/** Work that the person waits for. */
export interface Waiting {
  readonly id: number;
  /** undefined: the default text. */
  readonly text: string | undefined;
  /** 0 to 1; undefined while nothing is counted. */
  readonly share: number | undefined;
  /** undefined: those of the app. */
  readonly words: OverlayWords | undefined;
}

/** The overlay's button in the language of the screen. */
interface OverlayWords {
  readonly cancel: string;
  /** BCP 47. */
  readonly language: string;
  /** The button comes with the text, not after ten seconds. */
  readonly offersAtOnce?: boolean;
}

export interface WorkContext {
  /** Aborted when the person gives up waiting. */
  readonly signal: AbortSignal;
  /** Shows a bar, 0 to 1. */
  progress(share: number): void;
  /** Changes the text. */
  text(text: string): void;
}

/** The work that began last and still runs. */
export interface OverlayStore extends Observable<Waiting | undefined> {
  /**
   * Runs the work under the overlay and settles as it does; at once with an AbortError when the person gives up, also
   * where the work ignores its signal.
   */
  run<T>(
    text: string | undefined,
    work: (context: WorkContext) => Promise<T>,
    words?: OverlayWords,
  ): Promise<T>;
  /** Gives up what `get` shows. */
  cancel(): void;
}

interface Running {
  readonly state: Waiting;
  readonly stop: AbortController;
}

export function makeOverlayStore(): OverlayStore {
  const running = makeObservable<readonly Running[]>([]);
  let last = 0;
  const change = (id: number, state: Partial<Waiting>) => {
    running.set(
      running.get().map((one) => (one.state.id === id ? { ...one, state: { ...one.state, ...state } } : one)),
    );
  };
  return {
    get: () => running.get().at(-1)?.state,
    subscribe: running.subscribe,
    async run(text, work, words) {
      last += 1;
      const id = last;
      const stop = new AbortController();
      running.set([...running.get(), { state: { id, text, share: undefined, words }, stop }]);
      try {
        const givenUp = new Promise<never>((_, reject) => {
          stop.signal.addEventListener("abort", () => reject(stop.signal.reason));
        });
        return await Promise.race([
          work({
            signal: stop.signal,
            progress: (share) => change(id, { share }),
            text: (next) => change(id, { text: next }),
          }),
          givenUp,
        ]);
      } finally {
        running.set(running.get().filter((one) => one.state.id !== id));
      }
    },
    cancel: () => running.get().at(-1)?.stop.abort(),
  };
}
