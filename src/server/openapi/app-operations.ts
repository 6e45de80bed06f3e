import type { Blame, BlameQuery } from "../../wire/blame.ts";
import { CHANGES_PATHS, type OpenRequest, type RecordPlace } from "../../wire/changes.ts";
import { CHART_TILE, type ChartAnswer, type ChartGroup } from "../../wire/chart.ts";
import type { ConfigVersion } from "../../wire/config-editing.ts";
import { PATHS } from "../../wire/paths.ts";
import { MAX_PREFERENCES, PREFERENCE_KEY } from "../../wire/preferences.ts";
import type { AppView, PublicView } from "../../wire/views.ts";
import { answering, inNeededQuery, inQuery, type Operations, type Parameter } from "./operation.ts";
import { arrayOf, exactObject, mapOf, nullable, shared, VALUE, wireObject } from "./schema-parts.ts";

/** What the pages of the product are made of. */
export const APP_OPERATIONS: Operations = {
  [`GET ${PATHS.validators}/{name}`]: {
    answers: { 200: { schema: VALUE.text, type: "text/javascript" } },
    refusals: ["NOT_FOUND"],
  },
  [`GET ${PATHS.publicConfig}`]: {
    answers: answering(
      wireObject<PublicView>({
        hash: VALUE.text,
        title: VALUE.text,
        language: VALUE.text,
        messages: mapOf(VALUE.text),
        endpoints: wireObject<PublicView["endpoints"]>({
          login: VALUE.text,
          validateToken: VALUE.text,
          logout: VALUE.text,
          register: VALUE.text,
        }),
        registration: nullable(VALUE.object),
      }),
    ),
  },
  [`GET ${PATHS.configVersion}`]: { answers: answering(wireObject<ConfigVersion>({ hash: VALUE.text })) },
  [`GET ${PATHS.config}`]: {
    answers: answering(
      wireObject<AppView>(
        {
          hash: VALUE.text,
          title: VALUE.text,
          language: VALUE.text,
          languages: arrayOf(VALUE.text),
          dateLocale: VALUE.text,
          timeZone: VALUE.text,
          messages: mapOf(mapOf(VALUE.text)),
          menu: arrayOf(VALUE.object),
          home: arrayOf(VALUE.object),
          entities: arrayOf(VALUE.object),
          limits: exactObject({ pageSize: VALUE.integer, optionsPageSize: VALUE.integer }),
          accounts: exactObject({ entity: VALUE.text }, { approved: VALUE.text }),
        },
        {
          editsConfig: VALUE.yesNo,
          seesWebhooks: VALUE.yesNo,
          readsJournal: VALUE.yesNo,
          roles: arrayOf(exactObject({ name: VALUE.text, label: VALUE.text })),
          problems: arrayOf(shared("Problem")),
        },
      ),
    ),
  },
  [`GET ${PATHS.blame}`]: {
    parameters: blameParameters({ entity: true, kind: true, field: true, option: false }),
    answers: answering(
      wireObject<Blame>({
        plugin: VALUE.text,
        place: exactObject({ file: VALUE.text, line: VALUE.integer, column: VALUE.integer }),
        problems: arrayOf(VALUE.text),
      }),
    ),
    refusals: ["BAD_REQUEST", "FORBIDDEN", "NOT_FOUND"],
  },
  [`GET ${PATHS.preferences}`]: {
    answers: answering({ ...mapOf(VALUE.any), maxProperties: MAX_PREFERENCES }),
  },
  [`PUT ${PATHS.preferences}/{key}`]: {
    body: { description: `null deletes it. A key: ${PREFERENCE_KEY.source}` },
    answers: answering({ ...mapOf(VALUE.any), maxProperties: 1 }),
  },
  [`GET ${PATHS.chart}`]: {
    parameters: [inNeededQuery(CHART_TILE)],
    answers: answering(
      wireObject<ChartAnswer>(
        {
          computedAt: VALUE.moment,
          by: { enum: ["day", "value"] },
          groups: arrayOf(
            wireObject<ChartGroup>(
              { value: { type: ["string", "number", "boolean", "null"] }, amount: { type: "number" } },
              { name: VALUE.text },
            ),
          ),
        },
        { others: exactObject({ amount: { type: "number" } }) },
      ),
    ),
    refusals: ["NOT_FOUND"],
  },
  [`GET ${CHANGES_PATHS.changes}`]: {
    parameters: [inQuery("after", VALUE.integer, "A position that an earlier stream told.")],
    // Lines of JSON that go on until one side ends them.
    answers: { 200: { schema: VALUE.text, type: "application/x-ndjson" }, 204: {} },
    refusals: ["BAD_REQUEST", "TOO_MANY_TRIES"],
  },
  [`POST ${CHANGES_PATHS.open}`]: {
    body: wireObject<OpenRequest>({
      stream: VALUE.text,
      record: nullable(wireObject<RecordPlace>({ entity: VALUE.text, _id: VALUE.text })),
    }),
    answers: answering(exactObject({})),
    refusals: ["NOT_FOUND"],
  },
};

function blameParameters(isNeeded: Readonly<Record<keyof BlameQuery, boolean>>): readonly Parameter[] {
  return Object.entries(isNeeded).map(([name, must]) =>
    must ? inNeededQuery(name) : inQuery(name, VALUE.text),
  );
}
