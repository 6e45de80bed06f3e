import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { RouteTable } from "../http/route-table.ts";
import type { EntityRuntimes, Validator } from "../records/entity-runtime.ts";
import type { TableShape } from "../store/store.ts";

/** What is reported of the files that a config was read from. */
export interface FileReport {
  /** All that is wrong with the config's files, as they are on disk. */
  readonly problems: readonly Problem[];
  /** Files of which an earlier version is served than that on disk, or none. */
  readonly rejected: readonly string[];
}

/** What browsers are told of a config. */
export interface ServedConfig extends EntityRuntimes, FileReport {
  readonly registry: Registry;
  /** What browsers follow: another one as soon as the config is, or what is reported of its files. */
  readonly hash: string;
  /** Of the registration page's own fields. */
  readonly registration: Validator;
}

/** Precompiled validators as browsers import them, by file name. */
export type ValidatorModules = ReadonlyMap<string, string>;

/** Everything that the server made from a config: one value, swapped as one. Made by `buildRuntime`. */
export interface Runtime extends ServedConfig {
  readonly routes: RouteTable;
  readonly tables: readonly TableShape[];
  /** Some of the config before too, for browsers that are still on it. */
  readonly modules: ValidatorModules;
  /** The tables of another config of the same installation. */
  shapes(config: Config): Steps<readonly TableShape[]>;
  /** Makes the runtime of another config of the same installation, with what is the same taken over. */
  rebuild(config: Config): Steps<Runtime>;
  /** The same runtime, with another report of its files. */
  withReport(report: FileReport): Runtime;
}

/** What the running server reads its runtime from: swapping the config is one assignment. */
export interface RuntimeHolder {
  current: Runtime;
  /** While the store already follows the runtime that comes next: settles when that is `current`, or will not be. */
  swapping?: Promise<void> | undefined;
}
