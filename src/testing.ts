/** `admin/testing`: tests of configs in vitest. Importing it adds the matchers to `expect`. */
import "./workbench/testing/matchers.ts";

export { loadConfig, type TestedConfig, TestedEntity } from "./workbench/testing/load-config.ts";
export type { AskedRefusal, RecordOptions } from "./workbench/testing/record-matchers.ts";
