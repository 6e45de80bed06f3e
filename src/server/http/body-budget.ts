/** Whether the body came with a valid session. */
export type Share = "session" | "open";

/** Requests without a session get at most so much of it: the rest is reserved for those with one. */
const OPEN_SHARE = 1 / 4;

export type BodyBudget = ReturnType<typeof makeBodyBudget>;

/** The memory for all bodies together, in bytes. Only what has arrived takes of it. */
export function makeBodyBudget(capacity: number) {
  const used = { session: 0, open: 0 };
  const hasRoom = (bytes: number, share: Share): boolean =>
    used.session + used.open + bytes <= capacity &&
    (share === "session" || used.open + bytes <= capacity * OPEN_SHARE);
  return {
    hasRoom,
    /** Takes nothing and answers false where there is not enough. */
    take(bytes: number, share: Share): boolean {
      if (!hasRoom(bytes, share)) return false;
      used[share] += bytes;
      return true;
    },
    giveBack(bytes: number, share: Share): void {
      used[share] -= bytes;
    },
    get used(): number {
      return used.session + used.open;
    },
  };
}
