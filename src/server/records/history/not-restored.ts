import type { Field } from "../../../model/entity.ts";
import type { StoredRecord } from "../../../model/record.ts";
import { imageNamesIn } from "../../images/resolve-images.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import type { EntityRights } from "../rights/entity-rights.ts";
import type { CheckedWrite } from "../write-pipeline.ts";
import { sayOf } from "./many-writes.ts";

/** The pictures of a write that are not in what was stored: they are gone. */
export function lostPictures(
  target: EntityRuntime,
  { views }: EntityRights,
  { record }: Pick<CheckedWrite, "record">,
  stored: StoredRecord,
): readonly string[] {
  const { fields } = target;
  const there = new Set(fields.flatMap((field) => imageNamesIn(field, stored)));
  const lost = fields.filter(
    (field) => views.has(field.name) && imageNamesIn(field, record).some((name) => !there.has(name)),
  );
  return lost.length === 0 ? [] : [sayOf(target)("server.lostPictures", fieldLabels(target, lost))];
}

/** Fields by their labels, for a message. */
export function fieldLabels(
  { entity }: EntityRuntime,
  fields: readonly Field[],
): { readonly fields: string } {
  return { fields: new Intl.ListFormat(entity.language).format(fields.map(({ label }) => label)) };
}
