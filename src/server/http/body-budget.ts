/** The memory that all bodies under way have together. What was only announced takes none of it. */
export interface BodyBudget {
  /** Whether so many more bytes have room now. */
  hasRoom(bytes: number, share: Share): boolean;
  /** Takes room for bytes that arrived; false, and takes nothing, where there is none. */
  take(bytes: number, share: Share): boolean;
  giveBack(bytes: number, share: Share): void;
  /** Bytes that are taken. */
  readonly used: number;
}

/** Whether the body came with a valid session. */
export type Share = "session" | "open";

/** Requests without a session get at most so much of it: the rest is reserved for those with one. */
const OPEN_SHARE = 1 / 4;

export function makeBodyBudget(capacity: number): BodyBudget {
  const used = { session: 0, open: 0 };
  const hasRoom = (bytes: number, share: Share) =>
    used.session + used.open + bytes <= capacity &&
    (share === "session" || used.open + bytes <= capacity * OPEN_SHARE);
  return {
    hasRoom,
    take(bytes, share) {
      if (!hasRoom(bytes, share)) return false;
      used[share] += bytes;
      return true;
    },
    giveBack(bytes, share) {
      used[share] -= bytes;
    },
    get used() {
      return used.session + used.open;
    },
  };
}
