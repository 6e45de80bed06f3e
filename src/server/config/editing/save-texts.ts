import type { LastGood } from "../../../compiler/last-good.ts";
import { whyUnreadable } from "../../../compiler/source/json-file.ts";
import type { MessageName } from "../../../model/message-keys.ts";
import { type Problem, sameProblem } from "../../../model/problem.ts";
import { holds, lastingRights } from "../../accounts/last-holder.ts";
import { ApiError } from "../../http/api-error.ts";
import type { Account, ApiRequest } from "../../runtime/request.ts";
import type { Runtime } from "../../runtime/runtime.ts";
import type { Store } from "../../store/store.ts";
import { unlessNotStored } from "../../store/store-errors.ts";
import { draftStore } from "../draft-store.ts";
import { withTexts } from "./edited-files.ts";
import { type Editing, editorNow } from "./editing.ts";
import { refuseForeign, settleTexts } from "./make-draft.ts";
import { keepTextsBefore, readTextsBefore, textVersion, versionOf } from "./texts-before.ts";

/** A text that is to be saved, null for a file that goes, over the version that was read. */
export interface NewText {
  readonly text: string | null;
  readonly version: string | null;
}

/**
 * Saves texts as a whole or not at all, and resolves when what they say is served. To be called in turn. Throws STALE
 * where a file is no longer what was read, VALIDATION_ERROR where the config would have problems, and more in words.
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
  const texts = new Map(
    [...wanted]
      .map(([path, { text }]) => [path, text] as const)
      .filter(([path, text]) => text !== (onDisk.get(path) ?? null)),
  );
  if (texts.size === 0) return;
  await refuseBad(editing, account, onDisk, texts);
  const before = await readTextsBefore(editing.store);
  const together = [...texts].map(([path, text]) => ({
    path,
    version: text === null ? null : textVersion(text),
  }));
  const replaced = { savedAt: effects.now().toISOString(), savedBy: account.username, together };
  const kept = [...texts.keys()].map(
    (path) => [path, { text: textBefore(onDisk.get(path)), ...replaced }] as const,
  );
  await keepTextsBefore(editing.store, new Map([...before, ...kept]));
  try {
    // all of this took its time, and not everyone asks this server before they write
    refuseStale(wanted, await source.read());
    await writeTexts(editing, texts);
  } catch (error) {
    // Where the store has no room either, why nothing was saved is still what is told.
    await keepTextsBefore(editing.store, before).catch(unlessNotStored);
    throw error;
  }
  editing.log(`config: ${JSON.stringify(account.username)} ${verb} ${[...texts.keys()].join(", ")}`);
  await source.follow();
}

/** What a file is returned to; one that could not be read had no text. */
function textBefore(text: string | undefined): string | null {
  return text === undefined || whyUnreadable(text) !== undefined ? null : text;
}

function refuseStale(wanted: ReadonlyMap<string, NewText>, onDisk: ReadonlyMap<string, string>): void {
  for (const [path, { version }] of wanted) {
    if (versionOf(onDisk, path) !== version) {
      throw new ApiError("STALE", { key: "config.stale", values: { file: path } });
    }
  }
}

async function refuseBad(
  editing: Editing,
  account: Account,
  onDisk: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string | null>,
): Promise<void> {
  const settled = await settleTexts(editing, withTexts(onDisk, texts));
  refuseProblems(settled, editing.holder.current.problems, texts);
  const { runtime } = settled;
  if (runtime === undefined)
    throw new ApiError("VALIDATION_ERROR", { key: "config.refused", problems: settled.problems });
  const store = draftStore(editing.store, runtime.tables);
  if (!(await stillEdits(runtime, store, account)))
    throw new ApiError("LAST_ADMIN", { key: "config.lastEditor" });
}

/**
 * Refuses texts that would not be served: that have problems, bring some to other files, or are held back for another
 * reason. Problems that other files have already stand in nobody's way. Throws VALIDATION_ERROR with the problems.
 */
function refuseProblems(
  { problems, rejected }: LastGood,
  already: readonly Problem[],
  texts: ReadonlyMap<string, string | null>,
): void {
  const isThere = sameProblem(already);
  const brought = problems.filter((problem) => texts.has(problem.file) || !isThere(problem));
  if (brought.length === 0 && !rejected.some((path) => texts.has(path))) return;
  throw new ApiError("VALIDATION_ERROR", {
    key: "config.refused",
    problems: brought.length === 0 ? problems : brought,
  });
}

/**
 * Whether the account could still log in and edit the config if this runtime were served: else whoever saves it locks
 * themselves out, and perhaps everyone. @param store the records as they would be then
 */
async function stillEdits({ config }: Runtime, store: Store, account: Account): Promise<boolean> {
  const record = await store.read((view) => view.get(config.app.accounts.entity, account._id));
  const edits = lastingRights(config).find((right) => right.of === "config");
  return record !== undefined && edits !== undefined && holds(config.app, record, edits);
}

/** What a system says of a folder in which nothing can be written. */
const REASONS: ReadonlyMap<unknown, MessageName> = new Map([
  ["EROFS", "config.readOnly"],
  ["EACCES", "config.readOnly"],
  ["EPERM", "config.readOnly"],
  ["ENOSPC", "config.diskFull"],
  ["EDQUOT", "config.diskFull"],
]);

/** Writes the files. Where they cannot be, says so in words to who saves, and in the system's to the operator. */
async function writeTexts(
  { source, log }: Editing,
  texts: ReadonlyMap<string, string | null>,
): Promise<void> {
  try {
    await source.write(texts);
  } catch (error) {
    const key = error instanceof Error && "code" in error ? REASONS.get(error.code) : undefined;
    if (key === undefined || !(error instanceof Error)) throw error;
    log(`config: ${error.message}`);
    throw new ApiError("NOT_WRITTEN", { key });
  }
}
