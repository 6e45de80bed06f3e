import { isExpired } from "../api/failure.ts";
import type { Say } from "../messages/say.ts";
import type { Fault } from "./fault.ts";
import type { FormStore } from "./form-store.ts";
import type { Leaf } from "./leaves.ts";
import type { FailedOutcome, FailedWork } from "./save-record.ts";
import { whatHappened } from "./set-aside-notice.tsx";

/**
 * Shows at the fields what came of held work that failed: a failure is a sentence, what broke is set aside. Answers why
 * the save failed, and the first of the fields; undefined where it has been said already, with the end of the session.
 */
export function showFailedWorks(
  failed: readonly FailedWork[],
  store: FormStore,
  say: Say,
): { readonly reason: string; readonly first: Leaf } | undefined {
  const works = failed.filter(
    ({ outcome }) => outcome.kind !== "failure" || !isExpired(outcome.failure.cause),
  );
  const [first] = works;
  if (first === undefined) return undefined;
  const reasons = works.map(({ leaf, outcome }) => {
    const { path, field } = leaf;
    if (outcome.kind === "failure") {
      const message = outcome.failure.message.trim() || whatHappened("prepare", field.label, say);
      store.refuse([{ path: `/${path.replaceAll(".", "/")}`, keyword: "prepare", message }]);
      return works.length === 1 ? message : `${field.label}: ${message}`;
    }
    if (outcome.kind !== "stopped") store.setAside(path, faultOf(outcome));
    return whatHappened(store.fault(path)?.reason ?? "prepare", field.label, say);
  });
  return { reason: reasons.join("; "), first: first.leaf };
}

/** Its widget goes on: what it holds waits for another try. */
function faultOf(outcome: Exclude<FailedOutcome, { kind: "failure" | "stopped" }>): Fault {
  if (outcome.kind === "bug") return { reason: "prepare", error: outcome.error, goesOn: true };
  return { reason: "slow", error: undefined, goesOn: true };
}
