import { isSeen, keptThrough, type RoleSight } from "../../../record/role-sight.ts";

export interface OrderFault {
  readonly what: string;
  /** undefined: what is said of every field that somebody may not see. */
  readonly hint?: string;
}

/** Why records may not be ordered for a role by what a path leads to, said behind "ordered by"; undefined where they may. */
export function orderFault(sight: RoleSight, path: string): OrderFault | undefined {
  if (!isSeen(sight, path)) return { what: `"${path}", which it may not see` };
  const kept = keptThrough(sight, path);
  if (kept === undefined) return undefined;
  const instead = "Name a field of these records themselves";
  if (kept.because === "part")
    return {
      what: `"${path}", though some records of "${kept.entity}" are kept from it, of which that would tell`,
      hint: `${instead}, or let it see all of "${kept.entity}".`,
    };
  return {
    what: `"${path}", though accounts of hidden roles are kept from it, of which that would tell`,
    hint: `${instead}, or take "hidden" from those roles.`,
  };
}
