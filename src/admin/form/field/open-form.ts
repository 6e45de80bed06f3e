import { createContext, useContext, useSyncExternalStore } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { StoredRecord } from "../../../model/record.ts";
import type { FieldHost } from "../../../plugin/host.ts";
import { deepFreeze } from "../../../record/json.ts";
import { splitPath } from "../../../record/path.ts";
import type { Say } from "../../messages/say.ts";
import type { BlameSource } from "../../problem/use-verdict.ts";
import type { Services } from "../../services/services.ts";
import { isAllowedByView } from "../../shell/record-access.ts";
import type { FormRuntime } from "../loading/form-runtime.ts";
import { type FieldView, type FormField, formFieldsOf } from "../state/field-views.ts";
import { type FormSpec, type FormStore, makeFormStore } from "../state/form-store.ts";
import { initialRecord } from "../state/form-values.ts";
import { presetsIn, withPresets } from "../state/presets.ts";
import { type FollowedParts, makeFieldHost } from "./field-host.ts";

/** What a form is opened with. */
export interface OpenFormParts extends Pick<FollowedParts, "view" | "say"> {
  readonly services: Services;
  /** undefined: a new record. */
  readonly stored: StoredRecord | undefined;
  readonly runtime: FormRuntime;
  /** The query of its address, which may fill in fields of a new record. */
  readonly params?: URLSearchParams;
}

/** What the parts of the theme share. Not by RJSF's formContext: it takes all functions for equal and keeps stale ones. */
export interface OpenForm {
  readonly entity: Entity;
  /** Of the stored record; undefined: it is new. */
  readonly recordId: string | undefined;
  readonly store: FormStore;
  readonly runtime: FormRuntime;
  readonly say: Say;
  /** BCP 47 tag by which dates and numbers are written. */
  readonly locale: string;
  /** The business's, in which times are read and written. */
  readonly timeZone: string;
  /** Whom to ask who is to blame for a widget that broke. */
  readonly blames: BlameSource;
  /** Nothing can be changed. */
  readonly readOnly: boolean;
  /** Why: the record is protected, or this person may only look at it. */
  readonly readOnlyFor: "protected" | "rights" | undefined;
  /** Whether this person may see the field, but not change it. */
  isReadOnly(formField: FormField): boolean;
  /** undefined for the form, for objects around fields, and for a field that was removed. */
  formField(path: string): FormField | undefined;
  /** What stands under the field. */
  hint(formField: FormField): string | undefined;
  host(formField: FormField): FieldHost;
  isMadeOf(parts: OpenFormParts): boolean;
  /** The same form made of another config or of a newer record: with the same store, hosts and widgets, and all that was typed. */
  follow(next: OpenFormParts): OpenForm;
}

export const FormContext = createContext<OpenForm | undefined>(undefined);

export function useForm(): OpenForm {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error("A part of the form's theme was rendered outside a form.");
  return form;
}

/** What a field shows; re-renders only when that changes. */
export function useFieldView(path: string): FieldView {
  const { store } = useForm();
  return useSyncExternalStore(store.subscribe, () => store.fieldView(path));
}

export function makeOpenForm(parts: OpenFormParts): OpenForm {
  const { services } = parts;
  const store = makeFormStore(formSpec(parts));
  const hosts = new Map<string, FieldHost>();
  let now: FollowedParts;

  function formOf(current: OpenFormParts): OpenForm {
    const { runtime, view, say, stored } = current;
    const { entity, rights } = runtime.open;
    const formFields = new Map(formFieldsOf(entity).map((formField) => [formField.path, formField]));
    const formField = (path: string) => formFields.get(path);
    now = { entity, view, say, formField };
    const readOnlyFor =
      stored?.isProtected === true
        ? "protected"
        : stored !== undefined && !isAllowedByView(rights, "edit", stored)
          ? "rights"
          : undefined;
    const readOnlyFields = rights.readOnly[stored === undefined ? "create" : "edit"];
    const keepsSecrets = stored !== undefined && readOnlyFor === undefined;
    return {
      entity,
      recordId: stored?._id,
      runtime,
      store,
      say,
      locale: view.dateLocale,
      timeZone: view.timeZone,
      blames: { client: services.client, configHash: view.hash },
      readOnly: readOnlyFor !== undefined,
      readOnlyFor,
      isReadOnly: ({ path }) => readOnlyFields.includes(splitPath(path)[0] ?? ""),
      formField,
      hint({ field: { schema } }) {
        const keeps = keepsSecrets && schema.writeOnly === true ? say("form.keepsBlank") : undefined;
        return [schema.description, keeps].filter((one) => one !== undefined).join(" · ") || undefined;
      },
      host({ path }) {
        const host = hosts.get(path) ?? makeFieldHost(path, parts.stored?._id, store, services, () => now);
        hosts.set(path, host);
        return host;
      },
      isMadeOf: (other) =>
        other.runtime === runtime && other.stored === stored && other.view === view && other.say === say,
      follow(next) {
        if (next.runtime !== runtime || next.stored !== stored) store.follow(formSpec(next));
        return formOf(next);
      },
    };
  }
  return formOf(parts);
}

function formSpec({ runtime, stored, params }: OpenFormParts): FormSpec {
  const { entity, rights } = runtime.open;
  const own = initialRecord(entity, stored, rights.own);
  const isPreset = stored === undefined && params !== undefined;
  const initial = isPreset
    ? deepFreeze(withPresets(own, presetsIn(params, entity, rights.readOnly.create)))
    : own;
  return { formFields: formFieldsOf(entity), rules: runtime.rules, initial };
}
