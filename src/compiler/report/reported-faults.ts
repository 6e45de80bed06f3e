import { byPlace, type Fault, type Problem } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { segmentsOf } from "../../record/path.ts";
import type { IsReported } from "../written-config.ts";
import type { Place } from "../source/place.ts";
import { placeProblem } from "./place-problem.ts";
import type { ValueOf } from "./subject.ts";

/** Codes that say of a value itself that it is wrong: a mistake beside it cannot be the cause. */
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

/** What is wrong with a config, collected while it is checked. */
export interface ReportedFaults {
  add(code: ProblemCode, file: string, place: Place, fault: Fault): void;
  /** These parts of a file are wrong already: from now on only faults that stand alone are reported in them. */
  suspect(file: string, pointers: readonly string[]): void;
  readonly isReported: IsReported;
  /** In the order of the files and their lines. */
  problems(): readonly Problem[];
}

export function collectFaults(valueIn: ValueOf): ReportedFaults {
  const reported: Problem[] = [];
  const suspected = new Map<string, readonly string[]>();
  return {
    add(code, file, place, fault) {
      const isSuspected = suspected.get(file)?.some((pointer) => isWithin(place.path, pointer)) === true;
      if (isSuspected && !STANDS_ALONE.has(code) && !isOfAnother(code, place.path)) return;
      reported.push(placeProblem(code, file, place, fault, valueIn));
    },
    suspect: (file, pointers) => suspected.set(file, [...(suspected.get(file) ?? []), ...pointers]),
    isReported: (file, pointer) => reported.some((one) => one.file === file && isWithin(one.path, pointer)),
    problems: () => reported.sort(byPlace),
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
