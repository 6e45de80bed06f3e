import { makeFields } from "../../compiler/resolve/make-fields.ts";
import type { Config } from "../../model/config.ts";
import type { Field } from "../../model/entity.ts";
import type { RecordData } from "../../model/record.ts";
import { type FieldError, fieldErrors } from "../../record/messages.ts";
import { below } from "../../record/path.ts";
import { type FieldProblem, type RecordCheck, validateRecord } from "../../record/validate.ts";
import { tablesOf } from "../http/sentence.ts";
import { hiddenRoles } from "./account-of.ts";

/** What was made from the registration part of the config. */
export interface Registration {
  readonly fields: readonly Field[];
  /** What a registration breaks, in the sentences of the registration page; empty where it may be stored. */
  errors(values: RecordData): FieldError[];
  /** The same for a user name that is taken. */
  takenError(username: string): FieldError;
}

/** @param check the compiled schema of the registration page's fields */
export function makeRegistration(config: Config, check: RecordCheck["check"]): Registration {
  const { app } = config;
  const { properties, required = [] } = app.registration.schema;
  const fields = makeFields(properties, required);
  const tables = tablesOf(config);
  const { role, username } = app.accounts;
  const hidden = hiddenRoles(app);
  const offered = new Set(app.registration.roles.filter((name) => !hidden.includes(name)));

  return {
    fields,
    errors(values) {
      const problems: FieldProblem[] = validateRecord({ fields, mode: "create", record: values, check });
      const given = Object.hasOwn(values, role) ? values[role] : undefined;
      const judged = problems.some(({ path }) => path === below("", role));
      if (!judged && given !== undefined && !offered.has(String(given))) {
        problems.push({ path: below("", role), keyword: "enum", params: { value: given } });
      }
      return fieldErrors(problems, fields, tables);
    },
    takenError(value) {
      const path = below("", username);
      const [error] = fieldErrors([{ path, keyword: "unique", params: { value } }], fields, tables);
      return error ?? { path, keyword: "unique", message: "" };
    },
  };
}
