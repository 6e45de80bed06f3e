/** `admin/testing`: vitest for configs. Importing it gives `expect` the matchers. */
import "./testing/matchers.ts";

export { loadConfig, type TestedConfig, TestedEntity } from "./testing/load-config.ts";
export type { AskedRefusal, RecordOptions } from "./testing/record-matchers.ts";
