import { useMemo } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { Json } from "../../../model/record.ts";
import { isObject } from "../../../record/json.ts";
import { usePreference } from "../../services/preferences.ts";

/** A view that a person saved. */
export interface OwnView {
  /** Unique among the views of a list; it stays when the view is renamed. */
  readonly id: number;
  /** Unique among the views of a list. */
  readonly name: string;
  /** The query of the list's address. */
  readonly query: string;
}

/** What a person chose for one list. */
export interface ListChoice {
  readonly views: readonly OwnView[];
  /** Fields of columns by view of the config, or `all`. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** Rows on a page; 0: as the config has it. */
  readonly pageSize: number;
}

type ChangeChoice = (change: Partial<ListChoice>) => void;

/** The preference of a list; what makes no sense in it is taken as missing. */
export function useListChoice({ id }: Pick<Entity, "id">): readonly [ListChoice, ChangeChoice] {
  const [value, choose] = usePreference(`list:${id}`);
  const choice = useMemo(() => readChoice(value), [value]);
  return [choice, (change) => choose(writeChoice({ ...choice, ...change }))];
}

export function readChoice(value: Json | undefined): ListChoice {
  const { views, columns, pageSize } = isObject(value) ? value : {};
  const seen = new Set<string | number>();
  return {
    views: (Array.isArray(views) ? views : []).flatMap((view: Json, at: number) => {
      const { id = at, name, query } = isObject(view) ? view : {};
      if (typeof id !== "number" || typeof name !== "string" || typeof query !== "string") return [];
      if (seen.has(name) || seen.has(id)) return [];
      seen.add(name).add(id);
      return [{ id, name, query }];
    }),
    columns: Object.fromEntries(
      Object.entries(isObject(columns) ? columns : {}).flatMap(([view, fields]) =>
        Array.isArray(fields) ? [[view, fields.filter((field: Json) => typeof field === "string")]] : [],
      ),
    ),
    pageSize: typeof pageSize === "number" ? pageSize : 0,
  };
}

/** undefined: nothing is chosen. */
export function writeChoice({ views, columns, pageSize }: ListChoice): Json | undefined {
  const value = {
    ...(views.length === 0 ? {} : { views: views.map(({ id, name, query }) => ({ id, name, query })) }),
    ...(Object.keys(columns).length === 0 ? {} : { columns }),
    ...(pageSize === 0 ? {} : { pageSize }),
  };
  return Object.keys(value).length === 0 ? undefined : value;
}
