import type { SchemaError } from "../../src/record/validate.ts";
import { requireForValidator, type ValidatorModule } from "../../src/record/validator-runtime.ts";

/** What a browser makes of a validator module's text. */
export async function importValidator(code: string): Promise<(record: unknown) => readonly SchemaError[]> {
  const url = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  const module: { readonly default: ValidatorModule } = await import(url);
  const validate = module.default(requireForValidator);
  return (record) => (validate(record) ? [] : (validate.errors ?? []));
}
