import type { Config } from "../../model/config.ts";
import { problemAt } from "../../model/place-problem.ts";
import { below } from "../../model/pointer.ts";
import type { Problem } from "../../model/problem.ts";
import { kinds } from "../../model/shape.ts";
import type { Misfit } from "../store/store.ts";
import type { Files } from "./served-files.ts";

/** What the store refuses, as problems at the fields that would have to change. */
export function storedValueProblems(config: Config, files: Files, misfits: readonly Misfit[]): Problem[] {
  return misfits.map(({ table, column, reason, count }) => {
    const file = `entities/${table}.json`;
    const key = reason === "kind" ? "type" : "unique";
    const type = config.entities.get(table)?.source.schema.properties[column]?.type ?? "";
    const found = count === 1 ? "1 stored record" : `${count} stored records`;
    const holds = count === 1 ? "holds" : "hold";
    const message =
      reason === "kind"
        ? `${found} ${holds} a value here that cannot become ${kinds(type)}.`
        : `${found} ${holds} the same value here as another, so it cannot be unique.`;
    const at = below("", "schema", "properties", column, key);
    return problemAt(files, file, at, "STORED_VALUES", { message, found });
  });
}
