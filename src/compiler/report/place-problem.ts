import type { Fault, Problem } from "../../model/problem.ts";
import { PROBLEM_CODES, type ProblemCode } from "../../model/problem-codes.ts";
import { parseJsonFile } from "../source/json-file.ts";
import { type Place, WHOLE_FILE } from "../source/place.ts";
import { subjectOf, type ValueOf } from "./subject.ts";

/** A fault at its place, with its subject and a hint. */
export function placeProblem(
  code: ProblemCode,
  file: string,
  place: Place,
  fault: Fault,
  valueIn: ValueOf,
): Problem {
  const subject = subjectOf(file, place.path, valueIn);
  return { code, file, ...place, subject, hint: PROBLEM_CODES[code].hint, ...fault };
}

/** A problem that other code than the config's checks found. `files`: path inside the config folder → text. */
export function problemAt(
  files: ReadonlyMap<string, string>,
  file: string,
  pointer: string,
  code: ProblemCode,
  fault: Fault & { readonly part?: "key" | "value" },
): Problem {
  const { part = "value", ...said } = fault;
  const read = (path: string) => {
    const text = files.get(path);
    return text === undefined ? undefined : parseJsonFile(path, text).file;
  };
  const place = read(file)?.place(pointer, part) ?? { ...WHOLE_FILE, path: pointer };
  return placeProblem(code, file, place, said, (path) => read(path)?.value);
}
