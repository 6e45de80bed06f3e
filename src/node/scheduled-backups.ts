/** Copies of the store, made again and again by a running server, of which the last few are kept. */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Effects } from "../server/effects.ts";
import { describeError } from "../server/http/api-error.ts";
import type { BackupOutcome } from "./make-backup.ts";
import type { BackupSettings } from "./settings.ts";

interface BackupParts extends BackupSettings {
  readonly effects: Pick<Effects, "now" | "wait">;
  /** Makes a copy and checks it by opening it. Rejects where it is none; then there is no such file. */
  make(task: { readonly copy: string; readonly now: Date; readonly since: Date }): Promise<BackupOutcome>;
  log(text: string): void;
}

export interface ScheduledBackups {
  /** When the last one was begun, by any server on the same store; undefined: there is none. */
  last(): Date | undefined;
  /** Makes the first as soon as it is due. */
  begin(): void;
  /** Ends the schedule. One that is being made ends with the process and leaves no file under its name. */
  stop(): void;
}

const HOUR_MS = 3_600_000;
/** So often is looked whether one is due: a computer that slept, or whose clock was set, does not miss it. */
const LOOK_MS = 60_000;
const HALF_MADE = /^backup-.*\.db\.part/;
/** After a failure, such as a full disk. */
const AGAIN_MS = HOUR_MS;

/** Throws where the folder cannot be made or read. What an earlier process left half made in it is removed. */
export function scheduleBackups(parts: BackupParts): ScheduledBackups {
  const { dir, effects, log } = parts;
  const ended = new AbortController();
  mkdirSync(dir, { recursive: true });
  for (const name of readdirSync(dir)) if (HALF_MADE.test(name)) rmSync(join(dir, name));
  let last = backupsIn(dir).at(-1)?.begun;
  let notBefore = 0;

  async function backUpIfDue(): Promise<void> {
    const now = effects.now();
    // One of the future, by a clock that was wrong, counts for nothing.
    const age = last === undefined || last > now ? Number.POSITIVE_INFINITY : now.getTime() - last.getTime();
    if (age < parts.everyHours * HOUR_MS || now.getTime() < notBefore) return;
    try {
      const since = new Date(now.getTime() - parts.everyHours * HOUR_MS);
      const outcome = await parts.make({ copy: join(dir, nameOf(now)), now, since });
      if (outcome === "underWay") return;
      last = outcome === "made" ? now : outcome;
      for (const { name } of backupsIn(dir).slice(0, -parts.keep)) rmSync(join(dir, name));
    } catch (error) {
      notBefore = now.getTime() + AGAIN_MS;
      if (!ended.signal.aborted)
        log(`No backup was made in ${dir}, it is tried again in an hour: ${describeError(error)}`);
    }
  }

  async function run(): Promise<void> {
    while (!ended.signal.aborted) {
      await backUpIfDue();
      await effects.wait(LOOK_MS, ended.signal).catch(() => undefined);
    }
  }
  return { last: () => last, begin: () => void run(), stop: () => ended.abort() };
}

function nameOf(begun: Date): string {
  return `backup-${begun.toISOString().replaceAll(":", "-").slice(0, 19)}.db`;
}

/** The oldest first. Other files are left alone. */
function backupsIn(dir: string): { readonly name: string; readonly begun: Date }[] {
  return readdirSync(dir)
    .sort()
    .flatMap((name) => {
      const [, day, time] = /^backup-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)\.db$/.exec(name) ?? [];
      const begun = new Date(`${day}T${time?.replaceAll("-", ":")}Z`);
      return Number.isNaN(begun.getTime()) ? [] : [{ name, begun }];
    });
}
