import type { Change } from "../../../model/changes/change.ts";
import type { BrokenRule } from "./broken-rules.ts";

/** Keys of a field that no value can break. */
const SPOKEN = new Set([
  "title",
  "description",
  "placeholder",
  "labels",
  "messages",
  "widget",
  "options",
  "width",
  "row",
  "default",
  "writeOnly",
]);
/** What can bring a rule of another name. */
const MANY = new Set(["field", "conditions", "type", "required", "items", "whenHidden"]);

/** Where less of it refuses more. */
const ALLOWING = new Set(["enum", "conditions"]);

/** Whether stored records might break what a change brings. */
export function couldBreak(change: Change): boolean {
  const rule = ruleOf(change);
  if (change.field === undefined || SPOKEN.has(rule)) return false;
  // conditions are told as moved where their order is another
  if (change.kind === "removed" || change.kind === "moved") return ALLOWING.has(rule);
  return true;
}

/** The change that brought a rule, of those that could have: that of the rule itself, else of its field, else of the field around it. */
export function causeOf({ field, keyword }: BrokenRule, changes: readonly Change[]): Change | undefined {
  for (let path = field; path !== ""; path = path.slice(0, Math.max(0, path.lastIndexOf(".")))) {
    const here = changes.filter((change) => change.field === path);
    const cause =
      here.find((change) => ruleOf(change) === keyword) ?? here.find((change) => MANY.has(ruleOf(change)));
    if (cause !== undefined) return cause;
  }
  return undefined;
}

/** `items.maximum` → `maximum` */
function ruleOf({ what }: Change): string {
  return what.split(".").find((part, index, parts) => part !== "items" || index === parts.length - 1) ?? what;
}
