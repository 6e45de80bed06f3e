import { useEffect, useId, useState } from "react";
import useSWR from "swr";
import type { OpenEntity } from "../../../wire/views.ts";
import { ApiFailure } from "../../api/failure.ts";
import { type CallableEntity, getVersion } from "../../api/records.ts";
import type { Say } from "../../messages/say.ts";
import { useMessage } from "../../messages/use-message.ts";
import { useRetryWhenBack } from "../../services/connection.ts";
import { useClient, useServices } from "../../services/services.ts";
import { useFailureToast } from "../../shell/toast.tsx";
import { useFormRuntime } from "./form-runtime.ts";

/** Loads record, rules and widgets side by side, under the overlay; a toast says when that fails. */
export function useLoading(open: OpenEntity, id: string | undefined, isGone: boolean) {
  const { entity } = open;
  const say = useMessage(entity);
  const record = useRecord(entity, id);
  const { runtime, ...newest } = useFormRuntime(open, id === undefined ? "create" : "edit", isGone);
  const isBehind = runtime !== undefined && newest.failure !== undefined;
  const failure = record.failure ?? (isBehind ? undefined : newest.failure);
  const { toasts } = useServices();
  const failed = useFailureToast(say, "load");
  // The record is asked for again by SWR.
  useRetryWhenBack(newest.failure !== undefined, newest.retry);
  const [givenUp, setGivenUp] = useState(false);
  const isLoaded = runtime !== undefined && (id === undefined || record.stored !== undefined);
  useOverlayWhile(failure === undefined && !givenUp && !isLoaded, say, entity.language, setGivenUp);

  useEffect(() => {
    // A record that is gone: the notice in its place says so.
    if (failure !== undefined && !isMissing(failure)) failed("form.loadFailed", failure);
  }, [failure, failed]);

  useEffect(() => {
    if (isLoaded) toasts.clearCause("load");
  }, [isLoaded, toasts]);
  return {
    /** All that the form needs before its first paint; no `stored` for a new record. */
    parts: isLoaded ? { runtime, stored: record.stored } : undefined,
    failure: isLoaded ? undefined : (failure ?? (givenUp || undefined)),
    /** What is shown is the form of an earlier config: the newer one could not be loaded. */
    isBehind,
    retry() {
      toasts.clearCause("load");
      setGivenUp(false);
      newest.retry();
      // The record that is being edited is not replaced.
      if (!isBehind) void record.reload();
    },
  };
}

function isMissing(failure: unknown): boolean {
  return failure instanceof ApiFailure && failure.status === 404;
}

/** Shows the overlay while `isWaiting`; calls `onGivenUp` when the person gives up waiting. */
function useOverlayWhile(
  isWaiting: boolean,
  say: Say,
  language: string,
  onGivenUp: (givenUp: true) => void,
): void {
  const { overlays } = useServices();
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    let end = () => {};
    const work = () => new Promise<void>((resolve) => (end = resolve));
    overlays.run(say("form.loading"), work, { cancel: say("overlay.cancel"), language }).catch(() => {
      if (!isOver) onGivenUp(true);
    });
    return () => {
      isOver = true;
      end();
    };
  }, [isWaiting, say, language, overlays, onGivenUp]);
}

/**
 * The record of an edit form, fetched each time the form opens, and while it is open only when a change was undone. No id: no
 * record.
 */
function useRecord(entity: CallableEntity, id: string | undefined) {
  const client = useClient();
  // Each opening has a cache entry of its own, so that none starts from what an earlier one had read.
  const opening = useId();
  const { data, error, mutate } = useSWR(
    // Not by its address: that may change with the config, for which the record is not read again.
    id === undefined ? null : ["record", id, opening],
    () => getVersion(client, entity, id ?? ""),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
    },
  );
  return { stored: data, failure: error as unknown, reload: mutate };
}
