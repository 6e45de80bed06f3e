import type { Messages } from "../config.ts";
import { ownValue } from "../json-value.ts";
import type { Change } from "./change.ts";
import { about, changeAt, inside } from "./compared.ts";
import { describeValue } from "./describe-value.ts";
import { mergeNames } from "./order.ts";

/** The sentences of `messages.json`, by language and key. A language that nothing speaks is none. */
export function describeMessages(before: Messages, after: Messages): Change[] {
  const compared = { file: "messages.json", path: "", subject: [], what: "" };
  return mergeNames(Object.keys(before), Object.keys(after)).flatMap((language) => {
    const from = ownValue(before, language);
    const to = ownValue(after, language);
    const at = about(compared, language, language);
    const thing = { ...at, what: "language" };
    if (from === undefined) return [changeAt(thing, "added")];
    if (to === undefined) return [changeAt(thing, "removed")];
    return mergeNames(Object.keys(from), Object.keys(to)).flatMap((key) =>
      describeValue(inside(at, key), ownValue(from, key), ownValue(to, key)),
    );
  });
}
