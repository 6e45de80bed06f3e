/** `npm run test:stories` tries every plugin, form and window; `npm test` those that differ most. */
const IS_WHOLE = process.env.STORIES === "all";

/** All of them in the whole round, else those that are `chosen`. */
export function inRound<T>(all: readonly T[], chosen: (one: T, index: number) => boolean): readonly T[] {
  return IS_WHOLE ? all : all.filter(chosen);
}
