import { turnWhenDue } from "../in-turns.ts";
import type { JournalEntry } from "../store/journal.ts";
import type { Store } from "../store/store.ts";
import { isToldOf, type Webhook } from "./webhook.ts";

/** So many positions are looked at together, where few are of the entity; else so few that one read has them all. */
const WIDE_SPAN = 2_000;
const NARROW_SPAN = 20;
const PAGE = NARROW_SPAN + 1;

/** Some of the next entries that a webhook is told of, the oldest first. */
interface NextEntries {
  readonly entries: readonly JournalEntry[];
  /** Up to here, all that it is told of is in `entries`. */
  readonly until: number;
}

/** The journal answers the latest first, and a webhook is told the oldest first: so spans of it are read, each whole. */
export async function nextEntries(
  store: Store,
  webhook: Webhook,
  after: number,
  latest: number,
): Promise<NextEntries> {
  let from = after;
  let span = WIDE_SPAN;
  const turn = turnWhenDue();
  while (from < latest) {
    await turn();
    const until = Math.min(from + span, latest);
    const query = { table: webhook.entity, after: from, before: until + 1, limit: PAGE };
    const { entries, next } = await store.read((view) => view.journal(query));
    if (next !== undefined && span > NARROW_SPAN) {
      span = NARROW_SPAN;
      continue;
    }
    const told = entries.filter((entry) => isToldOf(webhook, entry)).reverse();
    if (told.length > 0) return { entries: told, until };
    from = until;
  }
  return { entries: [], until: Math.max(after, latest) };
}

/** Nobody needs to know it more exactly, and each page of the journal that is counted takes time. */
const MAX_WAITING = 1_000;
const COUNTED_PAGE = 50;
const MAX_PAGES = 40;

/** How many entries after a position it is still to be told of. */
export async function countWaiting(
  store: Store,
  webhook: Webhook,
  after: number,
): Promise<{ readonly waiting: number; readonly waitingIsMore?: true }> {
  let waiting = 0;
  let before: number | undefined;
  const turn = turnWhenDue();
  for (let page = 0; page < MAX_PAGES; page += 1) {
    await turn();
    const query = { table: webhook.entity, after, limit: COUNTED_PAGE };
    const { entries, next } = await store.read((view) =>
      view.journal(before === undefined ? query : { ...query, before }),
    );
    waiting += entries.filter((entry) => isToldOf(webhook, entry)).length;
    if (waiting >= MAX_WAITING) return { waiting: MAX_WAITING, waitingIsMore: true };
    if (next === undefined) return { waiting };
    before = next;
  }
  return { waiting, waitingIsMore: true };
}
