import { defineServerPlugin } from "admin";
import type { MessageKey, Options, Value } from "./manifest.ts";

/** Whoever writes the record, by whatever client: the value is one of the steps. */
export default defineServerPlugin<Value, Options, MessageKey>({
  check: (value, { options: { steps } }) =>
    steps.includes(value) ? [] : [{ keyword: "other", values: { value } }],
});
