import type { MessageName } from "../../model/message-keys.ts";
import { ApiError } from "../api-error.ts";
import type { ApiRequest } from "../request.ts";
import { TooManyTries, type TryLimit } from "./login-tries.ts";

/**
 * Runs work of which only so many failures a minute are allowed.
 * @param counts whether a result is one of those counted
 * @param key the sentence of the refusal; {seconds}
 * @throws ApiError TOO_MANY_TRIES
 */
export async function limited<T>(
  request: Pick<ApiRequest, "loginTries">,
  limits: readonly TryLimit[],
  key: MessageName,
  counts: (result: T) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await request.loginTries.attempt(limits, counts, work);
  } catch (error) {
    if (!(error instanceof TooManyTries)) throw error;
    const { seconds } = error;
    throw new ApiError("TOO_MANY_TRIES", {
      key,
      values: { seconds },
      headers: { "retry-after": String(seconds) },
    });
  }
}
