import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { BackupOutcome } from "../../src/node/make-backup.ts";
import { type ScheduledBackups, scheduleBackups } from "../../src/node/scheduled-backups.ts";

const HOUR = 3_600_000;

let dir: string;
let backups: ScheduledBackups | undefined;
let now: number;
let look: () => void;
let log: string[];
let waited: number[];
let make: (copy: string) => Promise<BackupOutcome>;
beforeEach(() => {
  dir = join(mkdtempSync(join(tmpdir(), "backups-")), "made");
  now = Date.parse("2026-01-01T00:00:00Z");
  log = [];
  waited = [];
  make = write;
});
afterEach(() => {
  backups?.stop();
  rmSync(join(dir, ".."), { recursive: true });
});

async function write(copy: string): Promise<BackupOutcome> {
  writeFileSync(copy, "a store");
  return "made";
}

function begin(): ScheduledBackups {
  backups?.stop();
  backups = scheduleBackups({
    dir,
    everyHours: 6,
    keep: 3,
    effects: {
      now: () => new Date(now),
      wait: (milliseconds) =>
        new Promise<void>((resolve) => {
          waited.push(milliseconds);
          look = resolve;
        }),
    },
    make: ({ copy, now: begun, since }) => {
      expect(begun.getTime() - since.getTime()).toBe(6 * HOUR);
      return make(copy);
    },
    log: (text) => void log.push(text),
  });
  backups.begin();
  return backups;
}

/** After so many hours it looks again; resolves when it waits for the next look. */
async function after(hours: number): Promise<void> {
  now += hours * HOUR;
  const before = look;
  before();
  await expect.poll(() => look !== before).toBe(true);
}

it("makes one at once and one whenever it is due, and keeps the last few; other files are left alone", async () => {
  const { last } = begin();
  await expect.poll(() => readdirSync(dir)).toEqual(["backup-2026-01-01T00-00-00.db"]);
  writeFileSync(join(dir, "backup-by-hand.db"), "");
  await after(5.9);
  expect(readdirSync(dir)).toHaveLength(2);
  for (let count = 0; count < 4; count += 1) await after(6);
  expect(readdirSync(dir).sort()).toEqual([
    "backup-2026-01-01T17-54-00.db",
    "backup-2026-01-01T23-54-00.db",
    "backup-2026-01-02T05-54-00.db",
    "backup-by-hand.db",
  ]);
  expect(last()).toEqual(new Date(now));
  expect(new Set(waited)).toEqual(new Set([60_000]));
});

it("after a restart counts from the last one; one of the future counts for nothing", async () => {
  begin();
  await expect.poll(() => readdirSync(dir)).toHaveLength(1);
  // At the same moment too.
  make = () => Promise.reject(new Error("another is made"));
  begin();
  await expect.poll(() => waited.length).toBe(2);
  expect(log).toEqual([]);
  make = write;
  now += 3 * HOUR;
  expect(begin().last()).toEqual(new Date("2026-01-01T00:00:00Z"));
  await expect.poll(() => readdirSync(dir)).toHaveLength(1);
  writeFileSync(join(dir, "backup-2026-01-01T02-00-00.db.part"), "");
  writeFileSync(join(dir, "backup-2031-01-01T00-00-00.db"), "");
  begin();
  await expect.poll(() => existsSync(join(dir, "backup-2026-01-01T03-00-00.db"))).toBe(true);
  expect(readdirSync(dir).filter((name) => name.includes("part"))).toEqual([]);
});

it("one that fails is told, replaces none, and is tried again in an hour", async () => {
  make = () => Promise.reject(new Error("no space"));
  const { last } = begin();
  await expect.poll(() => log).toEqual([expect.stringContaining("no space")]);
  await after(0.9);
  expect([log.length, last()]).toEqual([1, undefined]);
  make = write;
  await after(0.1);
  expect(readdirSync(dir)).toHaveLength(1);
});

it("one that fails after the end is told to nobody, and none is made any more", async () => {
  let fail = (_: Error) => {};
  make = () =>
    new Promise((_, reject) => {
      fail = reject;
    });
  const { stop } = begin();
  stop();
  fail(new Error("ended"));
  await expect.poll(() => waited.length).toBe(1);
  look();
  await new Promise(setImmediate);
  expect([log, waited.length]).toEqual([[], 1]);
});

it("one that another server made counts as its own; while another one makes it, it looks again in a minute", async () => {
  const outcomes: BackupOutcome[] = ["underWay", new Date("2025-12-31T20:00:00Z")];
  let asked = 0;
  make = async (copy) => {
    asked += 1;
    return outcomes.shift() ?? write(copy);
  };
  const { last } = begin();
  await expect.poll(() => asked).toBe(1);
  expect(last()).toBe(undefined);
  await after(1 / 60);
  expect([asked, last(), readdirSync(dir), log]).toEqual([2, new Date("2025-12-31T20:00:00Z"), [], []]);
  await after(1.9);
  expect(asked).toBe(2);
  await after(0.1);
  expect([asked, readdirSync(dir).length, last()]).toEqual([3, 1, new Date(now)]);
});
