/** Work for the processor, cut into pieces: whoever runs it may let others have their turn after each. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does all of it at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}
