import type { JsonSchema } from "../../compiler/publish/plain-schema.ts";
import type { Blame, BlameQuery } from "../../wire/blame.ts";
import { CHANGES_PATHS, type OpenRequest, type RecordPlace } from "../../wire/changes.ts";
import { CHART_TILE, type ChartAnswer, type ChartGroup } from "../../wire/chart.ts";
import type {
  ConfigChange,
  ConfigFile,
  ConfigFiles,
  ConfigFileText,
  ConfigVersion,
  DraftAnswer,
  DraftRequest,
  RecordCount,
  ReturnRequest,
  SaveRequest,
} from "../../wire/config-editing.ts";
import {
  type BinAnswer,
  type CreatedAnswer,
  type HistoryAnswer,
  JOURNAL_EVENTS,
  JOURNAL_PATHS,
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
import { PATHS } from "../../wire/paths.ts";
import { MAX_PREFERENCES, PREFERENCE_KEY } from "../../wire/preferences.ts";
import type { AppView, PublicView } from "../../wire/views.ts";
import {
  tryWebhookPath,
  WEBHOOKS_PATH,
  type WebhookState,
  type WebhooksAnswer,
} from "../../wire/webhooks.ts";
import { inQuery, type Operation, type Parameter } from "./operation.ts";
import {
  ANY_VALUE,
  arrayOf,
  exactObject,
  MOMENT_VALUE,
  mapOf,
  NULLABLE_TEXT,
  nullable,
  shared,
  TEXT_VALUE,
  WHOLE_NUMBER_VALUE,
  wireObject,
  YES_NO_VALUE,
} from "./schema-parts.ts";

const OBJECT: JsonSchema = { type: "object" };
const FILE: JsonSchema = { type: "string", format: "binary" };

const answering = (schema: JsonSchema) => ({ 200: { schema } });
const withOrWithout503 = (schema: JsonSchema) => ({ 200: { schema }, 503: { schema } });
const needed = (name: string, schema: JsonSchema = TEXT_VALUE): Parameter => ({
  ...inQuery(name, schema),
  required: true,
});

const PAGED = [
  inQuery("before", WHOLE_NUMBER_VALUE, "`next` of the page before."),
  inQuery("limit", { type: "integer", minimum: 1, maximum: 100 }),
];
const PICTURE = { schema: FILE, type: "image/*" };
const IMAGE: Operation = {
  answers: { 200: PICTURE, 304: {} },
  refusals: ["NOT_FOUND"],
};

const recordCount = wireObject<RecordCount>({ count: WHOLE_NUMBER_VALUE, atLeast: YES_NO_VALUE });
const configFiles = wireObject<ConfigFiles>({
  files: arrayOf(
    wireObject<ConfigFile>(
      {
        path: TEXT_VALUE,
        state: { enum: ["served", "heldBack"] },
        problems: arrayOf(shared("Problem")),
        version: NULLABLE_TEXT,
      },
      { label: TEXT_VALUE, before: exactObject({ savedAt: MOMENT_VALUE, savedBy: TEXT_VALUE }) },
    ),
  ),
  schemas: mapOf(OBJECT),
  writable: YES_NO_VALUE,
});
const configChange = wireObject<ConfigChange>(
  {
    file: TEXT_VALUE,
    path: TEXT_VALUE,
    subject: arrayOf(TEXT_VALUE),
    kind: { enum: ["added", "removed", "changed", "moved"] },
    what: TEXT_VALUE,
  },
  { from: TEXT_VALUE, to: TEXT_VALUE, field: TEXT_VALUE, broken: recordCount, left: recordCount },
);

const webhooks = wireObject<WebhooksAnswer>({
  webhooks: arrayOf(
    wireObject<WebhookState>(
      {
        id: TEXT_VALUE,
        entity: TEXT_VALUE,
        host: TEXT_VALUE,
        path: TEXT_VALUE,
        on: arrayOf({ enum: ["create", "update", "delete"] }),
        allowed: YES_NO_VALUE,
        waiting: WHOLE_NUMBER_VALUE,
        failures: WHOLE_NUMBER_VALUE,
        nextTry: nullable(MOMENT_VALUE),
        last: nullable(exactObject({ at: MOMENT_VALUE, status: { type: ["integer", "null"] } })),
      },
      { waitingIsMore: { const: true } },
    ),
  ),
});

/** By method and path: every route that is neither an entity's nor has its address from the config. */
export const FIXED_OPERATIONS: Readonly<Record<string, Operation>> = {
  [`GET ${PATHS.health}`]: {
    answers: withOrWithout503({
      anyOf: [
        exactObject({ status: { enum: ["ok", "starting"] } }),
        exactObject({ status: { const: "degraded" }, reason: TEXT_VALUE }),
      ],
    }),
  },
  [`GET ${PATHS.ready}`]: {
    answers: withOrWithout503({
      anyOf: [
        exactObject({ ready: { const: true } }),
        exactObject({ ready: { const: false }, reason: TEXT_VALUE }),
      ],
    }),
  },
  [`GET ${PATHS.openapi}`]: { answers: answering(OBJECT) },
  [`GET ${PATHS.validators}/{name}`]: {
    answers: { 200: { schema: TEXT_VALUE, type: "text/javascript" } },
    refusals: ["NOT_FOUND"],
  },
  [`GET ${PATHS.publicConfig}`]: {
    answers: answering(
      wireObject<PublicView>({
        hash: TEXT_VALUE,
        title: TEXT_VALUE,
        language: TEXT_VALUE,
        messages: mapOf(TEXT_VALUE),
        endpoints: wireObject<PublicView["endpoints"]>({
          login: TEXT_VALUE,
          validateToken: TEXT_VALUE,
          logout: TEXT_VALUE,
          register: TEXT_VALUE,
        }),
        registration: nullable(OBJECT),
      }),
    ),
  },
  [`GET ${PATHS.configVersion}`]: { answers: answering(wireObject<ConfigVersion>({ hash: TEXT_VALUE })) },
  [`GET ${PATHS.config}`]: {
    answers: answering(
      wireObject<AppView>(
        {
          hash: TEXT_VALUE,
          title: TEXT_VALUE,
          language: TEXT_VALUE,
          languages: arrayOf(TEXT_VALUE),
          dateLocale: TEXT_VALUE,
          timeZone: TEXT_VALUE,
          messages: mapOf(mapOf(TEXT_VALUE)),
          menu: arrayOf(OBJECT),
          home: arrayOf(OBJECT),
          entities: arrayOf(OBJECT),
          limits: exactObject({ pageSize: WHOLE_NUMBER_VALUE, optionsPageSize: WHOLE_NUMBER_VALUE }),
          accounts: exactObject({ entity: TEXT_VALUE }, { approved: TEXT_VALUE }),
        },
        {
          editsConfig: YES_NO_VALUE,
          seesWebhooks: YES_NO_VALUE,
          readsJournal: YES_NO_VALUE,
          roles: arrayOf(exactObject({ name: TEXT_VALUE, label: TEXT_VALUE })),
          problems: arrayOf(shared("Problem")),
        },
      ),
    ),
  },
  [`GET ${PATHS.blame}`]: {
    parameters: blameParameters({ entity: true, kind: true, field: true, option: false }),
    answers: answering(
      wireObject<Blame>({
        plugin: TEXT_VALUE,
        place: exactObject({ file: TEXT_VALUE, line: WHOLE_NUMBER_VALUE, column: WHOLE_NUMBER_VALUE }),
        problems: arrayOf(TEXT_VALUE),
      }),
    ),
    refusals: ["BAD_REQUEST", "FORBIDDEN", "NOT_FOUND"],
  },
  [`GET ${PATHS.preferences}`]: {
    answers: answering({ ...mapOf(ANY_VALUE), maxProperties: MAX_PREFERENCES }),
  },
  [`PUT ${PATHS.preferences}/{key}`]: {
    body: { description: `null deletes it. A key: ${PREFERENCE_KEY.source}` },
    answers: answering({ ...mapOf(ANY_VALUE), maxProperties: 1 }),
  },
  [`GET ${PATHS.chart}`]: {
    parameters: [needed(CHART_TILE)],
    answers: answering(
      wireObject<ChartAnswer>(
        {
          computedAt: MOMENT_VALUE,
          by: { enum: ["day", "value"] },
          groups: arrayOf(
            wireObject<ChartGroup>(
              { value: { type: ["string", "number", "boolean", "null"] }, amount: { type: "number" } },
              { name: TEXT_VALUE },
            ),
          ),
        },
        { others: exactObject({ amount: { type: "number" } }) },
      ),
    ),
    refusals: ["NOT_FOUND"],
  },
  [`GET ${CHANGES_PATHS.changes}`]: {
    parameters: [inQuery("after", WHOLE_NUMBER_VALUE, "A position that an earlier stream told.")],
    // Lines of JSON that go on until one side ends them.
    answers: { 200: { schema: TEXT_VALUE, type: "application/x-ndjson" }, 204: {} },
    refusals: ["BAD_REQUEST", "TOO_MANY_TRIES"],
  },
  [`POST ${CHANGES_PATHS.open}`]: {
    body: wireObject<OpenRequest>({
      stream: TEXT_VALUE,
      record: nullable(wireObject<RecordPlace>({ entity: TEXT_VALUE, _id: TEXT_VALUE })),
    }),
    answers: answering(exactObject({})),
    refusals: ["NOT_FOUND"],
  },
  [`GET ${JOURNAL_PATHS.journal}`]: {
    parameters: [
      ...["entity", "id", "by", "change"].map((name) => inQuery(name, TEXT_VALUE)),
      inQuery("kind", { enum: [...RECORD_CHANGES, ...JOURNAL_EVENTS] }),
      inQuery("from", MOMENT_VALUE),
      inQuery("until", MOMENT_VALUE),
      ...PAGED,
    ],
    answers: answering(
      wireObject<HistoryAnswer>(
        { entries: arrayOf({ anyOf: [shared("HistoryEntry"), shared("HistoryEvent")] }) },
        { next: WHOLE_NUMBER_VALUE },
      ),
    ),
    refusals: ["BAD_REQUEST", "FORBIDDEN", "NOT_FOUND"],
  },
  [`GET ${JOURNAL_PATHS.journal}/{position}`]: {
    answers: answering({ anyOf: [shared("HistoryEntry"), shared("HistoryEvent")] }),
    refusals: ["BAD_REQUEST", "FORBIDDEN", "NOT_FOUND"],
  },
  [`GET ${JOURNAL_PATHS.bin}`]: {
    parameters: [needed("entity"), ...PAGED],
    answers: answering(
      wireObject<BinAnswer>({ records: arrayOf(shared("BinRecord")) }, { next: WHOLE_NUMBER_VALUE }),
    ),
    refusals: ["BAD_REQUEST", "FORBIDDEN"],
  },
  [`GET ${JOURNAL_PATHS.images}/{name}`]: {
    parameters: [needed("entity"), needed("id"), inQuery("size", { enum: ["small", "full"] })],
    answers: { 200: PICTURE },
    refusals: ["NOT_FOUND"],
  },
  [`GET ${JOURNAL_PATHS.created}`]: {
    parameters: [needed("entity"), needed("key")],
    answers: answering(wireObject<CreatedAnswer>({ record: nullable(OBJECT) })),
    refusals: ["NOT_FOUND"],
  },
  [`POST ${JOURNAL_PATHS.restore}`]: {
    body: wireObject<RestoreRequest>(
      { entity: TEXT_VALUE, _id: TEXT_VALUE },
      { position: WHOLE_NUMBER_VALUE },
    ),
    answers: {
      200: {
        schema: wireObject<RestoreAnswer>({ record: OBJECT, notRestored: arrayOf(TEXT_VALUE) }),
        hasTag: true,
      },
    },
    refusals: ["FORBIDDEN", "NOT_FOUND", "DUPLICATE", "NOT_UNDONE", "STALE", "PROTECTED"],
  },
  [`POST ${JOURNAL_PATHS.undo}`]: {
    body: wireObject<UndoRequest>({ changeId: TEXT_VALUE }, { rest: YES_NO_VALUE }),
    answers: answering(
      wireObject<UndoAnswer>({
        undone: WHOLE_NUMBER_VALUE,
        kept: arrayOf(shared("KeptChange")),
        notRestored: arrayOf(shared("KeptChange")),
      }),
    ),
    refusals: ["FORBIDDEN", "NOT_FOUND", "NOT_UNDONE"],
  },
  [`POST ${JOURNAL_PATHS.move}`]: {
    body: wireObject<MoveRequest>(
      { entity: TEXT_VALUE, _id: TEXT_VALUE, to: TEXT_VALUE },
      { updatedAt: MOMENT_VALUE },
    ),
    answers: answering(wireObject<MoveAnswer>({ moved: WHOLE_NUMBER_VALUE })),
    refusals: ["FORBIDDEN", "PROTECTED", "NOT_FOUND", "STALE", "NOT_MOVED", "REFERRED_TO", "LAST_ADMIN"],
  },
  [`POST ${JOURNAL_PATHS.purge}`]: {
    body: wireObject<PurgeRequest>({ entity: TEXT_VALUE }, { _id: TEXT_VALUE, upTo: WHOLE_NUMBER_VALUE }),
    answers: answering(wireObject<PurgeAnswer>({ purged: WHOLE_NUMBER_VALUE }, { next: WHOLE_NUMBER_VALUE })),
    refusals: ["FORBIDDEN", "NOT_FOUND"],
  },
  [`POST ${PATHS.upload}`]: {
    body: exactObject({ files: arrayOf(FILE) }),
    bodyType: "multipart/form-data",
    answers: { 201: { schema: arrayOf(shared("Image")) } },
    refusals: ["NOT_AN_IMAGE"],
  },
  [`DELETE ${PATHS.upload}/{name}`]: {
    answers: answering(shared("Message")),
    refusals: ["PROTECTED"],
  },
  [`GET ${PATHS.image}/{name}`]: IMAGE,
  [`GET ${PATHS.smallImage}/{name}`]: { ...IMAGE, id: "read-small-image" },
  [`GET ${PATHS.configFiles}`]: { answers: answering(configFiles) },
  [`PUT ${PATHS.configFiles}`]: {
    body: wireObject<SaveRequest>({
      files: mapOf(exactObject({ text: NULLABLE_TEXT, version: NULLABLE_TEXT })),
    }),
    answers: answering(configFiles),
    refusals: ["STALE", "NOT_WRITTEN"],
  },
  [`GET ${PATHS.configFile}`]: {
    parameters: [needed("path")],
    answers: answering(
      wireObject<ConfigFileText>({ path: TEXT_VALUE, text: TEXT_VALUE, version: TEXT_VALUE }),
    ),
    refusals: ["BAD_REQUEST", "NOT_FOUND"],
  },
  [`POST ${PATHS.configDrafts}`]: {
    body: wireObject<DraftRequest>({ files: mapOf(NULLABLE_TEXT) }),
    answers: answering(
      wireObject<DraftAnswer>({
        problems: arrayOf(shared("Problem")),
        brought: arrayOf(shared("Problem")),
        changes: arrayOf(configChange),
        more: WHOLE_NUMBER_VALUE,
        token: NULLABLE_TEXT,
      }),
    ),
  },
  [`POST ${PATHS.configReturn}`]: {
    body: wireObject<ReturnRequest>({ path: TEXT_VALUE, version: NULLABLE_TEXT }),
    answers: answering(configFiles),
    refusals: ["NOT_FOUND", "STALE", "NOT_WRITTEN"],
  },
  [`GET ${WEBHOOKS_PATH}`]: { answers: answering(webhooks) },
  [`POST ${tryWebhookPath("{id}")}`]: { answers: answering(webhooks), refusals: ["NOT_FOUND"] },
};

function blameParameters(isNeeded: Readonly<Record<keyof BlameQuery, boolean>>): readonly Parameter[] {
  return Object.entries(isNeeded).map(([name, must]) => (must ? needed(name) : inQuery(name, TEXT_VALUE)));
}
