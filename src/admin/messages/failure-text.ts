import { ApiFailure } from "../api/failure.ts";
import type { Say } from "./say.ts";

/** Why something failed, in the words of the screen: the server's sentence, else what kept it from answering. */
export function failureText(error: unknown, say: Say): string {
  if (!(error instanceof ApiFailure)) return say("network.unknown");
  if (error.kind === "unreachable") return say("network.unreachable");
  if (error.kind === "unknown") return say("network.unknown");
  return error.message;
}
