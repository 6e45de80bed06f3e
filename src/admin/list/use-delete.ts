import { useCallback, useState } from "react";
import type { ShownField } from "../../model/display.ts";
import type { Entity } from "../../model/entity.ts";
import type { StoredRecord } from "../../model/record.ts";
import { fillMessage, placeholdersOf } from "../../record/messages.ts";
import type { TimeStyle } from "../../record/moment.ts";
import { fieldAt, readPath, splitPath } from "../../record/path.ts";
import { filledTemplate, recordTitle, TITLE_PLACEHOLDER } from "../../record/title.ts";
import { isWrittenOtherwise } from "../../record/written-text.ts";
import type { ErrorCode } from "../../wire/error.ts";
import { ApiFailure } from "../api/failure.ts";
import { deleteRecord } from "../api/records.ts";
import type { Say } from "../messages/say.ts";
import { useApp } from "../services/app-context.tsx";
import { useServices } from "../services/services.ts";
import { useOutdateLists } from "../services/use-list.ts";
import { useFailureToast } from "../shell/toast.tsx";
import { useUndo } from "../shell/use-undo.tsx";

const REFERRED_TO = "REFERRED_TO" satisfies ErrorCode;

/** Deletes a record once the person is sure. */
export function useDelete(entity: Entity, say: Say) {
  const { client, toasts, confirms, overlays } = useServices();
  const { view, locale } = useApp();
  const failed = useFailureToast(say, "delete");
  const outdateLists = useOutdateLists();
  const undo = useUndo(say, entity.language);
  /** `_id` of the record that is being deleted. */
  const [deleting, setDeleting] = useState<string>();
  /** The last deletion that failed because others refer to the record. */
  const [refused, setRefused] = useState<{ readonly failure: ApiFailure; readonly record: StoredRecord }>();
  const clearRefused = useCallback(() => setRefused(undefined), []);

  const remove = useCallback(
    async (record: StoredRecord) => {
      const sure = await confirms.ask({
        title: say("list.deleteTitle"),
        text: deleteQuestion(entity, record, { dateLocale: locale, timeZone: view.timeZone }),
        confirm: say("list.deleteYes"),
        cancel: say("list.deleteNo"),
        danger: true,
        language: entity.language,
      });
      if (!sure) return;
      toasts.clearCause("delete");
      setRefused(undefined);
      setDeleting(record._id);
      let deleted: string | undefined;
      try {
        const changeId = await overlays.run(
          say("overlay.processing"),
          ({ signal }) => deleteRecord(client, entity, record, signal),
          { cancel: say("overlay.cancel"), language: entity.language },
        );
        deleted = record._id;
        toasts.show("success", say("list.deleted"), undefined, undo(changeId));
      } catch (error) {
        failed("list.deleteFailed", error);
        if (error instanceof ApiFailure && error.code === REFERRED_TO) setRefused({ failure: error, record });
      } finally {
        setDeleting(undefined);
        await outdateLists(deleted);
      }
    },
    [entity, say, client, toasts, confirms, overlays, failed, undo, outdateLists, locale, view.timeZone],
  );
  return { deleting, remove, refused, clearRefused };
}

/** The question with the record's values in place of `{field}`, or its title; days and choices as its title writes them. */
function deleteQuestion(entity: Entity, record: StoredRecord, style: TimeStyle): string {
  const template = entity.list.deleteConfirm;
  const saidFor = (name: string) => {
    if (name === TITLE_PLACEHOLDER) return recordTitle(entity, record, style);
    const shown = shownField(entity, name);
    return (shown && filledTemplate([shown], record, style)) ?? readPath(record, name) ?? "";
  };
  const values = placeholdersOf(template).map((name) => [name, saidFor(name)]);
  return fillMessage(template, Object.fromEntries(values));
}

/** A day or a choice of the record; undefined of all else, which is written as it is stored. */
function shownField({ fields, display }: Entity, path: string): ShownField | undefined {
  const own = fieldAt(fields, splitPath(path))?.field;
  const shown =
    own === undefined
      ? display.title.find((part): part is ShownField => typeof part !== "string" && part.field === path)
      : { field: path, valueType: own.valueType, labels: own.schema.labels ?? {} };
  if (shown === undefined) return undefined;
  return shown.valueType === "choice" || isWrittenOtherwise(shown.valueType) ? shown : undefined;
}
