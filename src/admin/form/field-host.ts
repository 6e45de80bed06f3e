import type { Entity } from "../../model/entity.ts";
import type { Json } from "../../model/record.ts";
import type { Host } from "../../plugin/host.ts";
import { fillMessage } from "../../wire/message.ts";
import { ApiFailure, isAbort } from "../api/failure.ts";
import { type CallableEntity, getRecord, listRecords, removeImage, uploadImages } from "../api/records.ts";
import type { App } from "../app-context.tsx";
import { failureText } from "../messages/failure-text.ts";
import { findMessage, type Say } from "../messages/say.ts";
import type { Services } from "../services.ts";
import type { FormStore } from "./form-store.ts";
import type { Leaf } from "./leaves.ts";

export interface HostParts {
  readonly entity: Entity;
  readonly recordId: string | undefined;
  readonly store: FormStore;
  readonly services: Services;
  readonly view: App["view"];
  /** The entity's sentences. */
  readonly say: Say;
}

/** What the form offers the widget of one field. */
export function makeFieldHost(leaf: Leaf, parts: HostParts): Host {
  const { entity, recordId, store, services, view, say } = parts;
  const { client, toasts, confirms } = services;

  /** The same failure in the words of this screen. */
  async function inWords<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (isAbort(error) || !(error instanceof ApiFailure)) throw error;
      throw new ApiFailure(error.kind, failureText(error, say), error);
    }
  }

  return {
    recordId,
    entity: entity.id,
    language: entity.language,
    pageSize: view.limits.optionsPageSize,
    getRecord: () => store.record() as Readonly<Record<string, Json | undefined>>,
    subscribeRecord: store.subscribe,
    message: (key, values = {}) => fieldSentence(leaf, entity, view, key, values),
    toast: (kind, text) => toasts.show(kind, text),
    confirm: (question) => confirms.ask({ ...question, language: entity.language }),
    async listReferences({ entity: id, page, search = "", sortField = "", sortOrder }, signal) {
      const limit = view.limits.optionsPageSize;
      const query = { page, limit, nameQuery: search, sortField, sortOrder: sortOrder ?? "" } as const;
      return inWords(listRecords(client, calledEntity(view, id), query, signal));
    },
    async getReference(id, record, signal) {
      try {
        return await inWords(getRecord(client, calledEntity(view, id), record, signal));
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 404) return undefined;
        throw error;
      }
    },
    upload: (files, options) => inWords(uploadImages(client, files, options)),
    removeUpload: (fileName) => inWords(removeImage(client, fileName)),
    holdUntilSave: (work) => store.hold(leaf.path, work),
  };
}

function calledEntity(view: App["view"], id: string): CallableEntity {
  for (const each of view.entities) {
    if (each.access === "full" && each.entity.id === id) return each.entity;
    if (each.access === "reference" && each.id === id) return each;
  }
  throw new Error(`This account cannot read the records of "${id}".`);
}

/** The field's own words, then the entity's, messages.json's and the manifest's. */
function fieldSentence(
  { field }: Leaf,
  entity: Entity,
  view: App["view"],
  key: string,
  values: Readonly<Record<string, string | number>>,
): string {
  const ofPlugin = `${field.widget?.name ?? ""}.${key}`;
  const texts = (language: string) =>
    Object.hasOwn(view.messages, language) ? view.messages[language] : undefined;
  const template =
    findMessage(key.replace(/^rule\./, ""), [field.schema.messages]) ??
    findMessage(key, [entity.messages]) ??
    findMessage(ofPlugin, [entity.messages]) ??
    findMessage(key, [texts(entity.language)]) ??
    findMessage(ofPlugin, [texts(entity.language), texts(view.language)]) ??
    findMessage(key, [texts(view.language)]) ??
    key;
  return fillMessage(template, { label: field.label, ...values });
}
