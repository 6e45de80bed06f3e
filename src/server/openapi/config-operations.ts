import type {
  ConfigChange,
  ConfigFile,
  ConfigFiles,
  ConfigFileText,
  DraftAnswer,
  DraftRequest,
  RecordCount,
  ReturnRequest,
  SaveRequest,
} from "../../wire/config-editing.ts";
import { PATHS } from "../../wire/paths.ts";
import { answering, inNeededQuery, type Operations } from "./operation.ts";
import { arrayOf, exactObject, mapOf, shared, VALUE, wireObject } from "./schema-parts.ts";

const recordCount = wireObject<RecordCount>({ count: VALUE.integer, atLeast: VALUE.yesNo });
const configFiles = wireObject<ConfigFiles>({
  files: arrayOf(
    wireObject<ConfigFile>(
      {
        path: VALUE.text,
        state: { enum: ["served", "heldBack"] },
        problems: arrayOf(shared("Problem")),
        version: VALUE.textOrNull,
      },
      { label: VALUE.text, before: exactObject({ savedAt: VALUE.moment, savedBy: VALUE.text }) },
    ),
  ),
  schemas: mapOf(VALUE.object),
  writable: VALUE.yesNo,
});
const configChange = wireObject<ConfigChange>(
  {
    file: VALUE.text,
    path: VALUE.text,
    subject: arrayOf(VALUE.text),
    kind: { enum: ["added", "removed", "changed", "moved"] },
    what: VALUE.text,
  },
  { from: VALUE.text, to: VALUE.text, field: VALUE.text, broken: recordCount, left: recordCount },
);

/** Of the config page. */
export const CONFIG_OPERATIONS: Operations = {
  [`GET ${PATHS.configFiles}`]: { answers: answering(configFiles) },
  [`PUT ${PATHS.configFiles}`]: {
    body: wireObject<SaveRequest>({
      files: mapOf(exactObject({ text: VALUE.textOrNull, version: VALUE.textOrNull })),
    }),
    answers: answering(configFiles),
    refusals: ["STALE", "NOT_WRITTEN"],
  },
  [`GET ${PATHS.configFile}`]: {
    parameters: [inNeededQuery("path")],
    answers: answering(
      wireObject<ConfigFileText>({ path: VALUE.text, text: VALUE.text, version: VALUE.text }),
    ),
    refusals: ["BAD_REQUEST", "NOT_FOUND"],
  },
  [`POST ${PATHS.configDrafts}`]: {
    body: wireObject<DraftRequest>({ files: mapOf(VALUE.textOrNull) }),
    answers: answering(
      wireObject<DraftAnswer>({
        problems: arrayOf(shared("Problem")),
        brought: arrayOf(shared("Problem")),
        changes: arrayOf(configChange),
        more: VALUE.integer,
        token: VALUE.textOrNull,
      }),
    ),
  },
  [`POST ${PATHS.configReturn}`]: {
    body: wireObject<ReturnRequest>({ path: VALUE.text, version: VALUE.textOrNull }),
    answers: answering(configFiles),
    refusals: ["NOT_FOUND", "STALE", "NOT_WRITTEN"],
  },
};
