import type { EntityConfig } from "../../../model/entity-config.ts";
import type { Fault } from "../../../model/problem.ts";
import type { ProblemCode } from "../../../model/problem-codes.ts";
import { below, segmentsOf } from "../../../record/path.ts";
import { nameHints } from "../../report/nearest.ts";
import type { Report } from "../../report/reported-faults.ts";
import type { Check } from "../../written-config.ts";

/** So many values of samples are a step of a check. */
const VALUES_A_STEP = 1000;

/** How many samples of an entity are a step. */
export function samplesAStep({ schema }: EntityConfig): number {
  return Math.ceil(VALUES_A_STEP / Math.max(1, Object.keys(schema.properties).length));
}

/** Sample records belong to an entity, name its fields, and have ids of their own. */
export const checkSamples: Check = ({ samples, entities, entityIds }) => {
  for (const [id, { report, value: records }] of samples) {
    if (!entityIds.has(id)) {
      const message = `There is no entity "${id}" that these samples could be of.`;
      const hint = "Rename the file after an entity, or remove it.";
      const { found, meant } = nameHints(id, entityIds);
      report("", "UNKNOWN_ENTITY", { message, hint, found, ...(meant && { meant }) });
      continue;
    }
    const entity = entities.get(id);
    if (entity === undefined) continue;
    const { properties } = entity.value.schema;
    const known = [
      "_id",
      "isProtected",
      ...Object.keys(properties).filter((name) => properties[name]?.formOnly !== true),
    ];
    const folded = foldSamples(report);
    const ids = new Set<string>();
    records.forEach((record, index) => {
      for (const name of Object.keys(record).filter((name) => !known.includes(name))) {
        const { found, meant } = nameHints(name, known);
        const message = `"${id}" has no field "${name}".`;
        const fault = { message, found, hint: RENAMED, ...(meant && { meant }) };
        folded.add("UNKNOWN_FIELD", name, below("", index, name), fault, "key");
      }
      const recordId = record._id;
      if (recordId === undefined) return;
      const path = below("", index, "_id");
      if (typeof recordId !== "string" || !/^[0-9a-f]{24}$/.test(recordId)) {
        const message = 'An "_id" has 24 characters of 0-9 and a-f.';
        const hint = 'Correct it, or remove "_id" where nothing refers to the sample.';
        report(path, "BAD_VALUE", { message, hint });
      } else if (ids.has(recordId)) {
        report(path, "DUPLICATE_NAME", `Another sample of "${id}" has the _id "${recordId}".`);
      } else ids.add(recordId);
    });
    folded.report();
  }
};

const RENAMED =
  "If the field was renamed, write its new name in the samples too; otherwise take it out of them.";

/** Collects mistakes that many samples share, because one change of an entity makes them: each is reported once, at the first. */
interface FoldedSamples {
  /** `mistake`: what it has in common with others, the field and its rule. `path` begins with the record's index. */
  add(code: ProblemCode, mistake: string, path: string, fault: Fault, part?: "key" | "value"): void;
  report(): void;
}

interface Mistake {
  readonly records: Set<string>;
  report(count: number): void;
}

export function foldSamples(report: Report): FoldedSamples {
  const mistakes = new Map<string, Mistake>();
  return {
    add(code, mistake, path, fault, part) {
      const key = `${code} ${mistake}`;
      const [record = ""] = segmentsOf(path);
      const known: Mistake = mistakes.get(key) ?? {
        records: new Set(),
        report: (count) => report(path, code, counted(fault, count), part),
      };
      mistakes.set(key, known);
      known.records.add(record);
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
