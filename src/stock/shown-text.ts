/** A value as text, also one that is no text; "" for null and undefined. */
export function shownText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}
