import { isObject, ownValue } from "../../../record/json.ts";
import { below } from "../../../record/path.ts";
import { SCHEMAS, walkObject } from "../../../record/walk.ts";
import { nameHints } from "../../report/nearest.ts";
import { ENTITY_FIELDS } from "../../resolve/written-field.ts";
import { PICTURE_FOLDER, pictureName } from "../../source/config-path.ts";
import type { Check } from "../../written-config.ts";
import { foldSamples, samplesAStep } from "./check-samples.ts";

/** The pictures that samples name are there, and are some. */
export const checkSamplePictures: Check = function* ({ samples, entities, pictures, broken }) {
  if (pictures === undefined) return;
  for (const [id, { report, value: records }] of samples) {
    const entity = entities.get(id);
    if (entity === undefined) continue;
    const step = samplesAStep(entity.value);
    const fields = Object.entries(entity.value.schema.properties).filter(
      ([name, schema]) => !broken.has(schema) && !entity.isReported(below(ENTITY_FIELDS, name)),
    );
    const folded = foldSamples(report);
    for (const [index, record] of records.entries()) {
      if (index % step === 0) yield;
      for (const { field, value, pointer } of walkObject(SCHEMAS, fields, record, below("", index))) {
        if (field.image !== true || !isObject(value)) continue;
        const file = ownValue(value, "file");
        if (typeof file !== "string") {
          const message = "A sample's picture is named by its file.";
          const hint = `Write { "file": "…" }, with the name of a file in ${PICTURE_FOLDER}.`;
          folded.add("BAD_SAMPLE", "picture without a file", pointer, { message, hint });
        } else if (!pictures.has(pictureName(file))) {
          const message = `There is no picture "${file}" (png, jpeg, webp or gif) in ${PICTURE_FOLDER}.`;
          const { found, meant } = nameHints(file, pictures);
          const fault = { message, found, ...(meant === undefined ? {} : { meant }) };
          folded.add("UNKNOWN_PICTURE", `picture ${file}`, below(pointer, "file"), fault);
        }
      }
    }
    folded.report();
  }
};
