/** A record may hold what is no text; it is shown, not hidden. "" for nothing. */
export function shownText(value: unknown): string {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
}
