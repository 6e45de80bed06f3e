import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { segmentsOf } from "../../record/path.ts";
import type { Report } from "../draft.ts";
import type { JsonFile } from "../source/json-file.ts";

/** One change of an entity makes the same mistake in all its samples: it is told once, where it stands first. */
export interface FoldedSamples {
  /** @param mistake what it has in common with others: the field and its rule. `path` begins with the record's index. */
  tell(code: ProblemCode, mistake: string, path: string, fault: Fault, part?: "key" | "value"): void;
  /** Reports what was told. */
  report(): void;
}

export function foldSamples(file: JsonFile, report: Report): FoldedSamples {
  const told = new Map<string, { readonly records: Set<string>; report(count: number): void }>();
  return {
    tell(code, mistake, path, fault, part = "value") {
      const key = `${code} ${mistake}`;
      const [record = ""] = segmentsOf(path);
      const first = told.get(key);
      first?.records.add(record);
      if (first !== undefined) return;
      const say = (count: number) => report(file, path, code, counted(fault, count), part);
      told.set(key, { records: new Set([record]), report: say });
    },
    report() {
      for (const one of told.values()) one.report(one.records.size);
    },
  };
}

function counted(fault: Fault, count: number): Fault {
  if (count === 1) return fault;
  return { ...fault, message: `${fault.message} So it is in ${count} sample records; the first is here.` };
}
