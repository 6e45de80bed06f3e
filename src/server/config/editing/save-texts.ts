import { whyUnreadable } from "../../../compiler/source/json-file.ts";
import type { MessageName } from "../../../model/message-keys.ts";
import { ownValue } from "../../../record/json.ts";
import { hasRight, lastingRights } from "../../accounts/last-holder.ts";
import { ApiError } from "../../http/api-error.ts";
import { requestOrigin } from "../../http/change-origin.ts";
import type { Account, ApiRequest } from "../../http/request.ts";
import type { Store } from "../../store/store.ts";
import { unlessNotStored } from "../../store/store-errors.ts";
import { announceSave, withdrawSave } from "../noted-saves.ts";
import { previewStore } from "../preview-store.ts";
import type { Runtime } from "../runtime.ts";
import { textVersionIn } from "../text-version.ts";
import { broughtProblems } from "./brought-problems.ts";
import { withTexts } from "./edited-files.ts";
import { type Editing, editorNow } from "./editing.ts";
import { previewTexts, refuseForeign } from "./make-draft.ts";
import { keepTextsBefore, readTextsBefore } from "./texts-before.ts";

/** A text to save, null to delete the file, over the version that was read. */
export interface NewText {
  readonly text: string | null;
  readonly version: string | null;
}

/**
 * Saves all texts or none, and resolves when they are served: a text that needs another file which is rejected, once that is
 * corrected. To be called in turn. Throws STALE if a file has changed since it was read, VALIDATION_ERROR if the texts have
 * or make problems.
 * @param verb for the operator's log
 */
export async function saveTexts(
  editing: Editing,
  request: ApiRequest,
  wanted: ReadonlyMap<string, NewText>,
  verb: "saved" | "returned",
): Promise<void> {
  const { source, effects } = editing;
  const account = await editorNow(editing, request);
  await source.follow();
  const onDisk = await source.read();
  refuseForeign(wanted.keys(), onDisk);
  refuseStale(wanted, onDisk);
  const named = [...wanted].map(([path, { text }]) => [path, text] as const);
  const texts = new Map(named.filter(([path, text]) => text !== (onDisk.get(path) ?? null)));
  if (texts.size === 0) return;
  await refuseBad(editing, account, onDisk, texts);
  const before = await readTextsBefore(editing.store);
  const wholeAfter = withTexts(onDisk, texts);
  const together = [...texts.keys()].map((path) => ({ path, version: textVersionIn(wholeAfter, path) }));
  const replaced = { savedAt: effects.now().toISOString(), savedBy: account.username, together };
  const kept = [...texts.keys()].map(
    (path) => [path, { text: textBefore(onDisk.get(path)), ...replaced }] as const,
  );
  const after = new Map([...before, ...kept]);
  const origin = requestOrigin(effects, account, request.fastify.id, editing.holder.current.hash);
  await editing.store.write(async (transaction) => {
    await keepTextsBefore(transaction, after, before);
    await announceSave(transaction, { origin, files: together });
  });
  try {
    // Another program may have written the files meanwhile.
    refuseStale(wanted, await source.read());
    await writeTexts(editing, texts);
  } catch (error) {
    // If the store is full too, the first error is still the one to answer.
    await editing.store
      .write(async (transaction) => {
        await keepTextsBefore(transaction, before, after);
        await withdrawSave(transaction);
      })
      .catch(unlessNotStored);
    throw error;
  }
  editing.log(`config: ${JSON.stringify(account.username)} ${verb} ${[...texts.keys()].join(", ")}`);
  await source.follow();
}

/** The text that a file can be returned to; null if it was unreadable. */
function textBefore(text: string | undefined): string | null {
  return text === undefined || whyUnreadable(text) !== undefined ? null : text;
}

function refuseStale(wanted: ReadonlyMap<string, NewText>, onDisk: ReadonlyMap<string, string>): void {
  for (const [path, { version }] of wanted) {
    if (textVersionIn(onDisk, path) !== version)
      throw new ApiError("STALE", { key: "config.stale", values: { file: path } });
  }
}

async function refuseBad(
  editing: Editing,
  account: Account,
  onDisk: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string | null>,
): Promise<void> {
  const { problems, runtime } = await previewTexts(editing, withTexts(onDisk, texts));
  const brought = await broughtProblems(editing, { onDisk, texts, problems });
  if (brought.length > 0)
    throw new ApiError("VALIDATION_ERROR", { key: "config.refused", problems: brought });
  if (runtime === undefined) throw new ApiError("VALIDATION_ERROR", { key: "config.refused", problems });
  const store = previewStore(editing.store, runtime.tables);
  if (!(await stillEdits(runtime, store, account)))
    throw new ApiError("LAST_ADMIN", { key: "config.lastEditor" });
}

/** Whether the account could still log in and edit the config with this runtime, over the records as they would be. */
async function stillEdits({ config }: Runtime, store: Store, account: Account): Promise<boolean> {
  const record = await store.read((view) => view.get(config.app.accounts.entity, account._id));
  const edits = lastingRights(config).find((right) => right.of === "config");
  return record !== undefined && edits !== undefined && hasRight(config.app, record, edits);
}

/** System errors of a folder that cannot be written. */
const REASONS: ReadonlyMap<unknown, MessageName> = new Map([
  ["EROFS", "config.readOnly"],
  ["EACCES", "config.readOnly"],
  ["EPERM", "config.readOnly"],
  ["ENOSPC", "config.diskFull"],
  ["EDQUOT", "config.diskFull"],
]);

/** Writes the files. Throws NOT_WRITTEN if the system refuses, and logs its error. */
async function writeTexts(
  { source, log }: Editing,
  texts: ReadonlyMap<string, string | null>,
): Promise<void> {
  try {
    await source.write(texts);
  } catch (error) {
    const key = REASONS.get(ownValue(error, "code"));
    if (key === undefined) throw error;
    log(`config: ${ownValue(error, "message")}`);
    throw new ApiError("NOT_WRITTEN", { key });
  }
}
