import { useMemo } from "react";
import useSWR from "swr";
import type { Entity } from "../../../model/entity.ts";
import { recordTitle } from "../../../record/title.ts";
import type { ListFilterQuery } from "../../../wire/list-filter-query.ts";
import type { Say } from "../../messages/say.ts";
import type { App } from "../../services/app-context.tsx";
import { makeReferenceSource } from "../../services/reference-source.ts";
import { useClient } from "../../services/services.ts";
import { chosenValues, conditionsOn } from "./filter-edit.ts";
import { filterText, MAX_NAMED } from "./filter-text.ts";

/** What a list is filtered by, field by field, in words. */
interface FilterText {
  readonly field: string;
  /** "Selling: no" */
  readonly text: string;
}

/** In the order in which the list offers its filters. */
export function useFilterTexts(
  { list, language }: Entity,
  filter: ListFilterQuery,
  { view, locale }: App,
  say: Say,
): readonly FilterText[] {
  const nameOf = useRecordNames(list.filters, filter, view, say);
  return useMemo(() => {
    const words = { say, language, locale, timeZone: view.timeZone, nameOf };
    return list.filters.flatMap((one) => {
      const conditions = conditionsOn(filter, one.field);
      if (conditions.length === 0) return [];
      const value = filterText(one, conditions, words);
      return [{ field: one.field, text: say("filter.chip", { label: one.label, value }) }];
    });
  }, [list, language, locale, view.timeZone, filter, say, nameOf]);
}

/** What people call the records that a filter names: "…" until it is known. */
function useRecordNames(
  filters: Entity["list"]["filters"],
  filter: ListFilterQuery,
  view: App["view"],
  say: Say,
) {
  const client = useClient();
  const asked = filters.flatMap(({ field, reference }) =>
    reference === undefined
      ? []
      : chosenValues(conditionsOn(filter, field))
          .slice(0, MAX_NAMED)
          .map((id) => ({ ...reference, id: String(id) })),
  );
  const { data } = useSWR(
    asked.length === 0 ? null : ["filter-names", JSON.stringify(asked)],
    async () => {
      const { getReference } = makeReferenceSource(client, () => ({ view, say }));
      const names = asked.map(async ({ entity, title, id }): Promise<[string, string]> => {
        const record = await getReference(entity, id);
        const name = record && recordTitle({ display: { title } }, record, view);
        return [`${entity} ${id}`, name ?? say("picker.gone")];
      });
      return new Map(await Promise.all(names));
    },
    { keepPreviousData: true, revalidateOnFocus: false, shouldRetryOnError: false },
  );
  return useMemo(() => (entity: string, id: string) => data?.get(`${entity} ${id}`) ?? "…", [data]);
}
