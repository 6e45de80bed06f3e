import type { Mode } from "../../src/model/evaluate-conditions.ts";
import { readConfig } from "../../src/model/read-config.ts";
import type { RecordData } from "../../src/model/record.ts";
import { compileValidator } from "../../src/server/validators/compile-validator.ts";
import { fieldErrors, ruleSentences } from "../../src/wire/field-errors.ts";
import { validateRecord } from "../../src/wire/validate-record.ts";
import { INSTALLED } from "./installed-plugins.ts";

export const shop = await readConfig("config", INSTALLED.registry);

/** What the form of an entity says of a record: path → sentence. */
export function judge(entityId: string, record: RecordData, mode: Mode = "create"): Record<string, string> {
  const entity = shop.config?.entities.get(entityId);
  if (entity === undefined) throw new Error(`The config has no entity "${entityId}", or does not hold.`);
  const { check } = compileValidator(entity.source.schema.properties);
  const problems = validateRecord({ fields: entity.fields, mode, record, check, withFormOnly: true });
  const said = fieldErrors(
    problems,
    entity.fields,
    ruleSentences(entity.messages, shop.config?.messages[entity.language] ?? {}),
  );
  return Object.fromEntries(said.map(({ path, message }) => [path, message]));
}
