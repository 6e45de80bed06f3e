import { useCallback } from "react";
import type { MessageName } from "../../model/message-keys.ts";
import { isAbort, isExpired } from "../api/failure.ts";
import { failureText } from "../messages/failure-text.ts";
import type { Say } from "../messages/say.ts";
import { useToast } from "./toast.tsx";
import type { ToastCause } from "./toast-store.ts";

/**
 * `failed(key, error)`: an error toast of the sentence `key` with `{reason}`. Says nothing of what the person gave up,
 * nor of an ended session, which has been said already. Goes when `cause` is settled.
 */
export function useFailureToast(say: Say, cause?: ToastCause): (key: MessageName, error: unknown) => void {
  const toast = useToast();
  return useCallback(
    (key, error) => {
      if (!isAbort(error) && !isExpired(error))
        toast("error", say(key, { reason: failureText(error, say) }), cause);
    },
    [toast, say, cause],
  );
}
