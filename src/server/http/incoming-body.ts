import type { IncomingMessage } from "node:http";
import { ApiError, busy } from "./api-error.ts";
import type { BodyBudget, Share } from "./body-budget.ts";
import { type ReceivedBytes, receivedBytes } from "./received-bytes.ts";

export type IncomingBody = ReturnType<typeof incomingBody>;

/** The connection that the body arrives on. */
interface BodyWatch {
  hasSession(): void;
  /** Calls back once when the client is too slow; answers what cancels that. */
  whenSlow(report: () => void): () => void;
}

/** The body of one request, while it is received and used. */
export function incomingBody(request: IncomingMessage, budget: BodyBudget, watch: BodyWatch | undefined) {
  let share: Share = "open";
  let isOver = false;
  const taken = { session: 0, open: 0 };

  function reserve(bytes: number): void {
    // An abandoned reader may still get bytes, but nobody would give their memory back.
    if (isOver || !budget.take(bytes, share)) throw busy();
    taken[share] += bytes;
  }

  return {
    request,
    /** To be called once the request has a valid session. */
    hasSession(): void {
      share = "session";
      watch?.hasSession();
    },
    /** Runs and times what reads the body. Throws TOO_SLOW, and BUSY where there is no memory for the announced length. */
    async reading<T>(read: () => Promise<T>): Promise<T> {
      if (!budget.hasRoom(Number(request.headers["content-length"] ?? 0), share)) throw busy();
      let cancel: (() => void) | undefined;
      const isSlow = new Promise<never>((_resolve, reject) => {
        // Closes the connection with the answer, instead of waiting for the rest of the body.
        const refuse = () => reject(new ApiError("TOO_SLOW", { headers: { connection: "close" } }));
        cancel = watch?.whenSlow(refuse);
      });
      try {
        return await Promise.race([read(), isSlow]);
      } finally {
        cancel?.();
      }
    },
    /** Adding bytes throws BUSY where there is no memory for them. */
    gather: (): ReceivedBytes => receivedBytes(reserve),
    /** To be called when what was gathered is not used any more. */
    release(): void {
      isOver = true;
      for (const one of ["session", "open"] as const) {
        budget.giveBack(taken[one], one);
        taken[one] = 0;
      }
    },
  };
}
