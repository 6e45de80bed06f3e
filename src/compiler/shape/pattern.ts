import { isSafePattern } from "redos-detector";

type PatternFault =
  | { readonly kind: "none"; readonly reason: string }
  /** Some text would keep it busy very long. */
  | { readonly kind: "slow" }
  /** Nobody can tell whether it is slow, so it counts as slow. */
  | { readonly kind: "unreadable" };

/** A cache: the check is slow, and most patterns stay the same from one edit to the next. */
const found = new Map<string, PatternFault | undefined>();
const MAX_KEPT_PATTERNS = 2000;

/** After so many steps a pattern counts as slow. */
const MAX_STEPS = 1000;
/** A step takes longer in a long pattern, or one of nested groups. */
const MAX_PATTERN_LENGTH = 500;
const MAX_NESTING = 10;
const TIMEOUT_MS = 2000;

/** Why a pattern is no regular expression, or too slow; undefined if it is neither. */
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
    // The library cannot read every regular expression.
    return { kind: "unreadable" };
  }
}

/** How deep groups stand inside each other. */
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

/** An escape, a class of characters, a reference to a named group, or the start of a group. */
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
