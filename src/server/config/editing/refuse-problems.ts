import { type Problem, sameProblem } from "../../../model/problem.ts";
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
  const isThere = sameProblem(already);
  const brought = problems.filter((problem) => texts.has(problem.file) || !isThere(problem));
  if (brought.length === 0 && !heldBack.some((path) => texts.has(path))) return;
  throw new ApiError("VALIDATION_ERROR", {
    key: "config.refused",
    problems: brought.length === 0 ? problems : brought,
  });
}
