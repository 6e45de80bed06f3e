import { byPlace, type Fault, type Problem } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { segmentsOf } from "../../record/path.ts";
import type { JsonFile } from "../source/json-file.ts";
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

/** Takes one fault of a file. `path` is a JSON pointer inside it. */
export type Report = (path: string, code: ProblemCode, fault: Fault | string, part?: "key" | "value") => void;

/** The faults of one file. */
export interface FileFaults {
  readonly report: Report;
  /** Whether a fault is reported already at a pointer or inside it. */
  isReported(pointer: string): boolean;
}

/** The faults of a config, collected while it is checked. */
export interface ReportedFaults {
  add(code: ProblemCode, file: string, place: Place, fault: Fault): void;
  /** `original`: the pointer in the file of a pointer in the value that is checked. */
  inFile(file: JsonFile, original?: (pointer: string) => string): FileFaults;
  /** These parts of a file are wrong already: from now on only faults that stand alone are reported in them. */
  suspect(file: string, pointers: readonly string[]): void;
  /** In the order of the files and their lines. */
  problems(): readonly Problem[];
}

export function collectFaults(valueIn: ValueOf): ReportedFaults {
  const reported: Problem[] = [];
  const suspected = new Map<string, readonly string[]>();
  const add: ReportedFaults["add"] = (code, file, place, fault) => {
    const isSuspected = suspected.get(file)?.some((pointer) => isWithin(place.path, pointer)) === true;
    if (isSuspected && !STANDS_ALONE.has(code) && !isOfAnother(code, place.path)) return;
    reported.push(placeProblem(code, file, place, fault, valueIn));
  };
  return {
    add,
    inFile: (file, original = (pointer) => pointer) => ({
      report: (path, code, fault, part) =>
        add(
          code,
          file.path,
          file.place(original(path), part),
          typeof fault === "string" ? { message: fault } : fault,
        ),
      isReported: (pointer) =>
        reported.some((one) => one.file === file.path && isWithin(one.path, original(pointer))),
    }),
    suspect: (file, pointers) => suspected.set(file, [...(suspected.get(file) ?? []), ...pointers]),
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
