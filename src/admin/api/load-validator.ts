import type { SchemaError } from "../../record/validate.ts";
import {
  type CompiledValidator,
  requireForValidator,
  type ValidatorModule,
} from "../../record/validator-runtime.ts";
import type { ValidatorLink } from "../../wire/views.ts";
import type { Client } from "./client.ts";

/** The `check` of `validateRecord`. */
export type SchemaCheck = (record: unknown) => readonly SchemaError[];

/** The compiled JSON Schema of an entity or of registration. */
export async function loadCompiled(client: Client, { url }: ValidatorLink): Promise<CompiledValidator> {
  const make = await client.loadModule(url);
  if (!isValidatorModule(make)) throw new TypeError("The server answered no validator.");
  return make(requireForValidator);
}

/** The same as a `check`. */
export async function loadValidator(client: Client, link: ValidatorLink): Promise<SchemaCheck> {
  const validate = await loadCompiled(client, link);
  return (record) => (validate(record) ? [] : (validate.errors ?? []));
}

function isValidatorModule(made: unknown): made is ValidatorModule {
  return typeof made === "function";
}
