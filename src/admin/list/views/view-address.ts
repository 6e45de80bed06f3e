import type { Column, Entity } from "../../../model/entity.ts";
import { ALL_RECORDS, type ListView, MAX_LIMIT } from "../../../model/list/list-view.ts";

type List = Pick<Entity["list"], "columns" | "views" | "namesView">;

/** The part of a list's address that says how it is looked at: `view=not-sold&columns=name,price&size=50`. */
export interface ViewAddress {
  /** A view of the config by its id, or `all`; undefined: all records, of a list that opens with them for everybody. */
  readonly view: string | undefined;
  /** By the fields that they show; undefined: as chosen, or as the config has them. */
  readonly columns: readonly string[] | undefined;
  /** Rows on a page; undefined: as chosen, or as the config has it. */
  readonly size: number | undefined;
}

/** What people can choose from, beside the config's own. */
export const PAGE_SIZES: readonly number[] = [10, 20, 50, 100];

/** Reads that part; what makes no sense in it is taken as missing, and a view that there is not as `all`. */
export function readViewAddress(params: URLSearchParams, list: List): ViewAddress {
  const asked = params.get("view");
  const first = list.namesView === true ? firstView(list) : ALL_RECORDS;
  const view = asked === null ? first : isView(asked, list) ? asked : ALL_RECORDS;
  const columns = knownColumns(params.get("columns")?.split(","), list);
  const size = Number(params.get("size"));
  return {
    view: view === ALL_RECORDS && list.namesView !== true ? undefined : view,
    columns: columns?.map(({ field }) => field),
    size: isPageSize(size) ? size : undefined,
  };
}

export function isPageSize(size: number): boolean {
  return Number.isInteger(size) && size > 0 && size <= MAX_LIMIT;
}

export function writeViewAddress({ view, columns, size }: ViewAddress): [name: string, value: string][] {
  return [
    ...(view === undefined ? [] : [["view", view] as [string, string]]),
    ...(columns === undefined ? [] : [["columns", columns.join()] as [string, string]]),
    ...(size === undefined ? [] : [["size", String(size)] as [string, string]]),
  ];
}

export function isView(id: string, { views }: List): boolean {
  return id === ALL_RECORDS || views.some((view) => view.id === id);
}

/** What the list opens with. */
function firstView({ views }: List): string {
  return views.find((view) => view.default === true)?.id ?? ALL_RECORDS;
}

/** The view of the config that an address names; undefined: all records. */
export function viewAt({ view }: Pick<ViewAddress, "view">, list: List): ListView | undefined {
  return list.views.find(({ id }) => id === view);
}

/** The columns of a view; without one, those of the list. */
export function columnsOf(view: ListView | undefined, list: List): readonly Column[] {
  return knownColumns(view?.columns, list) ?? list.columns.filter(({ hidden }) => hidden !== true);
}

/** Those of these fields that are columns, each once; undefined where none is. */
export function knownColumns(
  fields: readonly string[] | undefined,
  { columns }: List,
): readonly Column[] | undefined {
  const found = [...new Set(fields)].flatMap(
    (field) => columns.find((column) => column.field === field) ?? [],
  );
  return found.length === 0 ? undefined : found;
}
