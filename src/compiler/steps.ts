/**
 * Work for the processor, cut into pieces: whoever runs it may let others have their turn after each. Not plain async,
 * which could not also be done at once, as commands, tests and a start do it, and would take a turn at each `await` instead
 * of after a share of time. Not a worker thread: a config would be copied back and frozen again, the validators and routes
 * built from it are functions, which cannot be copied, and each thread would hold the compiler in memory once more.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
