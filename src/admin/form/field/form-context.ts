import { createContext, useCallback, useContext, useSyncExternalStore } from "react";
import type { Entity } from "../../../model/entity.ts";
import type { StoredRecord } from "../../../model/record.ts";
import type { FieldHost } from "../../../plugin/host.ts";
import type { BlameSource } from "../../api/use-blame.ts";
import type { Say } from "../../messages/say.ts";
import type { Services } from "../../services/services.ts";
import type { Machine } from "../loading/use-machine.ts";
import type { Leaf, LeafView } from "../state/field-views.ts";
import type { FormStore } from "../state/form-store.ts";
import type { FollowedParts } from "./field-host.ts";

/** What a form is opened with. */
export interface OpenFormParts extends Pick<FollowedParts, "view" | "say"> {
  readonly services: Services;
  /** undefined: a new record. */
  readonly stored: StoredRecord | undefined;
  readonly machine: Machine;
}

/**
 * What the theme's parts share. RJSF's own formContext would not do: it takes all functions for equal and keeps
 * stale ones.
 */
export interface OpenForm {
  readonly entity: Entity;
  readonly store: FormStore;
  readonly machine: Machine;
  readonly say: Say;
  /** Knows who is to blame for a widget that broke. */
  readonly blames: BlameSource;
  /** Nothing can be changed: a protected record. */
  readonly readOnly: boolean;
  /** undefined for the form, for objects around fields, and for a field that is no more. */
  leaf(path: string): Leaf | undefined;
  host(leaf: Leaf): FieldHost;
  isMadeOf(parts: OpenFormParts): boolean;
  /** The same form with everything that was typed, made of another config: the same store, hosts and widgets. */
  follow(next: OpenFormParts): OpenForm;
}

export const FormContext = createContext<OpenForm | undefined>(undefined);

export function useForm(): OpenForm {
  const form = useContext(FormContext);
  if (form === undefined) throw new Error("A part of the form's theme was rendered outside a form.");
  return form;
}

/** What a field shows; re-renders when that changes, and only then. */
export function useLeafView(path: string): LeafView {
  const { store } = useForm();
  return useSyncExternalStore(
    store.subscribe,
    useCallback(() => store.leaf(path), [store, path]),
  );
}
