import type { Problem } from "../../model/problem.ts";
import type { ImageRecord } from "../../model/record.ts";
import type { FieldError } from "../../record/field-errors.ts";
import { type Conflict, ERROR_STATUS, type ErrorBody, type ReferringRecord } from "../../wire/error.ts";
import type { SessionUser } from "../../wire/session.ts";
import { JOURNAL_SCHEMAS } from "./journal-operations.ts";
import { arrayOf, exactObject, nullable, type Schemas, shared, VALUE, wireObject } from "./schema-parts.ts";

/** The parts of answers that several operations have. None tells anything of a config. */
export const SHARED_SCHEMAS: Schemas = {
  Error: {
    description: "Every answer that is not 2xx. Decide by errorCode; message is a sentence for people.",
    ...wireObject<ErrorBody>(
      {
        status: { const: "error" },
        errorCode: { enum: Object.keys(ERROR_STATUS) },
        message: VALUE.text,
        operation: VALUE.text,
      },
      {
        errors: arrayOf(shared("FieldError")),
        problems: arrayOf(shared("Problem")),
        referrers: arrayOf(
          wireObject<ReferringRecord>({ entity: VALUE.text, _id: VALUE.text, title: VALUE.text }),
        ),
        referrerCount: VALUE.integer,
        kept: arrayOf(shared("KeptChange")),
        undoable: VALUE.integer,
        conflicts: arrayOf(
          wireObject<Conflict>({ path: VALUE.text, theirs: VALUE.any, mine: VALUE.any }, { was: VALUE.any }),
        ),
      },
    ),
  },
  FieldError: wireObject<FieldError>({
    path: { type: "string", description: "A JSON pointer into the body." },
    keyword: VALUE.text,
    message: VALUE.text,
  }),
  Problem: wireObject<Problem>(
    {
      code: VALUE.text,
      file: VALUE.text,
      line: VALUE.integer,
      column: VALUE.integer,
      length: VALUE.integer,
      path: VALUE.text,
      subject: arrayOf(VALUE.text),
      message: VALUE.text,
      hint: VALUE.text,
    },
    { found: VALUE.text, expected: VALUE.text, meant: VALUE.text },
  ),
  Message: exactObject({ message: VALUE.text }),
  Image: wireObject<ImageRecord>({
    fileName: VALUE.text,
    imgUrl: VALUE.text,
    expiresAt: nullable(VALUE.moment),
  }),
  SessionUser: wireObject<SessionUser>({
    _id: VALUE.text,
    id: VALUE.text,
    username: VALUE.text,
    role: VALUE.text,
    permissions: arrayOf(VALUE.text),
  }),
  ...JOURNAL_SCHEMAS,
};
