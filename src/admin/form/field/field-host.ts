import type { Entity } from "../../../model/entity.ts";
import type { FieldHost } from "../../../plugin/host.ts";
import { messageAt } from "../../../record/field-errors.ts";
import { fillMessage, type MessageValues, messageTables } from "../../../record/messages.ts";
import { removeImage, uploadImages } from "../../api/records.ts";
import type { Say } from "../../messages/say.ts";
import type { App } from "../../services/app-context.tsx";
import { asText } from "../../services/as-error.ts";
import { makeReferenceSource, withFieldFailure } from "../../services/reference-source.ts";
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
    confirm: ({ title, text, confirm, cancel, danger }) =>
      confirms.ask({
        title: asText(title),
        text: asText(text),
        confirm: asText(confirm),
        cancel: asText(cancel),
        danger: danger === true,
        language: now().entity.language,
      }),
    ...makeReferenceSource(client, now),
    upload: (files, options) =>
      withFieldFailure(uploadImages(client, files, options), now().say, options.signal),
    removeUpload: (fileName) => withFieldFailure(removeImage(client, fileName), now().say),
    holdUntilSave: (work) => store.hold(path, work),
    onRestored: (restore) => store.onRestored(path, restore),
  };
}

const isToastKind = (kind: string) => ["success", "error", "warning"].includes(kind);

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
