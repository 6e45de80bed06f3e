import type { EntityConfig } from "../../model/entity-config.ts";
import type { InverseList } from "../../model/list/inverse-list.ts";
import { isWithin } from "../../record/path.ts";
import type { PathScope } from "./find-path.ts";
import { localTextIn } from "./local-text.ts";

/** The inverse lists of an entity, complete. Only for a config without problems. */
export function resolveInverseLists(
  { language, referredBy = [] }: EntityConfig,
  entities: PathScope["entities"],
): readonly InverseList[] {
  return referredBy.map(({ entity, field, label, columns, sort, create }) => {
    const other = entities.get(entity)?.value;
    if (other === undefined) throw new Error(`The list of "${entity}" was not checked.`);
    return {
      entity,
      field,
      label: label === undefined ? other.list.title : localTextIn(label, language),
      columns: columns ?? usualColumns(other, field),
      ...(sort === undefined ? {} : { sort }),
      create: create ?? true,
    };
  });
}

/** Those of the list, without the reference: in each row it would be the record that is open. */
function usualColumns({ list }: EntityConfig, reference: string): readonly string[] {
  const shown = list.columns.flatMap(({ field, hidden }) => (hidden === true ? [] : [field]));
  const others = shown.filter((field) => !isWithin(field, reference));
  return others.length === 0 ? shown : others;
}
