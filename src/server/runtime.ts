import type { Config } from "../model/config.ts";
import type { Registry } from "../plugin/registry.ts";
import type { EntityRuntime } from "./records/entity-runtime.ts";
import type { RouteTable } from "./route-table.ts";
import type { TableShape } from "./store/store.ts";

/** Everything that the server made from a config: one value, swapped as one. */
export interface Runtime {
  readonly config: Config;
  readonly registry: Registry;
  /** Makes addresses that only a session is told. */
  readonly secret: string;
  readonly routes: RouteTable;
  /** In the order of the config. */
  readonly entities: ReadonlyMap<string, EntityRuntime>;
  readonly tables: readonly TableShape[];
}

/** What the running server reads its runtime from: swapping the config is one assignment. */
export interface RuntimeHolder {
  current: Runtime;
}
