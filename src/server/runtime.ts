import type { Config } from "../model/config.ts";
import type { Registry } from "../plugin/registry.ts";
import type { SchemaError } from "../wire/validate-record.ts";
import type { AppView, ValidatorLink } from "../wire/views.ts";
import type { ValidatorModules } from "./config/validator-modules.ts";
import type { EntityRuntime } from "./records/entity-runtime.ts";
import type { RouteTable } from "./route-table.ts";
import type { TableShape } from "./store/store.ts";

/** Everything that the server made from a config: one value, swapped as one. Made by `buildRuntime`. */
export interface Runtime {
  readonly config: Config;
  readonly registry: Registry;
  readonly routes: RouteTable;
  /** In the order of the config. */
  readonly entities: ReadonlyMap<string, EntityRuntime>;
  readonly tables: readonly TableShape[];
  /** Validators as browsers import them. */
  readonly modules: ValidatorModules;
  readonly messages: AppView["messages"];
  /** The registration page's own schema. */
  readonly registration: {
    readonly validator: ValidatorLink;
    check(record: unknown): readonly SchemaError[];
  };
}

/** What the running server reads its runtime from: swapping the config is one assignment. */
export interface RuntimeHolder {
  current: Runtime;
}
