import type { Filter } from "../filter.ts";

/** The most records in one answer of a list. */
export const MAX_LIMIT = 100;

/** In addresses: the list without a view. */
export const ALL_RECORDS = "all";

/** A view of a list, for the accounts of some roles. */
export interface ListView {
  readonly id: string;
  readonly label: string;
  /** undefined: of all roles. */
  readonly roles?: readonly string[];
  readonly filter?: Filter;
  readonly sort?: { readonly field: string; readonly order: "asc" | "desc" };
  /** By the fields that they show. undefined: those of the list that are not hidden. */
  readonly columns?: readonly string[];
  readonly default?: true;
}

/** Whether accounts of a role have a view. */
export function hasView({ roles }: Pick<ListView, "roles">, role: string): boolean {
  return roles === undefined || roles.includes(role);
}
