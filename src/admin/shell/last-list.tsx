import { createContext, useCallback, useContext, useEffect } from "react";
import { useLocation } from "react-router-dom";
import { listPath } from "./access.ts";

/** The query with which each entity's list was last seen, in this session. */
export const LastListContext = createContext<Map<string, string>>(new Map());

/** Remembers the query of the list that is shown. */
export function useRememberList(entity: string): void {
  const queries = useContext(LastListContext);
  const { search } = useLocation();
  useEffect(() => void queries.set(entity, search), [queries, entity, search]);
}

/** `lastList()`: the address of an entity's list as the person left it. */
export function useLastList(entity: string): () => string {
  const queries = useContext(LastListContext);
  return useCallback(() => `${listPath(entity)}${queries.get(entity) ?? ""}`, [queries, entity]);
}
