import { createContext, useContext, useEffect, useLayoutEffect, useMemo, useState } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { listPath } from "./access.ts";
import { FrameContext } from "./screen-heading.tsx";

/** How an entity's list was left. */
export interface ListVisit {
  /** The query of its address. */
  readonly query: string;
  /** How far the page was scrolled, in pixels. */
  readonly top: number;
  /** Its entry in the browser's history. */
  readonly entry?: string;
  /** `_id` of the record whose form was opened since. */
  readonly opened?: string;
  /** The record was saved there. */
  readonly isSaved?: true;
}

export type ListVisits = Map<string, ListVisit>;

/** By entity, in this session. */
export const LastListContext = createContext<ListVisits>(new Map());

const START: ListVisit = { query: "", top: 0 };

/** Of an address: the way back from a form. */
const RETURNS = { returns: true };

/** Remembers how the list is left. Answers how it was left before, where the person returns to it: from a form, or by Back. */
export function useListVisit(entity: string): ListVisit | undefined {
  const visits = useContext(LastListContext);
  const { search, key, state } = useLocation();
  const { inner } = useContext(FrameContext);
  const [before] = useState(() => {
    const visit = visits.get(entity);
    const returns = state?.returns === true || visit?.entry === key;
    return returns && visit?.query === search && !inner ? visit : undefined;
  });
  useEffect(
    () => void visits.set(entity, { query: search, top: 0, entry: key }),
    [visits, entity, search, key],
  );
  // A layout effect: the list is still on the page.
  useLayoutEffect(() => {
    return () => void visits.set(entity, { ...START, ...visits.get(entity), top: window.scrollY });
  }, [visits, entity]);
  return before;
}

/** The list that a form of its entity was opened from, and returns to. */
export function useLastList(entity: string) {
  const visits = useContext(LastListContext);
  const navigate = useNavigate();
  return useMemo(
    () => ({
      back: () =>
        void navigate(`${listPath(entity)}${(visits.get(entity) ?? START).query}`, { state: RETURNS }),
      opened: (id: string) => void visits.set(entity, { ...START, ...visits.get(entity), opened: id }),
      saved(id: string, isNew: boolean) {
        // A new record is the first of the whole list; the person's search might hide it.
        const visit = isNew ? START : (visits.get(entity) ?? START);
        visits.set(entity, { ...visit, opened: id, isSaved: true });
      },
    }),
    [visits, entity, navigate],
  );
}
