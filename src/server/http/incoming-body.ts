import type { IncomingMessage } from "node:http";
import { ApiError, busy } from "./api-error.ts";
import type { BodyBudget, Share } from "./body-budget.ts";
import { type ReceivedBytes, receivedBytes } from "./received-bytes.ts";

/** The body of one request while it is received and used. */
export interface IncomingBody {
  readonly request: IncomingMessage;
  /** To be called where the request carries a valid session. */
  hasSession(): void;
  /**
   * Runs what reads the body. Throws TOO_SLOW when the client is, and BUSY where what is announced has no room.
   * Reads without it are not timed.
   */
  reading<T>(read: () => Promise<T>): Promise<T>;
  /** Gathers bytes of it; adding throws BUSY where there is no room for them. */
  gather(): ReceivedBytes;
  /** What was gathered is not used any more. */
  release(): void;
}

/** What a connection does for the body that arrives on it. */
export interface BodyWatch {
  hasSession(): void;
  /** Calls back once when the client is too slow; answers what ends that. */
  whenSlow(report: () => void): () => void;
}

export function incomingBody(
  request: IncomingMessage,
  budget: BodyBudget,
  watch: BodyWatch | undefined,
): IncomingBody {
  let share: Share = "open";
  let isOver = false;
  const held = { session: 0, open: 0 };

  function hold(bytes: number): void {
    // A reader that was given up may still be sent something: nobody would give that back.
    if (isOver || !budget.take(bytes, share)) throw busy();
    held[share] += bytes;
  }

  return {
    request,
    hasSession() {
      share = "session";
      watch?.hasSession();
    },
    async reading(read) {
      if (!budget.hasRoom(Number(request.headers["content-length"] ?? 0), share)) throw busy();
      let slow: (() => void) | undefined;
      const isSlow = new Promise<never>((_resolve, reject) => {
        // The rest of it would have to be waited for: the connection is closed with the answer.
        slow = () => reject(new ApiError("TOO_SLOW", { headers: { connection: "close" } }));
      });
      const watched = watch?.whenSlow(() => slow?.());
      try {
        return await Promise.race([read(), isSlow]);
      } finally {
        watched?.();
      }
    },
    gather: () => receivedBytes(hold),
    release() {
      isOver = true;
      for (const one of ["session", "open"] as const) {
        budget.giveBack(held[one], one);
        held[one] = 0;
      }
    },
  };
}
