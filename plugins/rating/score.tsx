/** What the widget and its cell share. */

/** Beyond so many, stars cannot be counted at a glance. */
export const MAX_STARS = 10;

export function Star() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3 14.7 8.5 20.7 9.4 16.4 13.6 17.4 19.6 12 16.8 6.6 19.6 7.6 13.6 3.3 9.4 9.3 8.5Z" />
    </svg>
  );
}

/** The scores that have a star: all but 0. */
export function scores(minimum: number, maximum: number): number[] {
  const first = Math.max(1, minimum);
  return Array.from({ length: maximum - first + 1 }, (_, index) => first + index);
}

/** A stored value that is no number is shown too. */
export function shownText(value: unknown): string {
  return typeof value === "number" || typeof value === "string" ? String(value) : JSON.stringify(value);
}
