import type { RecordCheck } from "../../wire/validate-record.ts";
import { requireForValidator, type ValidatorModule } from "../../wire/validator-runtime.ts";
import type { ValidatorLink } from "../../wire/views.ts";

/** Imports a validator that the server compiled: what the JSON Schema finds wrong with a record. Rejects when it cannot be had. */
export async function loadCheck({ url }: ValidatorLink): Promise<RecordCheck["check"]> {
  const module: { readonly default: ValidatorModule } = await import(/* @vite-ignore */ url);
  const validate = module.default(requireForValidator);
  return (record) => (validate(record) ? [] : (validate.errors ?? []));
}
