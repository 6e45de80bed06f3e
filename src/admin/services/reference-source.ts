import { FieldFailure, type FieldHost } from "../../plugin/host.ts";
import type { AppView } from "../../wire/views.ts";
import type { Client } from "../api/client.ts";
import { ApiFailure, isAbort } from "../api/failure.ts";
import { type CallableEntity, getNamedRecord, listRecords } from "../api/records.ts";
import { failureText, type Say } from "../messages/say.ts";

/** What changes with the config. */
interface SourceParts {
  readonly view: AppView;
  readonly say: Say;
}

/** Records of other entities, as a widget's host answers them: refused with a `FieldFailure` in the language of the screen. */
export function makeReferenceSource(
  client: Client,
  now: () => SourceParts,
): Pick<FieldHost, "listReferences" | "getReference"> {
  return {
    async listReferences({ entity: id, page, search = "", sortField = "", sortOrder }, signal) {
      const { view, say } = now();
      const limit = view.limits.optionsPageSize;
      const query = { page, limit, nameQuery: search, sortField, sortOrder: sortOrder ?? "" } as const;
      return withFieldFailure(listRecords(client, calledEntity(view, id), query, signal), say, signal);
    },
    async getReference(id, record, signal) {
      const { view, say } = now();
      try {
        return await withFieldFailure(
          getNamedRecord(client, calledEntity(view, id), record, signal),
          say,
          signal,
        );
      } catch (error) {
        const cause = error instanceof FieldFailure ? error.cause : undefined;
        if (cause instanceof ApiFailure && cause.status === 404) return undefined;
        throw error;
      }
    },
  };
}

/** The work, with failures of requests as a `FieldFailure`, and with an AbortError whatever the reason of the signal. */
export async function withFieldFailure<T>(work: Promise<T>, say: Say, signal?: AbortSignal): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (isAbort(cause)) throw cause;
    if (signal?.aborted === true) throw new DOMException("Given up.", "AbortError");
    if (!(cause instanceof ApiFailure)) throw cause;
    throw new FieldFailure(failureText(cause, say), { cause });
  }
}

export function calledEntity(view: AppView, id: string): CallableEntity {
  for (const each of view.entities) {
    if (each.access === "full" && each.entity.id === id) return each.entity;
    if (each.access === "reference" && each.id === id) return each;
  }
  throw new Error(`This account cannot read the records of "${id}".`);
}
