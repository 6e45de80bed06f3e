import { WHOLE_FILE } from "../../model/place.ts";
import { placeProblem } from "../../model/place-problem.ts";
import type { Problem } from "../../model/problem.ts";

/** That the files could not be taken over, for a reason that is none of theirs. */
export function notServed(error: unknown): Problem {
  const why = error instanceof Error ? error.message : String(error);
  const message = `The files could not be taken over: ${why}.`;
  return placeProblem("NOT_SERVED", "app.json", WHOLE_FILE, { message }, () => undefined);
}
