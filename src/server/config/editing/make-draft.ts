import { describeChanges, MAX_CHANGES } from "../../../compiler/changes/describe-changes.ts";
import { describeFieldNames } from "../../../compiler/changes/describe-entity.ts";
import { type CheckedConfig, checkInSteps } from "../../../compiler/compile.ts";
import { isConfigPath } from "../../../compiler/source/config-path.ts";
import type { Change } from "../../../model/change.ts";
import type { Config } from "../../../model/config.ts";
import type { DraftAnswer } from "../../../wire/config-editing.ts";
import { ApiError } from "../../http/api-error.ts";
import { type Account, type Answer, type ApiRequest, signedIn } from "../../http/request.ts";
import { inTurns } from "../../in-turns.ts";
import { accountStore } from "../account-store.ts";
import { type PreparedRuntime, prepareRuntime } from "../prepare-runtime.ts";
import { previewStore } from "../preview-store.ts";
import { readServed } from "../served-files.ts";
import { broughtProblems } from "./brought-problems.ts";
import { countBroken } from "./count-broken.ts";
import { countLeft } from "./count-left.ts";
import type { ServedDraft } from "./drafts.ts";
import { editedFiles, readText, refuseLongTexts, withTexts } from "./edited-files.ts";
import { type Editing, editorNow } from "./editing.ts";
import { Superseded } from "./latest-only.ts";
import type { DraftTexts } from "./shared-drafts.ts";

/** `POST` of texts as they would be saved: answers the changes, and a token for their preview. */
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

async function checkDraft(editing: Editing, request: ApiRequest, texts: DraftTexts): Promise<DraftAnswer> {
  const account = await editorNow(editing, request);
  const { effects, holder, drafts } = editing;
  const onDisk = await editing.source.read();
  refuseForeign(texts.keys(), onDisk);
  const files = withTexts(onDisk, texts);
  // While someone types there mostly are problems: then the rest is not computed.
  const pictures = await editing.source.pictures();
  const { answer, entities } = await inTurns(checkInSteps(files, holder.current.registry, pictures), effects);
  const { problems } = answer;
  const edit = { onDisk, texts };
  const served = holder.current;
  // Counts reveal records too.
  const seen = accountStore(editing.store, served, account);
  if (problems.some(({ file }) => texts.has(file))) {
    const brought = await broughtProblems(editing, { ...edit, problems });
    const changes = await countLeft(editing, seen, fieldNameChanges(served.config, entities, texts));
    return { ...NOTHING, problems, brought, changes };
  }
  const preview = await previewTexts(editing, files);
  const { runtime, rejected } = preview;
  if (runtime === undefined) return { ...NOTHING, problems: preview.problems, brought: preview.problems };
  const brought = await broughtProblems(editing, { ...edit, problems: preview.problems });
  if (rejected.some((path) => texts.has(path))) return { ...NOTHING, problems: preview.problems, brought };
  const draft = { runtime, store: previewStore(seen, runtime.tables) };
  const { changes, more } = await inTurns(describeChanges(served.config, runtime.config), effects);
  // Rejected samples are missing from the runtime, but their file has not changed.
  const reported = changes.filter(({ file }) => texts.has(file) || !file.startsWith("samples/"));
  const counted = await countLeft(
    editing,
    seen,
    await countBroken(editing, { served, draft, seen }, reported),
  );
  const token = drafts.keep(account._id, draft);
  await editing.sharedDrafts.put(account._id, { token, texts, runtime }, served);
  return { problems: preview.problems, brought, changes: counted, more, token };
}

/** The draft of a token, which this server has or makes of what another one stored; undefined where the account has none such. */
export async function findMadeDraft(
  editing: Editing,
  token: string,
  account: Account,
): Promise<ServedDraft | undefined> {
  const { drafts, sharedDrafts, source, holder, store } = editing;
  const known = () => drafts.find(token, account._id);
  return (
    known() ??
    editing.remakeInTurn(async () => {
      const texts = known() === undefined ? await sharedDrafts.texts(account._id, token) : undefined;
      if (texts === undefined) return known();
      const { runtime } = await previewTexts(editing, withTexts(await source.read(), texts));
      if (runtime === undefined) return undefined;
      const reader = accountStore(store, holder.current, account);
      const draft = { runtime, store: previewStore(reader, runtime.tables) };
      drafts.keep(account._id, draft, token);
      return draft;
    })
  );
}

/** Whether a field has another name, which is what many a problem comes of; nothing where none went. */
function fieldNameChanges(
  { entities: served }: Config,
  written: CheckedConfig["entities"],
  texts: DraftTexts,
): readonly Change[] {
  const changes = [...served.values()].flatMap((entity) => {
    const now = written.get(entity.id);
    return now === undefined || !texts.has(`entities/${entity.id}.json`)
      ? []
      : describeFieldNames(entity, now.value);
  });
  return changes.some(({ kind }) => kind === "removed") ? changes.slice(0, MAX_CHANGES) : [];
}

/** There is nothing to look at. */
const NOTHING = { changes: [], more: 0, token: null } as const;

/** What would be served with these files. Nothing is stored. */
export async function previewTexts(
  { store, effects, holder, source }: Editing,
  files: ReadonlyMap<string, string>,
): Promise<PreparedRuntime> {
  const { registry, rebuild: build } = holder.current;
  const pictures = await source.pictures();
  return prepareRuntime({ store, effects, registry, build, pictures }, files, await readServed(store));
}

/** Throws BAD_REQUEST for paths that no file of a config can have. */
export function refuseForeign(paths: Iterable<string>, onDisk: ReadonlyMap<string, string>): void {
  for (const path of paths) {
    // On some disks two names that differ only in case are one file.
    const isSame = (other: string) => other !== path && other.toLowerCase() === path.toLowerCase();
    if (!isConfigPath(path) || [...onDisk.keys()].some(isSame))
      throw new ApiError("BAD_REQUEST", { key: "config.noSuchFile", values: { file: path } });
  }
}
