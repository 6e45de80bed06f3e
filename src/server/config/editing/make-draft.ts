import { describeChanges } from "../../../compiler/changes/describe-changes.ts";
import { checkInSteps } from "../../../compiler/compile.ts";
import { isConfigPath } from "../../../compiler/source/config-path.ts";
import type { Problem } from "../../../model/problem.ts";
import type { DraftAnswer } from "../../../wire/config-editing.ts";
import { ApiError } from "../../http/api-error.ts";
import { inTurns } from "../../in-turns.ts";
import { type Answer, type ApiRequest, signedIn } from "../../runtime/request.ts";
import { draftStore } from "../draft-store.ts";
import { seenStore } from "../seen-store.ts";
import { readServed } from "../served-files.ts";
import { type SettledRuntime, settleRuntime } from "../settle-runtime.ts";
import { countBroken } from "./count-broken.ts";
import { editedFiles, readText, refuseLongTexts, withTexts } from "./edited-files.ts";
import { type Editing, editorNow } from "./editing.ts";
import { Superseded } from "./latest-only.ts";

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
  const { runtime, rejected } = settled;
  if (runtime === undefined || rejected.some((path) => texts.has(path))) return nothingBut(settled.problems);
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

/** What would be served if the config's files were these. Nothing is stored or served of it. */
export async function settleTexts(
  { store, effects, holder }: Editing,
  files: ReadonlyMap<string, string>,
): Promise<SettledRuntime> {
  const { registry, shapes, rebuild: build } = holder.current;
  return settleRuntime({ store, effects, registry, shapes, build }, files, await readServed(store));
}

/** Refuses paths that no file of a config can have, so that nothing else on the disk is ever named. Throws BAD_REQUEST. */
export function refuseForeign(paths: Iterable<string>, onDisk: ReadonlyMap<string, string>): void {
  for (const path of paths) {
    // on some disks two names that differ in capitals alone are one file
    const isOther = [...onDisk.keys()].some(
      (other) => other !== path && other.toLowerCase() === path.toLowerCase(),
    );
    if (isOther || !isConfigPath(path)) {
      throw new ApiError("BAD_REQUEST", { key: "config.noSuchFile", values: { file: path } });
    }
  }
}
