import { problemAt } from "../../compiler/report/place-problem.ts";
import { kinds } from "../../compiler/shape/shape.ts";
import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import { below, schemaPointer } from "../../record/path.ts";
import type { Unconvertible } from "../store/store.ts";
import type { Files } from "./served-files.ts";

/** What the store refuses, as problems at the fields of the config. */
export function storedValueProblems(
  config: Config,
  files: Files,
  unconvertible: readonly Unconvertible[],
): Problem[] {
  return unconvertible.map(({ table, column, reason, count }) => {
    const file = `entities/${table}.json`;
    const at = `/schema${schemaPointer(column)}`;
    const type = config.entities.get(table)?.source.schema.properties[column]?.type ?? "";
    const found = count === 1 ? "1 stored record" : `${count} stored records`;
    const hold = `${found} ${count === 1 ? "holds" : "hold"}`;
    const { key, ...fault } = REFUSALS[reason](hold, type);
    const pointer = key === undefined ? at : below(at, key);
    return problemAt(files, file, pointer, "STORED_VALUES", { ...fault, found });
  });
}

interface Refusal {
  /** The keyword of the field that the problem is at; else it is at the field's name. */
  readonly key?: string;
  readonly part?: "key";
  readonly message: string;
  readonly hint?: string;
}

const REFUSALS: Readonly<Record<Unconvertible["reason"], (hold: string, type: string) => Refusal>> = {
  kind: (hold, type) => ({
    key: "type",
    message: `${hold} a value here that cannot become ${kinds(type)}.`,
  }),
  unique: (hold) => ({
    key: "unique",
    message: `${hold} the same value here as another, so it cannot be unique.`,
  }),
  secret: (hold) => ({
    part: "key",
    message: `${hold} a value here that was given never to be shown.`,
    hint: 'Put "writeOnly": true back. What may be read needs a field of another name.',
  }),
};
