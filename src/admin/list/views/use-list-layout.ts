import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import type { Entity } from "../../../model/entity.ts";
import { ALL_RECORDS } from "../../../model/list/list-view.ts";
import { ownValue } from "../../../record/json.ts";
import { useApp } from "../../services/app-context.tsx";
import { useListChoice } from "./list-choice.ts";
import { columnsOf, isPageSize, knownColumns, readViewAddress, viewAt } from "./view-address.ts";

export type ListLayout = ReturnType<typeof useListLayout>;

/** How a list is looked at: as its address says, else as the person chose, else as the config has it. */
export function useListLayout({ id, list }: Entity) {
  const { pageSize } = useApp().view.limits;
  const [params] = useSearchParams();
  const address = useMemo(() => readViewAddress(params, list), [params, list]);
  const [choice, choose] = useListChoice({ id });
  const view = viewAt(address, list);
  const key = view?.id ?? ALL_RECORDS;
  const chosen = ownValue<readonly string[]>(choice.columns, key);
  const columns = useMemo(
    () => knownColumns(address.columns ?? chosen, list) ?? columnsOf(view, list),
    [address.columns, chosen, view, list],
  );
  const ownSize = isPageSize(choice.pageSize) ? choice.pageSize : undefined;
  return {
    /** undefined: all records. */
    view,
    /** The view's name in what a person chose. */
    key,
    columns,
    pageSize: address.size ?? ownSize ?? pageSize,
    hasTabs: list.views.length > 0 || choice.views.length > 0,
    choice,
    choose,
  };
}
