import type { FieldError } from "../../../record/field-errors.ts";
import { isWithin, pathOfPointer } from "../../../record/path.ts";

/** What the server or pending work refused, by dotted path, each until its field is edited. */
export interface Refusals {
  readonly all: ReadonlyMap<string, string>;
  /** The first error of a path stays. */
  add(errors: readonly FieldError[]): void;
  /** Removes those of a field and of the parts of its value. */
  forgive(formField: string): void;
  clear(): void;
}

export function makeRefusals(): Refusals {
  const all = new Map<string, string>();
  return {
    all,
    add(errors) {
      for (const { path: pointer, message } of errors) {
        const path = pathOfPointer(pointer);
        if (!all.has(path)) all.set(path, message);
      }
    },
    forgive(formField) {
      for (const path of [...all.keys()]) {
        if (isWithin(path, formField)) all.delete(path);
      }
    },
    clear: () => all.clear(),
  };
}
