import { byPlace, type Fault, type Problem } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { segmentsOf } from "../../record/path.ts";
import type { IsTold } from "../draft.ts";
import type { Place } from "../source/place.ts";
import { placeProblem } from "./place-problem.ts";
import type { ValueOf } from "./subject.ts";

/** Takes one fault at its place in a file. */
export type TellFault = (code: ProblemCode, file: string, place: Place, fault: Fault) => void;

/** Codes that say of a value itself that it is wrong: no other mistake beside it can be the cause. */
const STANDS_ALONE: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "UNKNOWN_ENTITY",
  "UNKNOWN_WIDGET",
  "UNKNOWN_CELL",
  "UNKNOWN_PERMISSION",
  "UNKNOWN_ROLE",
  "BAD_PATTERN",
  "SLOW_PATTERN",
  "FIELD_NAME",
]);

export interface ToldFaults {
  readonly tell: TellFault;
  /** What is in these parts of a file is wrong already: from now on only what stands alone is told of them. */
  doubt(file: string, pointers: readonly string[]): void;
  readonly isTold: IsTold;
  /** In the order of the files and their lines. */
  problems(): readonly Problem[];
}

/** Collects what is wrong with a config. */
export function tellFaults(valueIn: ValueOf): ToldFaults {
  const told: Problem[] = [];
  const doubtful = new Map<string, readonly string[]>();
  return {
    tell(code, file, place, fault) {
      const inDoubt = doubtful.get(file)?.some((pointer) => isWithin(place.path, pointer)) === true;
      if (inDoubt && !STANDS_ALONE.has(code) && !isOfAnother(code, place.path)) return;
      told.push(placeProblem(code, file, place, fault, valueIn));
    },
    doubt: (file, pointers) => doubtful.set(file, [...(doubtful.get(file) ?? []), ...pointers]),
    isTold: (file, pointer) => told.some((one) => one.file === file && isWithin(one.path, pointer)),
    problems: () => told.sort(byPlace),
  };
}

function isWithin(path: string, pointer: string): boolean {
  return path === pointer || path.startsWith(`${pointer}/`);
}

/** Conditions, references, columns and tabs name fields that stand elsewhere. */
function isOfAnother(code: ProblemCode, path: string): boolean {
  if (code !== "UNKNOWN_FIELD") return false;
  const segments = segmentsOf(path);
  return segments[0] !== "schema" || segments.includes("conditions") || segments.includes("reference");
}
