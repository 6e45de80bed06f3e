import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import type { Problem } from "../../model/problem.ts";
import type { ImageRecord } from "../../model/record.ts";
import type { FieldError } from "../../record/field-errors.ts";
import { type Conflict, ERROR_STATUS, type ErrorBody, type ReferringRecord } from "../../wire/error.ts";
import {
  type BinRecord,
  type ChangedField,
  type HistoryEntry,
  type HistoryEvent,
  JOURNAL_EVENTS,
  type KeptChange,
  RECORD_CHANGES,
} from "../../wire/journal.ts";
import type { SessionUser } from "../../wire/session.ts";
import {
  ANY_VALUE,
  arrayOf,
  exactObject,
  MOMENT_VALUE,
  NULLABLE_TEXT,
  nullable,
  shared,
  TEXT_VALUE,
  WHOLE_NUMBER_VALUE,
  wireObject,
} from "./schema-parts.ts";

const OF_AN_ENTRY = {
  position: WHOLE_NUMBER_VALUE,
  changeId: TEXT_VALUE,
  at: MOMENT_VALUE,
  by: NULLABLE_TEXT,
  byId: NULLABLE_TEXT,
};
const CERTAIN: JsonSchema = { const: true };

/** The parts of answers that several operations have. None tells anything of a config. */
export const SHARED_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  Error: {
    description: "Every answer that is not 2xx. Decide by errorCode; message is a sentence for people.",
    ...wireObject<ErrorBody>(
      {
        status: { const: "error" },
        errorCode: { enum: Object.keys(ERROR_STATUS) },
        message: TEXT_VALUE,
        operation: TEXT_VALUE,
      },
      {
        errors: arrayOf(shared("FieldError")),
        problems: arrayOf(shared("Problem")),
        referrers: arrayOf(
          wireObject<ReferringRecord>({ entity: TEXT_VALUE, _id: TEXT_VALUE, title: TEXT_VALUE }),
        ),
        referrerCount: WHOLE_NUMBER_VALUE,
        kept: arrayOf(shared("KeptChange")),
        undoable: WHOLE_NUMBER_VALUE,
        conflicts: arrayOf(
          wireObject<Conflict>({ path: TEXT_VALUE, theirs: ANY_VALUE, mine: ANY_VALUE }, { was: ANY_VALUE }),
        ),
      },
    ),
  },
  FieldError: wireObject<FieldError>({
    path: { type: "string", description: "A JSON pointer into the body." },
    keyword: TEXT_VALUE,
    message: TEXT_VALUE,
  }),
  Problem: wireObject<Problem>(
    {
      code: TEXT_VALUE,
      file: TEXT_VALUE,
      line: WHOLE_NUMBER_VALUE,
      column: WHOLE_NUMBER_VALUE,
      length: WHOLE_NUMBER_VALUE,
      path: TEXT_VALUE,
      subject: arrayOf(TEXT_VALUE),
      message: TEXT_VALUE,
      hint: TEXT_VALUE,
    },
    { found: TEXT_VALUE, expected: TEXT_VALUE, meant: TEXT_VALUE },
  ),
  Message: exactObject({ message: TEXT_VALUE }),
  Image: wireObject<ImageRecord>({
    fileName: TEXT_VALUE,
    imgUrl: TEXT_VALUE,
    expiresAt: nullable(MOMENT_VALUE),
  }),
  SessionUser: wireObject<SessionUser>({
    _id: TEXT_VALUE,
    id: TEXT_VALUE,
    username: TEXT_VALUE,
    role: TEXT_VALUE,
    permissions: arrayOf(TEXT_VALUE),
  }),
  HistoryEntry: wireObject<HistoryEntry>(
    {
      ...OF_AN_ENTRY,
      kind: { enum: RECORD_CHANGES },
      entity: TEXT_VALUE,
      _id: TEXT_VALUE,
      title: TEXT_VALUE,
      version: WHOLE_NUMBER_VALUE,
      fields: arrayOf(shared("ChangedField")),
    },
    {
      undoable: CERTAIN,
      binned: CERTAIN,
      undoes: TEXT_VALUE,
      together: WHOLE_NUMBER_VALUE,
      togetherIsMore: CERTAIN,
      names: { type: "object", additionalProperties: TEXT_VALUE },
    },
  ),
  HistoryEvent: wireObject<HistoryEvent>(
    { ...OF_AN_ENTRY, kind: { enum: JOURNAL_EVENTS } },
    { files: arrayOf(TEXT_VALUE) },
  ),
  KeptChange: wireObject<KeptChange>(
    { entity: TEXT_VALUE, _id: TEXT_VALUE, title: TEXT_VALUE, reason: TEXT_VALUE },
    { fields: arrayOf(shared("ChangedField")), partly: CERTAIN },
  ),
  ChangedField: wireObject<ChangedField>(
    { field: TEXT_VALUE },
    { was: ANY_VALUE, now: ANY_VALUE, secret: CERTAIN, long: CERTAIN },
  ),
  BinRecord: wireObject<BinRecord>(
    {
      _id: TEXT_VALUE,
      position: WHOLE_NUMBER_VALUE,
      title: TEXT_VALUE,
      until: MOMENT_VALUE,
      deletedAt: MOMENT_VALUE,
      deletedBy: NULLABLE_TEXT,
    },
    { image: TEXT_VALUE, restorable: CERTAIN, purgeable: CERTAIN },
  ),
};
