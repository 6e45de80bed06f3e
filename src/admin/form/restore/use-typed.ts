import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { readPath } from "../../../record/path.ts";
import { FIELDS, walkValue } from "../../../record/walk.ts";
import type { HistoryEntry } from "../../../wire/journal.ts";
import type { OpenEntity } from "../../../wire/views.ts";
import type { Client } from "../../api/client.ts";
import { getChange } from "../../api/journal.ts";
import type { Say } from "../../messages/say.ts";
import type { Draft, DraftField } from "../../services/drafts.ts";
import { useServices } from "../../services/services.ts";
import { createPath, editPath } from "../../shell/access.ts";
import { type FormField, formFieldsOf } from "../state/field-views.ts";
import { isBlank } from "../state/form-values.ts";
import { restoring } from "./use-drafts.ts";

/** What was typed into the form of the record and is not saved, the newest first. */
export function useTyped({ entity }: OpenEntity, id: string, say: Say) {
  const { client, confirms, drafts } = useServices();
  const navigate = useNavigate();
  const [found, setFound] = useState<readonly Draft[]>([]);
  const [draft] = found;
  useEffect(() => {
    let isLatest = true;
    drafts()
      .then((kept) => kept.at(editPath(entity.id, id)))
      .then((typed) => isLatest && setFound(typed))
      .catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [drafts, entity.id, id]);

  async function discard(): Promise<void> {
    if (draft === undefined) return;
    const isSure = await confirms.ask({
      title: say("form.leaveTitle"),
      text: say("form.draftSure"),
      confirm: say("form.draftDiscard"),
      cancel: say("form.leaveNo"),
      danger: true,
      language: entity.language,
    });
    if (!isSure) return;
    setFound((before) => before.filter((one) => one !== draft));
    await drafts()
      .then((kept) => kept.drop(draft.id))
      .catch(() => undefined);
  }

  /** @param deletion has what the record was, below what was typed */
  async function goOn(deletion: HistoryEntry | undefined): Promise<void> {
    if (draft === undefined) return;
    const { version: _, ...typed } = draft;
    const before = deletion === undefined ? [] : await valuesBefore(client, deletion, formFieldsOf(entity));
    const paths = new Set(draft.fields.map(({ path }) => path));
    const fields = [...draft.fields, ...before.filter(({ path }) => !paths.has(path))];
    const kept = await drafts();
    await kept.keep({ ...typed, name: entity.form.title.create, address: createPath(entity.id), fields });
    void navigate(createPath(entity.id), { state: restoring(draft.id), replace: true });
  }
  return {
    draft,
    discard: () => void discard(),
    goOn: (deletion: HistoryEntry | undefined) => void goOn(deletion),
  };
}

/** What was in the fields of a deleted record, but for pictures: those went with it. */
async function valuesBefore(
  client: Client,
  deletion: HistoryEntry,
  formFields: readonly FormField[],
): Promise<readonly DraftField[]> {
  const isCut = deletion.fields.some(({ long }) => long);
  // Without the long ones it goes on too.
  const { fields } = isCut ? await getChange(client, deletion.position).catch(() => deletion) : deletion;
  const before = Object.fromEntries(fields.map(({ field, was = null }) => [field, was]));
  return formFields.flatMap(({ path, field }) => {
    const value = readPath(before, path) ?? null;
    const isPicture = [...walkValue(FIELDS, field, value)].some((one) => one.field.schema.image === true);
    return isBlank(value) || isPicture ? [] : [{ path, field, value, was: null }];
  });
}
