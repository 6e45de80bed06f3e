/** `admin/testing`: vitest for configs. Importing it gives `expect` the matchers. */
import "./workbench/testing/matchers.ts";

export { loadConfig, type TestedConfig, TestedEntity } from "./workbench/testing/load-config.ts";
export type { AskedRefusal, RecordOptions } from "./workbench/testing/record-matchers.ts";
