import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { RouteTable } from "../http/route-table.ts";
import type { EntityRuntimes, Validator } from "../records/entity-runtime.ts";
import type { TableShape } from "../store/table-shape.ts";

/** The state of the files that a config was read from. */
export interface FileReport {
  /** All problems of the files on disk. */
  readonly problems: readonly Problem[];
  /** Files whose version on disk is not served. */
  readonly rejected: readonly string[];
}

/** What browsers get of a config. */
export interface ServedConfig extends EntityRuntimes, FileReport {
  readonly registry: Registry;
  /** Changes with the config and with the report of its files: browsers follow it. */
  readonly hash: string;
  /** Of the registration page's own fields. */
  readonly registration: Validator;
}

/** Everything that the server made from a config, as one value. Made by `buildRuntime`. */
export interface Runtime extends ServedConfig {
  readonly routes: RouteTable;
  readonly tables: readonly TableShape[];
  /** Precompiled validators by file name, with some of earlier configs: browsers may still show those. */
  readonly modules: ReadonlyMap<string, string>;
  /** Builds the runtime of another config of the same installation. It reuses unchanged parts. */
  rebuild(config: Config): Steps<Runtime>;
  /** The same runtime with all screens and sentences in one language of the config, for those who chose it. */
  inLanguage(language: string): Promise<Runtime>;
  /** The same runtime, with another report of its files. */
  withReport(report: FileReport): Runtime;
}

/** The runtime of a running server: another config is one assignment. */
export interface RuntimeHolder {
  current: Runtime;
  /** While the store follows the next runtime already: settles when that is `current`, or has failed. */
  swapping?: Promise<void> | undefined;
  /** Called when `current` has become another. */
  onSwap?: () => void;
}
