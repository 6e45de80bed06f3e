import { useCallback, useMemo, useState } from "react";
import type { ListAnswer, ListQuery } from "../../wire/list-query.ts";
import { type CallableEntity, listAddress } from "../api/records.ts";
import type { Say } from "../messages/say.ts";
import { useNewsToast } from "../shell/use-undo.tsx";

interface HeldRowsProps {
  readonly entity: CallableEntity;
  readonly query: ListQuery;
  /** Of the list as it is. */
  readonly answer: ListAnswer | undefined;
  /** It came because others have changed something. */
  readonly isTold: boolean;
  readonly say: Say;
}

interface HeldRows {
  /** What was asked for when the newest answer came. */
  readonly asked: string;
  readonly newest: ListAnswer | undefined;
  readonly shown: ListAnswer | undefined;
}

/**
 * What a list shows while others change it: what they change in a row is shown there at once, but no row comes, goes or moves until
 * the person asks for that, so that nothing moves under the pointer. A toast offers it.
 */
export function useHeldRows({ entity, query, answer, isTold, say }: HeldRowsProps) {
  const asked = listAddress(entity, query);
  const [state, setState] = useState<HeldRows>({ asked, newest: answer, shown: answer });
  let now = state;
  if (state.newest !== answer) {
    const shown = isTold && state.asked === asked ? withRowsOf(answer, state.shown) : answer;
    now = { asked, newest: answer, shown };
    setState(now);
  }
  const { newest, shown } = now;
  const show = useCallback(() => setState((before) => ({ ...before, shown: before.newest })), []);
  useNewsToast(shown !== newest, show, say);
  const gone = useMemo(() => goneIn(shown, newest, query.limit), [shown, newest, query.limit]);
  return {
    answer: shown,
    /** `_id`s of rows that are shown and are not in the list any more. */
    gone,
  };
}

/** The rows that are shown, as they are now; the newest answer itself where it has the same ones, or nothing is shown yet. */
function withRowsOf(newest: ListAnswer | undefined, shown: ListAnswer | undefined): ListAnswer | undefined {
  if (newest === undefined || shown === undefined || shown.records.length === 0) return newest;
  const isSame =
    newest.records.length === shown.records.length &&
    newest.records.every(({ _id }, index) => _id === shown.records[index]?._id);
  if (isSame) return newest;
  const byId = new Map(newest.records.map((record) => [record._id, record]));
  return { ...shown, records: shown.records.map((record) => byId.get(record._id) ?? record) };
}

/** Without those at the end of a full page: they may stand on the next one. */
function goneIn(
  shown: ListAnswer | undefined,
  newest: ListAnswer | undefined,
  limit: number,
): ReadonlySet<string> | undefined {
  if (shown === newest || shown === undefined || newest === undefined) return undefined;
  const there = new Set(newest.records.map(({ _id }) => _id));
  const isFull = newest.records.length >= limit;
  const end = isFull ? shown.records.findLastIndex(({ _id }) => there.has(_id)) : shown.records.length;
  const missing = shown.records.slice(0, Math.max(0, end)).filter(({ _id }) => !there.has(_id));
  return new Set(missing.map(({ _id }) => _id));
}
