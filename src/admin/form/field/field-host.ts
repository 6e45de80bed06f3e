import type { Entity } from "../../../model/entity.ts";
import { FieldFailure, type FieldHost } from "../../../plugin/host.ts";
import { fillMessage, type MessageValues, messageAt, messageTables } from "../../../record/messages.ts";
import { ApiFailure, isAbort } from "../../api/failure.ts";
import { type CallableEntity, getRecord, listRecords, removeImage, uploadImages } from "../../api/records.ts";
import { failureText, type Say } from "../../messages/say.ts";
import type { App } from "../../services/app-context.tsx";
import { asText } from "../../services/as-error.ts";
import type { Services } from "../../services/services.ts";
import type { FormField } from "../state/field-views.ts";
import type { FormStore } from "../state/form-store.ts";

/** What changes with the config. */
export interface FollowedParts {
  readonly entity: Entity;
  readonly view: App["view"];
  /** Says the entity's messages. */
  readonly say: Say;
  /** undefined for a field that was removed. */
  formField(path: string): FormField | undefined;
}

/**
 * What the form offers the widget of one field: the same object while the form is open, `now` answers the parts of the
 * current config. Whatever a plugin gives for a toast or a question is turned into text.
 */
export function makeFieldHost(
  path: string,
  recordId: string | undefined,
  store: FormStore,
  { client, toasts, confirms }: Services,
  now: () => FollowedParts,
): FieldHost {
  /** Rejects with a `FieldFailure` in the language of the screen, or an AbortError, whatever the reason of the signal. */
  async function inWords<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      if (isAbort(cause)) throw cause;
      if (signal?.aborted === true) throw new DOMException("Given up.", "AbortError");
      if (!(cause instanceof ApiFailure)) throw cause;
      throw new FieldFailure(failureText(cause, now().say), { cause });
    }
  }

  return {
    recordId,
    entity: now().entity.id,
    get language() {
      return now().entity.language;
    },
    get timeStyle() {
      return now().view;
    },
    get pageSize() {
      return now().view.limits.optionsPageSize;
    },
    getRecord: store.record,
    subscribeRecord: store.subscribe,
    message: (key, values = {}) => fieldSentence(now(), path, key, values),
    toast: (kind, text) => toasts.show(isToastKind(kind) ? kind : "error", asText(text)),
    confirm: ({ title, text, confirm, cancel }) =>
      confirms.ask({
        title: asText(title),
        text: asText(text),
        confirm: asText(confirm),
        cancel: asText(cancel),
        language: now().entity.language,
      }),
    async listReferences({ entity: id, page, search = "", sortField = "", sortOrder }, signal) {
      const { view } = now();
      const limit = view.limits.optionsPageSize;
      const query = { page, limit, nameQuery: search, sortField, sortOrder: sortOrder ?? "" } as const;
      return inWords(listRecords(client, calledEntity(view, id), query, signal), signal);
    },
    async getReference(id, record, signal) {
      try {
        return await inWords(getRecord(client, calledEntity(now().view, id), record, signal), signal);
      } catch (error) {
        const cause = error instanceof FieldFailure ? error.cause : undefined;
        if (cause instanceof ApiFailure && cause.status === 404) return undefined;
        throw error;
      }
    },
    upload: (files, options) => inWords(uploadImages(client, files, options), options.signal),
    removeUpload: (fileName) => inWords(removeImage(client, fileName)),
    holdUntilSave: (work) => store.hold(path, work),
  };
}

const isToastKind = (kind: string) => ["success", "error", "warning"].includes(kind);

export function calledEntity(view: App["view"], id: string): CallableEntity {
  for (const each of view.entities) {
    if (each.access === "full" && each.entity.id === id) return each.entity;
    if (each.access === "reference" && each.id === id) return each;
  }
  throw new Error(`This account cannot read the records of "${id}".`);
}

function fieldSentence(
  { entity, view, formField }: FollowedParts,
  path: string,
  key: string,
  values: MessageValues,
): string {
  const field = formField(path)?.field;
  const found = messageAt(key, {
    own: [field?.schema.messages],
    tables: messageTables(view.messages, view.language, entity),
    plugin: field?.widget?.name,
  });
  return fillMessage(found ?? key, { label: field?.label ?? "", ...values });
}
