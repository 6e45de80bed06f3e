import type { Change } from "../../model/change.ts";
import { below } from "../../record/path.ts";

/** What is compared: where it stands in the config, and what people call it. */
export interface Compared extends Omit<Change, "kind" | "from" | "to"> {
  /** The key inside the subject, dotted; "" at the subject itself. */
  readonly what: string;
}

/** What stands under a key of the same subject. */
export function inside(compared: Compared, key: string): Compared {
  return {
    ...compared,
    path: below(compared.path, key),
    what: compared.what === "" ? key : `${compared.what}.${key}`,
  };
}

/** A subject of its own inside this one. An empty label names nothing. */
export function about(
  compared: Compared,
  label: string,
  ...segments: readonly (string | number)[]
): Compared {
  return {
    ...compared,
    path: below(compared.path, ...segments),
    subject: label === "" ? compared.subject : [...compared.subject, label],
    what: "",
  };
}

/** A change of what is compared. */
export function changeAt(compared: Compared, kind: Change["kind"], parts: Partial<Change> = {}): Change {
  return { ...compared, kind, ...parts };
}
