/**
 * Work cut into steps, between which other requests may run. Not async functions, which could not also run at once, as
 * commands and a start need it. Not a worker thread: validators and routes are functions, which cannot be copied back.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
