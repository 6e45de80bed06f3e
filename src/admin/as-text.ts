/** Anything as text, whatever a plugin gives in place of one: of an error its message, or its name where that says nothing. */
export function asText(given: unknown): string {
  try {
    if (typeof given === "string") return given;
    if (!(given instanceof Error)) return String(given);
    const { name, message } = given;
    return [message, name].find((text) => typeof text === "string" && text !== "") ?? "Error";
  } catch {
    return "?";
  }
}
