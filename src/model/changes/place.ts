import { below } from "../pointer.ts";
import type { Change } from "./change.ts";

/** Where in a config something is compared. */
export interface Place extends Omit<Change, "kind" | "from" | "to"> {
  /** The key inside the subject, dotted; "" at the subject itself. */
  readonly what: string;
}

/** What stands under a key of the same subject. */
export function inside(place: Place, key: string): Place {
  return {
    ...place,
    path: below(place.path, key),
    what: place.what === "" ? key : `${place.what}.${key}`,
  };
}

/** A subject of its own inside this one. An empty label names nothing. */
export function about(place: Place, label: string, ...segments: readonly (string | number)[]): Place {
  return {
    ...place,
    path: below(place.path, ...segments),
    subject: label === "" ? place.subject : [...place.subject, label],
    what: "",
  };
}

/** A change of what stands at a place. */
export function changeAt(place: Place, kind: Change["kind"], parts: Partial<Change> = {}): Change {
  return { ...place, kind, ...parts };
}
