import { below } from "../../record/path.ts";
import type { Check } from "../draft.ts";
import { foldSamples } from "../fields/fold-samples.ts";
import { nameHints } from "../report/nearest.ts";

/** Sample records belong to an entity, name its fields, and have ids of their own. */
export const checkSamples: Check = (draft, report) => {
  for (const [id, { file, value: records }] of draft.samples) {
    if (!draft.entityIds.has(id)) {
      report(file, "", "UNKNOWN_ENTITY", {
        message: `There is no entity "${id}" that these samples could be of.`,
        hint: "Rename the file after an entity, or remove it.",
        ...nameHints(id, draft.entityIds),
      });
      continue;
    }
    const entity = draft.entities.get(id);
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
        folded.tell("UNKNOWN_FIELD", name, below("", index, name), said, "key");
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
