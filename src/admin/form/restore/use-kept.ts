import { type RefObject, useCallback, useContext, useEffect, useLayoutEffect, useState } from "react";
import type { Field } from "../../../model/entity.ts";
import { kindOf } from "../../../record/convert.ts";
import { deepFreeze, ownValue } from "../../../record/json.ts";
import type { VersionedRecord } from "../../api/records.ts";
import type { KeptEntry } from "../../services/kept-entries.ts";
import { useServices } from "../../services/services.ts";
import { LeaveContext } from "../../shell/leave.tsx";
import { commitFocused } from "../field/focus-field.ts";
import type { OpenForm } from "../field/open-form.ts";
import { placeValue, type Typed } from "../state/carry-over.ts";
import { type FormField, formFieldsOf } from "../state/field-views.ts";
import type { FormStore } from "../state/form-store.ts";
import { isSameValue } from "../state/form-values.ts";

/** What was typed into the form of an address before the session ended. */
export interface Kept {
  readonly address: string;
  readonly entry: KeptEntry | undefined;
  /** Opens the form without it. */
  drop(): void;
}

export function useKept(address: string): Kept {
  const { kept } = useServices();
  const { forgets } = useContext(LeaveContext);
  const [entry, setEntry] = useState(() => (forgets ? undefined : kept.at(address)));
  const drop = useCallback(() => setEntry(undefined), []);
  return { address, entry, drop };
}

/**
 * Types what was kept into the form before its first paint, and forgets it; true where that changed anything. Keeps all that
 * is typed in the form when the session ends, unless it was saved.
 */
export function useKeeping(
  { address, entry, drop }: Kept,
  { store, entity, readOnly }: OpenForm,
  stored: VersionedRecord | undefined,
  saved: RefObject<boolean>,
): boolean {
  const { kept, session } = useServices();
  const { forgets } = useContext(LeaveContext);
  const etag = stored?.version;
  const [isBack] = useState(() => {
    if (entry === undefined || readOnly) return false;
    typeKept(store, formFieldsOf(entity), entry.values);
    return store.isDirty();
  });
  const isVoid = entry !== undefined && !isBack;
  useEffect(() => {
    if (isVoid) drop();
  }, [isVoid, drop]);
  useLayoutEffect(() => {
    const own = session.get();
    if (forgets || own === undefined) return;
    kept.forget(address);
    return session.subscribe(() => {
      // With another session of the account the form goes on; another account gets nothing of it.
      if (session.get() !== undefined || saved.current) return;
      commitFocused();
      if (!store.isDirty()) return;
      const values = keptValues(store.typed(), formFieldsOf(entity));
      if (Object.keys(values).length === 0) return;
      kept.keep(own.user._id, { address, values, ...(etag === undefined ? {} : { etag }) });
    });
  }, [kept, session, forgets, address, etag, store, entity, saved]);
  return isBack;
}

type KeptValues = KeptEntry["values"];

/** What was typed, as it may be kept: nothing secret. */
function keptValues(typed: readonly Typed[], formFields: readonly FormField[]): KeptValues {
  return Object.fromEntries(
    typed
      .filter(({ formField }) => !isSecret(formField, formFields))
      .map(({ formField, value }) => [formField.path, { kind: kindIn(formField.field), value }]),
  );
}

/** Types it into the fields that are still there and can take it. */
function typeKept(store: FormStore, formFields: readonly FormField[], values: KeptValues): void {
  for (const formField of formFields) {
    const { path, field } = formField;
    const kept = ownValue(values, path);
    if (kept === undefined || isSecret(formField, formFields)) continue;
    const value = placeValue(field, kept.kind === kindIn(field) ? field : undefined, kept.value);
    if (value !== undefined && !isSameValue(value, store.fieldView(path).value))
      store.change(path, deepFreeze(value));
  }
}

/** Secret is a write-only field, a field that must equal one, and one with the password widget. */
function isSecret({ field: { schema, widget } }: FormField, formFields: readonly FormField[]): boolean {
  const twin = formFields.find(({ path }) => path === schema.equals);
  return schema.writeOnly === true || twin?.field.schema.writeOnly === true || widget?.name === "password";
}

/** Fields of one kind take the same values, references only of the same entity. */
function kindIn(field: Field): string {
  return `${kindOf(field)} ${field.valueType} ${field.reference?.entity ?? ""}`;
}
