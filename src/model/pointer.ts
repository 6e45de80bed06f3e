/** JSON pointers (RFC 6901): `/articles/2/article`; "" is the whole value. */

/** The pointer of a value below another. */
export function below(pointer: string, ...segments: readonly (string | number)[]): string {
  let longer = pointer;
  for (const segment of segments) {
    const text = String(segment);
    longer += `/${/[~/]/.test(text) ? text.replaceAll("~", "~0").replaceAll("/", "~1") : text}`;
  }
  return longer;
}

/** The names and indexes that a pointer goes through. */
export function segmentsOf(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
}
