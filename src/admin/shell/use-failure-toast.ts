import { useCallback } from "react";
import type { MessageName } from "../../model/message-keys.ts";
import { isAbort, isExpired } from "../api/failure.ts";
import { failureText } from "../messages/failure-text.ts";
import type { Say } from "../messages/say.ts";
import { useToast } from "./toast.tsx";

/**
 * `failed(key, error)`: an error toast of the sentence `key` with `{reason}`. Says nothing of what the person gave up,
 * nor of an ended session, which has been said already.
 */
export function useFailureToast(say: Say): (key: MessageName, error: unknown) => void {
  const toast = useToast();
  return useCallback(
    (key, error) => {
      if (!isAbort(error) && !isExpired(error)) toast("error", say(key, { reason: failureText(error, say) }));
    },
    [toast, say],
  );
}
