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
