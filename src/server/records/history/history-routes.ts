import { JOURNAL_PATHS } from "../../../wire/journal.ts";
import { belowApi } from "../../../wire/paths.ts";
import { type Route, SMALL_JSON } from "../../http/route.ts";
import type { EntityRuntimes } from "../entity-runtime.ts";
import type { WriteServices } from "../record-rules.ts";
import { answerMove } from "../referring/move-references.ts";
import { answerBinnedImage } from "./binned-image.ts";
import { answerCreated } from "./created-record.ts";
import { MAX_MANY_BYTES } from "./many-writes.ts";
import { answerPurge } from "./purge-records.ts";
import { answerBin, answerEntry, answerHistory } from "./read-history.ts";
import { answerRestore } from "./restore-record.ts";
import { answerUndo, undoneChange } from "./undo-change.ts";

/**
 * What was changed, and the way back. Any session may ask: the handlers ask for the rights to each record.
 * @param maxBytes of all values that one undo or move writes
 */
export function historyRoutes(
  all: EntityRuntimes,
  services: WriteServices,
  maxBytes = MAX_MANY_BYTES,
): Route[] {
  const session = { access: "session" } as const;
  const journal = belowApi(JOURNAL_PATHS.journal);
  return [
    {
      method: "GET",
      pattern: journal,
      operation: "read history",
      ...session,
      handle: (request) => answerHistory(all, request),
    },
    {
      method: "GET",
      pattern: belowApi(JOURNAL_PATHS.bin),
      operation: "read bin",
      ...session,
      handle: (request) => answerBin(all, request),
    },
    {
      method: "GET",
      pattern: belowApi(JOURNAL_PATHS.created),
      operation: "read created record",
      ...session,
      handle: (request) => answerCreated(all, request),
    },
    {
      method: "GET",
      pattern: `${journal}/{position}`,
      operation: "read change",
      ...session,
      handle: (request) => answerEntry(all, request),
    },
    {
      method: "GET",
      pattern: `${belowApi(JOURNAL_PATHS.images)}/{name}`,
      operation: "read deleted image",
      ...session,
      handle: (request) => answerBinnedImage(all, request),
    },
    {
      method: "POST",
      pattern: belowApi(JOURNAL_PATHS.restore),
      operation: "restore record",
      ...session,
      jsonLimit: SMALL_JSON,
      handle: (request) => answerRestore(all, services, request),
    },
    {
      method: "POST",
      pattern: belowApi(JOURNAL_PATHS.purge),
      operation: "delete for good",
      ...session,
      jsonLimit: SMALL_JSON,
      handle: (request) => answerPurge(all, services, request),
    },
    {
      method: "POST",
      pattern: belowApi(JOURNAL_PATHS.undo),
      operation: "undo change",
      ...session,
      jsonLimit: SMALL_JSON,
      undoes: undoneChange,
      handle: (request) => answerUndo(all, services, request, maxBytes),
    },
    {
      method: "POST",
      pattern: belowApi(JOURNAL_PATHS.move),
      operation: "move references",
      ...session,
      jsonLimit: SMALL_JSON,
      handle: (request) => answerMove(all, services, request, maxBytes),
    },
  ];
}
