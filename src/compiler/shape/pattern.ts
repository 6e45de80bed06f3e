import { isSafePattern } from "redos-detector";

/** What is to be said of a pattern; undefined where it holds. */
export type PatternFault =
  | { readonly kind: "none"; readonly reason: string }
  /** Some text would keep it busy very long: it could hang the server. */
  | { readonly kind: "slow" }
  /** Whether it is slow cannot be found out, so it counts as slow. */
  | { readonly kind: "unreadable" };

/** Judging is slow, and patterns stay the same from one edit to the next. */
const found = new Map<string, PatternFault | undefined>();
const MAX_KEPT_PATTERNS = 2000;

/** The work that the check of one pattern may cost; a pattern that is not decided by then counts as slow. */
const MAX_STEPS = 1000;
/** One step alone takes the longer the more groups stand in groups. */
const MAX_PATTERN_LENGTH = 500;
const MAX_NESTING = 10;
const TIMEOUT_MS = 2000;

/** Whether a pattern is a regular expression, and one that answers every text quickly. */
export function findPatternFault(pattern: string): PatternFault | undefined {
  if (found.has(pattern)) return found.get(pattern);
  const fault = findFault(pattern);
  if (found.size >= MAX_KEPT_PATTERNS) found.clear();
  found.set(pattern, fault);
  return fault;
}

function findFault(pattern: string): PatternFault | undefined {
  try {
    new RegExp(pattern, "u");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { kind: "none", reason: reason.replace(/^Invalid regular expression: /, "") };
  }
  if (pattern.length > MAX_PATTERN_LENGTH || nesting(pattern) > MAX_NESTING) return { kind: "unreadable" };
  try {
    const limits = { maxSteps: MAX_STEPS, timeout: TIMEOUT_MS };
    return isSafePattern(withoutGroupNames(pattern), { unicode: true, ...limits }).safe
      ? undefined
      : { kind: "slow" };
  } catch {
    // It knows less of regular expressions than the engine.
    return { kind: "unreadable" };
  }
}

/** How many groups stand inside each other, at most. */
function nesting(pattern: string): number {
  let now = 0;
  let most = 0;
  for (const [token] of pattern.matchAll(/\\.|\[(?:\\.|[^\]\\])*\]|[()]/gsu)) {
    if (token === "(") now += 1;
    if (token === ")") now -= 1;
    most = Math.max(most, now);
  }
  return most;
}

/** What can stand in a pattern that is not to be taken apart: an escape or a class of characters; a name's use; a group. */
const PARTS = /\\(?!k<).|\[(?:\\.|[^\]\\])*\]|\\k<(?<used>[^>]*)>|\((?!\?)|\(\?<(?![=!])(?<named>[^>]*)>/gsu;

/** The same pattern with numbers for the names of its groups: `(?<year>a)\k<year>` is `(a)(?:\1)`. */
export function withoutGroupNames(pattern: string): string {
  const numbers = new Map<string, number>();
  let groups = 0;
  for (const { 0: part, groups: { named } = {} } of pattern.matchAll(PARTS)) {
    if (part.startsWith("(")) groups += 1;
    if (named !== undefined) numbers.set(named, groups);
  }
  return pattern.replace(PARTS, (part: string, used?: string, named?: string) => {
    if (named !== undefined) return "(";
    const number = used === undefined ? undefined : numbers.get(used);
    // a digit may follow
    return number === undefined ? part : `(?:\\${number})`;
  });
}
