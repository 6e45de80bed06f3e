/** What was thrown, as an error: anything can be. */
export function asError(thrown: unknown): Error {
  if (thrown instanceof Error) return thrown;
  return new Error(typeof thrown === "string" ? thrown : "Something was thrown that is no Error.");
}
