import type { Entity } from "../../model/entity.ts";
import type { BinRecord } from "../../wire/journal.ts";
import { getBin, purgeBin, purgeRecord } from "../api/journal.ts";
import type { Say } from "../messages/say.ts";
import { useServices } from "../services/services.ts";
import { useFailureToast } from "../shell/toast.tsx";

/** More than so many are not counted before they are deleted. */
const MAX_COUNTED = 1000;

export const isPurgeable = ({ purgeable }: BinRecord) => purgeable === true;

/** Deletes records of the bin for good, once the person is sure. @param reload shows the bin as it is then */
export function usePurge(entity: Entity, say: Say, reload: () => void) {
  const { client, toasts, confirms, overlays } = useServices();
  const failed = useFailureToast(say, "screen");
  const words = { cancel: say("overlay.cancel"), language: entity.language };
  const ask = (title: string, text: string) =>
    confirms.ask({
      title,
      text,
      confirm: title,
      cancel: say("list.deleteNo"),
      danger: true,
      language: entity.language,
    });

  async function purge({ _id, title }: BinRecord): Promise<void> {
    if (!(await ask(say("bin.purge"), say("bin.purgeText", { title })))) return;
    toasts.clearCause("screen");
    try {
      await overlays.run(
        say("overlay.processing"),
        ({ signal }) => purgeRecord(client, entity.id, _id, signal),
        words,
      );
      toasts.show("success", say("bin.purged", { title }));
    } catch (error) {
      failed("bin.purgeFailed", error);
    } finally {
      reload();
    }
  }

  /** What is deleted by others after it was counted stays. */
  async function empty(): Promise<void> {
    toasts.clearCause("screen");
    try {
      const { count, upTo, isMore } = await overlays.run(
        say("overlay.processing"),
        ({ signal }) => countAll(signal),
        words,
      );
      if (upTo === undefined || !(await ask(say("bin.emptyAll"), question(count, isMore)))) return;
      const purged = await overlays.run(
        say("overlay.processing"),
        ({ signal }) => purgeBin(client, entity.id, upTo, signal),
        words,
      );
      toasts.show("success", say("bin.emptied", { count: purged }));
    } catch (error) {
      failed("bin.purgeFailed", error);
    } finally {
      reload();
    }
  }

  async function countAll(signal: AbortSignal) {
    let count = 0;
    let upTo: number | undefined;
    let before: number | undefined;
    do {
      const { records, next } = await getBin(client, entity.id, before, signal, "100");
      upTo ??= records[0]?.position;
      count += records.filter(isPurgeable).length;
      before = next;
    } while (before !== undefined && count < MAX_COUNTED);
    return { count, upTo, isMore: before !== undefined };
  }

  function question(count: number, isMore: boolean): string {
    if (isMore) return say("bin.emptyAtLeast", { count });
    return count === 1 ? say("bin.emptyOne") : say("bin.emptyMany", { count });
  }

  return { purge: (one: BinRecord) => void purge(one), empty: () => void empty() };
}
