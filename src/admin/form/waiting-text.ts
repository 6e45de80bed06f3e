import type { Say } from "../messages/say.ts";
import type { Leaf } from "./leaves.ts";

export interface WaitedFor {
  readonly left: readonly Leaf[];
  readonly failed: readonly Leaf[];
  /** How many there were. */
  readonly count: number;
}

/** The fields whose work is waited for, how much of it is done, and what failed of it. */
export function waitingText({ left, failed, count }: WaitedFor, say: Say, language: string): string {
  const list = new Intl.ListFormat(language);
  const names = (leaves: readonly Leaf[]) => list.format(leaves.map(({ field }) => field.label));
  const values = { fields: names(left), failed: names(failed), done: count - left.length, count };
  if (failed.length > 0) return say("form.uploadingFailed", values);
  return say(count === 1 ? "form.uploading" : "form.uploadingSome", values);
}
