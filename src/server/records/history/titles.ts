import type { StoredRecord } from "../../../model/record.ts";
import { splitPath } from "../../../record/path.ts";
import { fieldsShown } from "../../../record/title.ts";
import type { StoreView } from "../../store/store.ts";
import type { EntityRuntime } from "../entity-runtime.ts";
import { titlesOf } from "../expand-references.ts";
import type { Writer } from "../record-rules.ts";
import { rightsOf } from "../rights/entity-rights.ts";

/** What names records that are stored or were; of one whose name the reader may not see, what it is called of its kind. */
export async function namesFor(
  reader: Pick<Writer, "account">,
  view: StoreView,
  target: EntityRuntime,
  records: readonly StoredRecord[],
): Promise<string[]> {
  const { views } = rightsOf(reader.account, target);
  const { display, label } = target.entity;
  const isReadable = fieldsShown(display.title).every((field) => views.has(splitPath(field)[0] ?? ""));
  return isReadable ? titlesOf(reader, view, target, records) : records.map(() => label);
}
