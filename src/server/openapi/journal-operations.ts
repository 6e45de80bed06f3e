import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import {
  type BinAnswer,
  type BinRecord,
  type ChangedField,
  type CreatedAnswer,
  type HistoryAnswer,
  type HistoryEntry,
  type HistoryEvent,
  JOURNAL_EVENTS,
  JOURNAL_PATHS,
  type KeptChange,
  type MoveAnswer,
  type MoveRequest,
  type PurgeAnswer,
  type PurgeRequest,
  RECORD_CHANGES,
  type RestoreAnswer,
  type RestoreRequest,
  type UndoAnswer,
  type UndoRequest,
} from "../../wire/journal.ts";
import { answering, inNeededQuery, inQuery, type Operations, PICTURE } from "./operation.ts";
import { arrayOf, nullable, type Schemas, shared, VALUE, wireObject } from "./schema-parts.ts";

const PAGED = [
  inQuery("before", VALUE.integer, "`next` of the page before."),
  inQuery("limit", { type: "integer", minimum: 1, maximum: 100 }),
];

export const JOURNAL_OPERATIONS: Operations = {
  [`GET ${JOURNAL_PATHS.journal}`]: {
    parameters: [
      ...["entity", "id", "by", "change"].map((name) => inQuery(name, VALUE.text)),
      inQuery("kind", { enum: [...RECORD_CHANGES, ...JOURNAL_EVENTS] }),
      inQuery("from", VALUE.moment),
      inQuery("until", VALUE.moment),
      ...PAGED,
    ],
    answers: answering(
      wireObject<HistoryAnswer>(
        { entries: arrayOf({ anyOf: [shared("HistoryEntry"), shared("HistoryEvent")] }) },
        { next: VALUE.integer },
      ),
    ),
    refusals: ["BAD_REQUEST", "FORBIDDEN", "NOT_FOUND"],
  },
  [`GET ${JOURNAL_PATHS.journal}/{position}`]: {
    answers: answering({ anyOf: [shared("HistoryEntry"), shared("HistoryEvent")] }),
    refusals: ["BAD_REQUEST", "FORBIDDEN", "NOT_FOUND"],
  },
  [`GET ${JOURNAL_PATHS.bin}`]: {
    parameters: [inNeededQuery("entity"), ...PAGED],
    answers: answering(
      wireObject<BinAnswer>({ records: arrayOf(shared("BinRecord")) }, { next: VALUE.integer }),
    ),
    refusals: ["BAD_REQUEST", "FORBIDDEN"],
  },
  [`GET ${JOURNAL_PATHS.images}/{name}`]: {
    parameters: [inNeededQuery("entity"), inNeededQuery("id"), inQuery("size", { enum: ["small", "full"] })],
    answers: { 200: PICTURE },
    refusals: ["NOT_FOUND"],
  },
  [`GET ${JOURNAL_PATHS.created}`]: {
    parameters: [inNeededQuery("entity"), inNeededQuery("key")],
    answers: answering(wireObject<CreatedAnswer>({ record: nullable(VALUE.object) })),
    refusals: ["NOT_FOUND"],
  },
  [`POST ${JOURNAL_PATHS.restore}`]: {
    body: wireObject<RestoreRequest>({ entity: VALUE.text, _id: VALUE.text }, { position: VALUE.integer }),
    answers: {
      200: {
        schema: wireObject<RestoreAnswer>({ record: VALUE.object, notRestored: arrayOf(VALUE.text) }),
        hasTag: true,
      },
    },
    refusals: ["FORBIDDEN", "NOT_FOUND", "DUPLICATE", "NOT_UNDONE", "STALE", "PROTECTED"],
  },
  [`POST ${JOURNAL_PATHS.undo}`]: {
    body: wireObject<UndoRequest>({ changeId: VALUE.text }, { rest: VALUE.yesNo }),
    answers: answering(
      wireObject<UndoAnswer>({
        undone: VALUE.integer,
        kept: arrayOf(shared("KeptChange")),
        notRestored: arrayOf(shared("KeptChange")),
      }),
    ),
    refusals: ["FORBIDDEN", "NOT_FOUND", "NOT_UNDONE"],
  },
  [`POST ${JOURNAL_PATHS.move}`]: {
    body: wireObject<MoveRequest>(
      { entity: VALUE.text, _id: VALUE.text, to: VALUE.text },
      { updatedAt: VALUE.moment },
    ),
    answers: answering(wireObject<MoveAnswer>({ moved: VALUE.integer })),
    refusals: ["FORBIDDEN", "PROTECTED", "NOT_FOUND", "STALE", "NOT_MOVED", "REFERRED_TO", "LAST_ADMIN"],
  },
  [`POST ${JOURNAL_PATHS.purge}`]: {
    body: wireObject<PurgeRequest>({ entity: VALUE.text }, { _id: VALUE.text, upTo: VALUE.integer }),
    answers: answering(wireObject<PurgeAnswer>({ purged: VALUE.integer }, { next: VALUE.integer })),
    refusals: ["FORBIDDEN", "NOT_FOUND"],
  },
};

const OF_AN_ENTRY = {
  position: VALUE.integer,
  changeId: VALUE.text,
  at: VALUE.moment,
  by: VALUE.textOrNull,
  byId: VALUE.textOrNull,
};
const CERTAIN: JsonSchema = { const: true };

export const JOURNAL_SCHEMAS: Schemas = {
  HistoryEntry: wireObject<HistoryEntry>(
    {
      ...OF_AN_ENTRY,
      kind: { enum: RECORD_CHANGES },
      entity: VALUE.text,
      _id: VALUE.text,
      title: VALUE.text,
      version: VALUE.integer,
      fields: arrayOf(shared("ChangedField")),
    },
    {
      undoable: CERTAIN,
      binned: CERTAIN,
      undoes: VALUE.text,
      together: VALUE.integer,
      togetherIsMore: CERTAIN,
      names: { type: "object", additionalProperties: VALUE.text },
    },
  ),
  HistoryEvent: wireObject<HistoryEvent>(
    { ...OF_AN_ENTRY, kind: { enum: JOURNAL_EVENTS } },
    { files: arrayOf(VALUE.text) },
  ),
  KeptChange: wireObject<KeptChange>(
    { entity: VALUE.text, _id: VALUE.text, title: VALUE.text, reason: VALUE.text },
    { fields: arrayOf(shared("ChangedField")), partly: CERTAIN },
  ),
  ChangedField: wireObject<ChangedField>(
    { field: VALUE.text },
    { was: VALUE.any, now: VALUE.any, secret: CERTAIN, long: CERTAIN },
  ),
  BinRecord: wireObject<BinRecord>(
    {
      _id: VALUE.text,
      position: VALUE.integer,
      title: VALUE.text,
      until: VALUE.moment,
      deletedAt: VALUE.moment,
      deletedBy: VALUE.textOrNull,
    },
    { image: VALUE.text, restorable: CERTAIN, purgeable: CERTAIN },
  ),
};
