import { describeChanges } from "../../../model/describe-changes.ts";
import type { Problem } from "../../../model/problem.ts";
import { checkInSteps } from "../../../model/read-config.ts";
import type { DraftAnswer } from "../../../wire/config-editing.ts";
import { ApiError } from "../../api-error.ts";
import { inTurns } from "../../in-turns.ts";
import type { Answer, ApiRequest } from "../../request.ts";
import { signedIn } from "../../request.ts";
import { draftStore } from "../draft-store.ts";
import { seenStore } from "../seen-store.ts";
import { refuseForeign } from "./config-path.ts";
import { countBroken } from "./count-broken.ts";
import { editedFiles, readText, refuseLongTexts, withTexts } from "./edited-files.ts";
import type { Editing } from "./editing.ts";
import { editorNow } from "./editor-of.ts";
import { Superseded } from "./latest-only.ts";
import { settleTexts } from "./settle-texts.ts";

type Texts = ReadonlyMap<string, string | null>;

/** `POST` of texts as they would be saved: what that would come to, and a token to look at it with. */
export async function makeDraft(editing: Editing, request: ApiRequest): Promise<Answer> {
  const texts = editedFiles(request.body, readText);
  refuseLongTexts(texts);
  try {
    const check = () => checkDraft(editing, request, texts);
    return { status: 200, body: await editing.checkLatest(signedIn(request)._id, check) };
  } catch (error) {
    if (error instanceof Superseded) throw new ApiError("STALE", { key: "config.superseded" });
    throw error;
  }
}

async function checkDraft(editing: Editing, request: ApiRequest, texts: Texts): Promise<DraftAnswer> {
  const account = await editorNow(editing, request);
  const { effects, holder, drafts } = editing;
  const onDisk = await editing.source.read();
  refuseForeign(texts.keys(), onDisk);
  const files = withTexts(onDisk, texts);
  // while she types there mostly are some: then nothing further is worth its time
  const { answer } = await inTurns(checkInSteps(files, holder.current.registry), effects);
  const { problems } = answer;
  if (problems.some(({ file }) => texts.has(file))) return nothingBut(problems);
  const settled = await settleTexts(editing, files);
  const { runtime, heldBack } = settled;
  if (runtime === undefined || heldBack.some((path) => texts.has(path))) return nothingBut(settled.problems);
  const served = holder.current;
  // what is counted tells of records too
  const store = seenStore(editing.store, served, account);
  const draft = { runtime, store: draftStore(store, runtime.tables) };
  const { changes, more } = describeChanges(served.config, runtime.config);
  // samples that are left out for a while are on disk as they were: that is a problem, but no change
  const told = changes.filter(({ file }) => texts.has(file) || !file.startsWith("samples/"));
  const counted = await countBroken({ ...editing, store }, { served, draft }, told);
  return { problems: settled.problems, changes: counted, more, token: drafts.keep(account._id, draft) };
}

function nothingBut(problems: readonly Problem[]): DraftAnswer {
  return { problems, changes: [], more: 0, token: null };
}
