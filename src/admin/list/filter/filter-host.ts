import type { Entity } from "../../../model/entity.ts";
import type { FieldHost } from "../../../plugin/host.ts";
import { fillMessage, findMessage, messageTables } from "../../../record/messages.ts";
import type { AppView } from "../../../wire/views.ts";
import type { Say } from "../../messages/say.ts";
import { makeReferenceSource } from "../../services/reference-source.ts";
import type { Services } from "../../services/services.ts";

interface HostParts {
  readonly entity: Entity;
  readonly view: AppView;
  readonly say: Say;
}

/** What a picker of records needs outside a form: there is no record, and nothing is uploaded or saved. */
export function makeFilterHost({ client, toasts, confirms }: Services, now: () => HostParts): FieldHost {
  const NO_RECORD = {};
  const refuse = () => Promise.reject(new Error("A filter has no files."));
  return {
    recordId: undefined,
    entity: now().entity.id,
    get language() {
      return now().entity.language;
    },
    get pageSize() {
      return now().view.limits.optionsPageSize;
    },
    getRecord: () => NO_RECORD,
    subscribeRecord: () => () => undefined,
    message(key, values = {}) {
      const { entity, view } = now();
      return fillMessage(
        findMessage(messageTables(view.messages, view.language, entity), key) ?? key,
        values,
      );
    },
    toast: (kind, text) => void toasts.show(kind, text),
    confirm: (question) => confirms.ask({ ...question, language: now().entity.language }),
    upload: refuse,
    removeUpload: refuse,
    holdUntilSave: () => undefined,
    ...makeReferenceSource(client, now),
  };
}
