import { useEffect, useMemo, useRef } from "react";
import type { Entity } from "../../model/entity.ts";
import { fieldsOn, splitPath } from "../../record/path.ts";
import { displayedFields, fieldsShown } from "../../record/title.ts";
import type { ChangesMessage } from "../../wire/changes.ts";
import type { AppView } from "../../wire/views.ts";
import type { CallableEntity } from "../api/records.ts";
import { useApp } from "./app-context.tsx";
import { useChanges } from "./changes.ts";

/** Between two times that a list is fetched again because others change its records. */
const REFETCH_INTERVAL_MS = 500;
/** Not all browsers that are told of a change ask in one moment. */
const SPREAD_MS = 200;

/** Calls `run` soon after others have changed what a list of the entity shows; never while it still runs. */
export function useChangedList(entity: CallableEntity, run: (ended: AbortSignal) => Promise<unknown>): void {
  const { view } = useApp();
  const shown = useMemo(() => shownBy(view, entity), [view, entity]);
  useToldChanges(
    ({ all, records = [], lists = [] }) =>
      all || records.some((one) => shown.has(one.entity)) || lists.some((one) => shown.has(one)),
    run,
  );
}

/** The same after what concerns the caller. @param run is given the end of the screen */
export function useToldChanges(
  concerns: (told: ChangesMessage) => boolean | undefined,
  run: (ended: AbortSignal) => Promise<unknown>,
): void {
  const changes = useChanges();
  const latest = useRef({ concerns, run });
  useEffect(() => {
    latest.current = { concerns, run };
  });
  useEffect(() => {
    const ended = new AbortController();
    let isWanted = false;
    let isRunning = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function later(): void {
      if (timer !== undefined || isRunning) return;
      timer = setTimeout(start, Math.random() * SPREAD_MS);
    }
    function start(): void {
      timer = setTimeout(() => {
        timer = undefined;
        if (isWanted) later();
      }, REFETCH_INTERVAL_MS);
      isWanted = false;
      isRunning = true;
      void latest.current
        .run(ended.signal)
        .catch(() => undefined)
        .then(() => {
          isRunning = false;
          if (isWanted && !ended.signal.aborted) later();
        });
    }
    const stop = changes.subscribe((told) => {
      if (!latest.current.concerns(told)) return;
      isWanted = true;
      later();
    });
    return () => {
      stop();
      ended.abort();
      clearTimeout(timer);
    };
  }, [changes]);
}

/**
 * The entities of which a list shows something: its own, those that its columns and names reach through, and those that the title
 * of a record in a column reaches through; where only references may be read of that record's entity, its title's are not known here.
 */
function shownBy({ entities }: AppView, { endpoints }: CallableEntity): ReadonlySet<string> {
  const open = new Map(
    entities.flatMap((one) => (one.access === "full" ? [[one.entity.id, one.entity] as const] : [])),
  );
  for (const one of entities) {
    if (one.access === "full" && one.entity.endpoints.list === endpoints.list)
      return new Set([one.entity.id, ...reachedBy(one.entity, open)]);
    if (one.access === "reference" && one.endpoints.list === endpoints.list) return new Set([one.id]);
  }
  return new Set();
}

function reachedBy({ fields, list, display }: Entity, open: ReadonlyMap<string, Entity>): readonly string[] {
  const paths = [...list.columns.map(({ field }) => field), ...displayedFields(display)];
  const further = list.columns.flatMap(({ reference }) => {
    const titled = open.get(reference?.entity ?? "");
    return reference && titled ? entitiesOn(titled, fieldsShown(reference.title)) : [];
  });
  return [...entitiesOn({ fields }, paths), ...further];
}

function entitiesOn({ fields }: Pick<Entity, "fields">, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) =>
    fieldsOn(fields, splitPath(path)).flatMap(({ field }) => field.reference?.entity ?? []),
  );
}
