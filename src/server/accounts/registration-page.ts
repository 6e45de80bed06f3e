import { makeFields } from "../../compiler/resolve/make-fields.ts";
import type { Config } from "../../model/config.ts";
import type { RecordData } from "../../model/record.ts";
import { type FieldError, fieldError, fieldErrors } from "../../record/field-errors.ts";
import { ownValue } from "../../record/json.ts";
import { below, fieldAt } from "../../record/path.ts";
import { type RecordCheck, validateRecord } from "../../record/validate.ts";
import { tablesOf } from "../http/server-message.ts";
import { hiddenRoles } from "./account-of.ts";

/** The registration page of a config. @param check the compiled schema of its fields */
export function makeRegistrationPage(config: Config, check: RecordCheck["check"]) {
  const { app } = config;
  const { properties, required = [] } = app.registration.schema;
  const fields = makeFields(properties, required);
  const tables = tablesOf(config);
  const { role, username } = app.accounts;
  const hidden = hiddenRoles(app);
  const offered = new Set(app.registration.roles.filter((name) => !hidden.includes(name)));

  return {
    fields,
    /** The rules that a registration breaks, in the page's messages. */
    errors(values: RecordData): FieldError[] {
      const problems = validateRecord({ fields, mode: "create", record: values, check });
      const path = below("", role);
      const value = ownValue(values, role);
      if (value !== undefined && !offered.has(String(value)) && !problems.some((one) => one.path === path))
        problems.push({ path, keyword: "enum", params: { value } });
      return fieldErrors(problems, fields, tables);
    },
    /** The error of a user name that is taken. */
    takenError(value: string): FieldError {
      const path = below("", username);
      return fieldError({ path, keyword: "unique", params: { value } }, fieldAt(fields, [username]), tables);
    },
  };
}

export type RegistrationPage = ReturnType<typeof makeRegistrationPage>;
