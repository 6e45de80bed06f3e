import type { Change } from "../../model/change.ts";
import { below } from "../../record/path.ts";

/** A part of the config that is compared: where it stands and what people call it. */
export interface ComparedPart extends Omit<Change, "kind" | "from" | "to"> {
  /** The key inside the subject, dotted; "" at the subject itself. */
  readonly what: string;
}

/** The part under a key of the same subject. */
export function inside(compared: ComparedPart, key: string): ComparedPart {
  return {
    ...compared,
    path: below(compared.path, key),
    what: compared.what === "" ? key : `${compared.what}.${key}`,
  };
}

/** A subject of its own inside this one. An empty label names nothing. */
export function about(
  compared: ComparedPart,
  label: string,
  ...segments: readonly (string | number)[]
): ComparedPart {
  return {
    ...compared,
    path: below(compared.path, ...segments),
    subject: label === "" ? compared.subject : [...compared.subject, label],
    what: "",
  };
}

export function changeAt(compared: ComparedPart, kind: Change["kind"], parts: Partial<Change> = {}): Change {
  return { ...compared, kind, ...parts };
}
