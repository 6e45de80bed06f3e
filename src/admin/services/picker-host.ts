import { useMemo, useRef } from "react";
import type { Entity } from "../../model/entity.ts";
import type { FieldHost } from "../../plugin/host.ts";
import type { ReferenceRules } from "../../plugin/widget.ts";
import { fillMessage, findMessage, messageTables } from "../../record/messages.ts";
import type { AppView } from "../../wire/views.ts";
import type { Say } from "../messages/say.ts";
import { makeReferenceSource } from "./reference-source.ts";
import { type Services, useServices } from "./services.ts";

interface HostParts {
  readonly entity: Entity;
  readonly view: AppView;
  readonly say: Say;
  /** A picker for a reference to its own entity leaves this record out. */
  readonly recordId?: string;
}

/** What a picker of records needs outside a form: there is no record, and nothing is uploaded or saved. */
export function usePickerHost(parts: HostParts): FieldHost {
  const services = useServices();
  const latest = useRef(parts);
  latest.current = parts;
  return useMemo(() => makePickerHost(services, () => latest.current), [services]);
}

/** What a picker of an entity's own records is told. @param isTree whether the host's record is left out */
export function recordsOf({ id, labelField, display }: Entity, isTree: boolean): ReferenceRules {
  return { entity: id, label: labelField, title: display.title, fields: [], tree: isTree };
}

function makePickerHost({ client, toasts, confirms }: Services, now: () => HostParts): FieldHost {
  const NO_RECORD = {};
  const refuse = () => Promise.reject(new Error("A picker has no files."));
  return {
    get recordId() {
      return now().recordId;
    },
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
    onRestored: () => () => undefined,
    ...makeReferenceSource(client, now),
  };
}
