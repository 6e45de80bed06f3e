import type { ErrorCode } from "../../wire/error.ts";
import type { KeptChange } from "../../wire/journal.ts";
import type { AppView } from "../../wire/views.ts";
import { ApiFailure } from "../api/failure.ts";
import { readKept, undoChange } from "../api/undo.ts";
import type { Say } from "../messages/say.ts";
import type { Services } from "../services/services.ts";

const NOT_UNDONE = "NOT_UNDONE" satisfies ErrorCode;

interface TakeBackParts {
  readonly services: Pick<Services, "client" | "toasts" | "confirms" | "overlays">;
  readonly view: AppView;
  readonly language: string;
  readonly say: Say;
  readonly failed: (error: unknown) => void;
  /** What is shown is fetched anew. */
  readonly refresh: () => Promise<unknown>;
}

/** Takes a change back. What stands in its way is listed, with the rest of the change to be taken back, where there is one. */
export async function takeBack(changeId: string, parts: TakeBackParts, rest = false): Promise<void> {
  const { services, say, language, failed, refresh } = parts;
  const { client, toasts, overlays } = services;
  let lost: readonly KeptChange[] = [];
  try {
    ({ notRestored: lost } = await overlays.run(
      say("overlay.processing"),
      ({ signal }) => undoChange(client, { changeId, rest }, signal),
      { cancel: say("overlay.cancel"), language },
    ));
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.code !== NOT_UNDONE) failed(error);
    else if (await wantsRest(error, parts)) await takeBack(changeId, parts, true);
    return;
  }
  toasts.show("success", say("undo.done"));
  for (const { title, reason } of lost) toasts.show("warning", say("undo.keptItem", { title, reason }));
  // What is shown says itself what failed of it; once the session has ended there is no cache.
  await refresh().catch(() => undefined);
}

/** Explains what stands in the way. */
async function wantsRest(
  failure: ApiFailure,
  { services, view, language, say }: TakeBackParts,
): Promise<boolean> {
  const { client, confirms } = services;
  const { kept, hasRest } = readKept(failure.body);
  // What names values is not loaded before there is something to name.
  const { keptLines } = await import("./kept-lines.ts");
  const items: string[] = [];
  for (const one of kept) {
    const { title, reason } = one;
    items.push(say("undo.keptItem", { title, reason }));
    items.push(...(await keptLines(one, { client, view, say })));
  }
  return confirms.ask({
    title: say("undo.keptTitle"),
    text: failure.message,
    items,
    confirm: hasRest ? say("undo.rest") : undefined,
    cancel: say("undo.close"),
    language,
  });
}
