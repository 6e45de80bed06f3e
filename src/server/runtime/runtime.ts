import type { Steps } from "../../compiler/steps.ts";
import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import type { Registry } from "../../plugin/registry.ts";
import type { SchemaError } from "../../record/validate.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import type { EntityRuntime } from "../records/entity-runtime.ts";
import type { TableShape } from "../store/store.ts";
import type { ValidatorModules } from "./reuse-validators.ts";
import type { RouteTable } from "./route-table.ts";

/** Everything that the server made from a config: one value, swapped as one. Made by `buildRuntime`. */
export interface Runtime {
  readonly config: Config;
  readonly registry: Registry;
  /** What browsers follow: another one as soon as the config is, or what is told of its files. */
  readonly hash: string;
  /** All that is wrong with the config's files, as they are on disk. */
  readonly problems: readonly Problem[];
  /** Files of which an earlier version is served than that on disk, or none. */
  readonly rejected: readonly string[];
  readonly routes: RouteTable;
  /** In the order of the config. */
  readonly entities: ReadonlyMap<string, EntityRuntime>;
  readonly tables: readonly TableShape[];
  /** Validators as browsers import them; some of the config before too, for browsers that are still on it. */
  readonly modules: ValidatorModules;
  /** The registration page's own schema. */
  readonly registration: {
    readonly validator: ValidatorLink;
    check(record: unknown): readonly SchemaError[];
  };
  /** The tables of another config of the same installation. */
  shapes(config: Config): Steps<readonly TableShape[]>;
  /** Makes the runtime of another config of the same installation, with what is the same taken over. */
  rebuild(config: Config): Steps<Runtime>;
}

/** What the running server reads its runtime from: swapping the config is one assignment. */
export interface RuntimeHolder {
  current: Runtime;
  /** While the store already follows the runtime that comes next: settles when that is `current`, or will not be. */
  swapping?: Promise<void> | undefined;
}
