import { whyUnreadable } from "../../../model/unreadable-file.ts";
import { ApiError } from "../../api-error.ts";
import type { Account, ApiRequest } from "../../request.ts";
import { unlessNotStored } from "../../store/store-errors.ts";
import { draftStore } from "../draft-store.ts";
import { refuseForeign } from "./config-path.ts";
import { withTexts } from "./edited-files.ts";
import type { Editing } from "./editing.ts";
import { editorNow } from "./editor-of.ts";
import { refuseProblems } from "./refuse-problems.ts";
import { settleTexts } from "./settle-texts.ts";
import { stillEdits } from "./still-edits.ts";
import { textVersion, versionOf } from "./text-version.ts";
import { keepTextsBefore, readTextsBefore } from "./texts-before.ts";
import { writeTexts } from "./write-texts.ts";

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
