import type { Config } from "../../model/config.ts";
import type { Effects } from "../effects.ts";
import { describeError } from "../http/api-error.ts";
import { turnWhenDue } from "../in-turns.ts";
import { EVENTS_TABLE, type JournalEntry } from "../store/journal.ts";
import type { Store } from "../store/store.ts";
import { isStoreTrouble } from "../store/store-errors.ts";
import type { OperatorLog } from "./operator-log.ts";

interface TellParts {
  readonly store: Store;
  readonly effects: Pick<Effects, "wait">;
  readonly log: OperatorLog;
  /** The one that is served now. */
  config(): Config;
}

const PAGE = 25;
/** What happens together is read together. */
const GATHER_MS = 50;

/**
 * Tells the log who logs in and out, saves the config, and changes the role, the approval or the password of accounts: all that
 * the journal says of it, from now on. The answer ends that.
 */
export async function tellChanges(parts: TellParts): Promise<() => void> {
  const { store, effects, log } = parts;
  const ended = new AbortController();
  const [latest] = await entriesAfter(store, undefined);
  let position = latest?.position ?? 0;
  let isWanted = false;
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isWanted && !ended.signal.aborted) {
      await effects.wait(GATHER_MS, ended.signal).catch(() => undefined);
      isWanted = false;
      try {
        const entries = await entriesAfter(store, position);
        for (const entry of entries.reverse()) tell(parts, entry);
        position = entries.at(-1)?.position ?? position;
      } catch (error) {
        if (!ended.signal.aborted && !isStoreTrouble(error))
          log.note(`changes are not logged: ${describeError(error)}`);
      }
    }
    isRunning = false;
  }

  const unwatch = store.watch(() => {
    isWanted = true;
    if (!isRunning) void run();
  });
  return () => {
    ended.abort();
    unwatch();
  };
}

/** The latest first; without a position the last one alone. */
async function entriesAfter(store: Store, after: number | undefined): Promise<JournalEntry[]> {
  const found: JournalEntry[] = [];
  if (after === undefined) return [...(await store.read((view) => view.journal({ limit: 1 }))).entries];
  const turn = turnWhenDue();
  for (let before: number | undefined; ; ) {
    await turn();
    const query = { after, limit: PAGE, ...(before === undefined ? {} : { before }) };
    const page = await store.read((view) => view.journal(query));
    found.push(...page.entries);
    if (page.next === undefined) return found;
    before = page.next;
  }
}

function tell({ log, config }: TellParts, entry: JournalEntry): void {
  const { table, kind, account } = entry;
  const by = { account: account?._id ?? "system", id: entry.requestId };
  if (table === EVENTS_TABLE) {
    if (kind === "login" || kind === "logout") log.line(kind, by);
    if (kind === "config") log.line("config", { ...by, files: entry.files?.join(" ") });
    return;
  }
  const { accounts } = config().app;
  if (table !== accounts.entity) return;
  const { role, approved, password } = accounts;
  const changed = new Set([...Object.keys(entry.before), ...Object.keys(entry.after), ...entry.secrets]);
  const named = [role, approved, password].filter((name) => name !== undefined && changed.has(name));
  if (kind !== "update" || named.length > 0)
    log.line("account", { ...by, change: kind, of: entry._id, fields: named.join(" ") || undefined });
}
