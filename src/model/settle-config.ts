import type { Config } from "./config.ts";
import type { KnownPlugins } from "./known-plugins.ts";
import type { Problem } from "./problem.ts";

export interface SettleParts {
  /** As on disk. */
  readonly files: ReadonlyMap<string, string>;
  /** The files that were served last, which together had no problem; undefined where nothing ever was. */
  readonly lastGood: ReadonlyMap<string, string> | undefined;
  readonly plugins: KnownPlugins;
  /** What the store refuses of these files, placed in them. */
  readonly refused?: readonly Problem[];
}

/** What is to be served of the files on disk. */
export interface Settled {
  /** undefined where nothing can be: the files have problems, and so has (or there is no) last good config. */
  readonly config: Config | undefined;
  /** The files that `config` is made from. */
  readonly files: ReadonlyMap<string, string>;
  /** All that is wrong with the files on disk. */
  readonly problems: readonly Problem[];
  /** Files served in an earlier version than that on disk (or though they are gone from it, or not at all though new). */
  readonly heldBack: readonly string[];
}

/**
 * Serves as much of the files as holds: a file with problems stays on its last good version, all others follow theirs.
 * Where the problem shows in a file that did not change, the changed file that causes it stays back. Pure.
 */
export type SettleConfig = (parts: SettleParts) => Settled;
