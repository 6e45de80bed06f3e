import { useCallback, useEffect, useId, useMemo, useState } from "react";
import useSWR from "swr";
import type { StoredRecord } from "../../../model/record.ts";
import type { OpenEntity } from "../../../wire/views.ts";
import { type CallableEntity, getRecord } from "../../api/records.ts";
import { useMessage } from "../../messages/use-message.ts";
import type { OverlayWords } from "../../services/overlay-store.ts";
import { useClient, useServices } from "../../services/services.ts";
import { useFailureToast } from "../../shell/toast.tsx";
import { type FormRuntime, useFormRuntime } from "./form-runtime.ts";

/** All that a form needs before its first paint. */
export interface FormParts {
  /** undefined: a new record. */
  readonly stored: StoredRecord | undefined;
  readonly runtime: FormRuntime;
}

export interface Loading {
  readonly parts: FormParts | undefined;
  readonly failure: unknown;
  /** What is shown is an earlier config's form: the newer one's parts cannot be loaded now. */
  readonly isBehind: boolean;
  retry(): void;
}

/** Loads record, rules and widgets side by side, under the overlay; says so when it fails. */
export function useLoading(open: OpenEntity, id: string | undefined, isGone: boolean): Loading {
  const { entity } = open;
  const say = useMessage(entity);
  const record = useRecord(entity, id);
  const runtime = useFormRuntime(open, id === undefined ? "create" : "edit", isGone);
  const isBehind = runtime.runtime !== undefined && runtime.failure !== undefined;
  const failure = record.failure ?? (isBehind ? undefined : runtime.failure);
  const { toasts } = useServices();
  const failed = useFailureToast(say, "load");
  const [givenUp, setGivenUp] = useState(false);
  const { reload } = record;
  const { retry: reloadRuntime } = runtime;

  const isWaiting =
    failure === undefined && !givenUp && (runtime.runtime === undefined || isMissing(record, id));
  const cancel = say("overlay.cancel");
  const words = useMemo(() => ({ cancel, language: entity.language }), [cancel, entity.language]);
  useOverlayWhile(isWaiting, say("form.loading"), words, setGivenUp);

  useEffect(() => {
    if (failure !== undefined) failed("form.loadFailed", failure);
  }, [failure, failed]);

  const retry = useCallback(() => {
    setGivenUp(false);
    reloadRuntime();
    // What is being edited is never replaced under the person's hands.
    if (!isBehind) void reload();
  }, [reload, reloadRuntime, isBehind]);

  const parts = useMemo(
    () =>
      runtime.runtime === undefined || (id !== undefined && record.record === undefined)
        ? undefined
        : { runtime: runtime.runtime, stored: record.record },
    [runtime.runtime, record.record, id],
  );
  const isLoaded = parts !== undefined;
  useEffect(() => {
    if (isLoaded) toasts.clearCause("load");
  }, [isLoaded, toasts]);
  return {
    parts,
    failure: parts === undefined ? (failure ?? (givenUp || undefined)) : undefined,
    isBehind,
    retry,
  };
}

function isMissing({ record }: { record: StoredRecord | undefined }, id: string | undefined): boolean {
  return id !== undefined && record === undefined;
}

/** Shows the overlay's sentence while `isWaiting`; tells when the person gave up waiting. */
function useOverlayWhile(
  isWaiting: boolean,
  text: string,
  words: OverlayWords,
  onGivenUp: (givenUp: true) => void,
): void {
  const overlay = useOverlay();
  useEffect(() => {
    if (!isWaiting) return;
    let isOver = false;
    let end = () => {};
    overlay(text, () => new Promise<void>((resolve) => (end = resolve)), words).catch(() => {
      if (!isOver) onGivenUp(true);
    });
    return () => {
      isOver = true;
      end();
    };
  }, [isWaiting, text, words, overlay, onGivenUp]);
}

interface RecordState {
  readonly record: StoredRecord | undefined;
  readonly failure: unknown;
  readonly isLoading: boolean;
  /** Fetches it anew; resolves to it, or to undefined when that failed. */
  readonly reload: () => Promise<StoredRecord | undefined>;
}

/** The record of an edit form, fetched anew each time the form opens and never behind its back. No id: no record. */
function useRecord(entity: CallableEntity, id: string | undefined): RecordState {
  const client = useClient();
  // Sets each opening apart, so that none starts from what an earlier one had read.
  const opening = useId();
  const { data, error, isLoading, mutate } = useSWR(
    // Not by its address: that may change with the config, and the record is not read again for it.
    id === undefined ? null : ["record", id, opening],
    () => getRecord(client, entity, id ?? ""),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      dedupingInterval: 0,
    },
  );
  return { record: data, failure: error, isLoading, reload: () => mutate() };
}
