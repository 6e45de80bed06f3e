import { inspect } from "node:util";

/** What was thrown, for whoever runs the server. */
export function describeError(error: unknown): string {
  try {
    if (error instanceof Error) return error.stack ?? error.message;
    return typeof error === "string" ? error : inspect(error, { depth: 2, customInspect: false });
  } catch {
    return "something that cannot be written down";
  }
}
