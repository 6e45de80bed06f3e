import type { Problem } from "../../../model/problem.ts";
import type { Settled } from "../../../model/settle-config.ts";
import { ApiError } from "../../api-error.ts";

/**
 * Refuses texts that would not be served: that have problems, bring some to other files, or are held back for another
 * reason. Problems that other files have already stand in nobody's way. Throws VALIDATION_ERROR with the problems.
 */
export function refuseProblems(
  { problems, heldBack }: Settled,
  already: readonly Problem[],
  texts: ReadonlyMap<string, string | null>,
): void {
  const known = new Set(already.map(nameOf));
  const brought = problems.filter((problem) => texts.has(problem.file) || !known.has(nameOf(problem)));
  if (brought.length === 0 && !heldBack.some((path) => texts.has(path))) return;
  throw new ApiError("VALIDATION_ERROR", {
    key: "config.refused",
    problems: brought.length === 0 ? problems : brought,
  });
}

/** Without its line: a problem stays the same one when something is put above it. */
function nameOf({ code, file, path, message }: Problem): string {
  return JSON.stringify([code, file, path, message]);
}
