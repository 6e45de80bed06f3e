import type { Fault } from "../../model/problem.ts";
import type { ProblemCode } from "../../model/problem-codes.ts";
import { below, segmentsOf } from "../../record/path.ts";
import type { Check, Report } from "../written-config.ts";
import { nameHints } from "../report/nearest.ts";
import type { JsonFile } from "../source/json-file.ts";

/** Sample records belong to an entity, name its fields, and have ids of their own. */
export const checkSamples: Check = (config, report) => {
  for (const [id, { file, value: records }] of config.samples) {
    if (!config.entityIds.has(id)) {
      report(file, "", "UNKNOWN_ENTITY", {
        message: `There is no entity "${id}" that these samples could be of.`,
        hint: "Rename the file after an entity, or remove it.",
        ...nameHints(id, config.entityIds),
      });
      continue;
    }
    const entity = config.entities.get(id);
    if (entity === undefined) continue;
    const { properties } = entity.value.schema;
    const known = [
      "_id",
      "isProtected",
      ...Object.keys(properties).filter((name) => properties[name]?.formOnly !== true),
    ];
    const folded = foldSamples(file, report);
    const ids = new Set<string>();
    records.forEach((record, index) => {
      for (const name of Object.keys(record).filter((name) => !known.includes(name))) {
        const { found, meant } = nameHints(name, known);
        const fault = { message: `"${id}" has no field "${name}".`, found, hint: RENAMED };
        const said = meant === undefined ? fault : { ...fault, meant };
        folded.add("UNKNOWN_FIELD", name, below("", index, name), said, "key");
      }
      const recordId = record._id;
      if (recordId === undefined) return;
      const path = below("", index, "_id");
      if (typeof recordId !== "string" || !/^[0-9a-f]{24}$/.test(recordId)) {
        report(file, path, "BAD_VALUE", {
          message: 'An "_id" has 24 characters of 0-9 and a-f.',
          hint: 'Correct it, or remove "_id" where nothing refers to the sample.',
        });
      } else if (ids.has(recordId)) {
        report(file, path, "DUPLICATE_NAME", `Another sample of "${id}" has the _id "${recordId}".`);
      } else ids.add(recordId);
    });
    folded.report();
  }
};

const RENAMED =
  "If the field was renamed, write its new name in the samples too; otherwise take it out of them.";

/** One change of an entity makes the same mistake in all its samples: it is reported once, where it stands first. */
interface FoldedSamples {
  /** @param mistake what it has in common with others: the field and its rule. `path` begins with the record's index. */
  add(code: ProblemCode, mistake: string, path: string, fault: Fault, part?: "key" | "value"): void;
  /** Reports what was added. */
  report(): void;
}

export function foldSamples(file: JsonFile, report: Report): FoldedSamples {
  const mistakes = new Map<string, { readonly records: Set<string>; report(count: number): void }>();
  return {
    add(code, mistake, path, fault, part = "value") {
      const key = `${code} ${mistake}`;
      const [record = ""] = segmentsOf(path);
      const first = mistakes.get(key);
      first?.records.add(record);
      if (first !== undefined) return;
      const say = (count: number) => report(file, path, code, counted(fault, count), part);
      mistakes.set(key, { records: new Set([record]), report: say });
    },
    report() {
      for (const one of mistakes.values()) one.report(one.records.size);
    },
  };
}

function counted(fault: Fault, count: number): Fault {
  if (count === 1) return fault;
  return { ...fault, message: `${fault.message} So it is in ${count} sample records; the first is here.` };
}
