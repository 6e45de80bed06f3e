import type { Field } from "../../model/entity.ts";
import { kindOf } from "../../model/fit-value.ts";
import { deepFreeze } from "../../model/freeze.ts";
import { ownValue } from "../../model/json-value.ts";
import type { Typed } from "./carry-over.ts";
import type { FormStore } from "./form-store.ts";
import type { KeptEntry } from "./kept-entries.ts";
import type { Leaf } from "./leaves.ts";
import { isSameValue } from "./paths.ts";
import { placeValue } from "./place-value.ts";

type KeptValues = KeptEntry["values"];

/** What was typed, as it may be kept: nothing secret, and nothing of the work that widgets hold. */
export function keptValues(typed: readonly Typed[], leaves: readonly Leaf[]): KeptValues {
  return Object.fromEntries(
    typed
      .filter(({ leaf }) => !isSecret(leaf, leaves))
      .map(({ leaf, value }) => [leaf.path, { kind: kindIn(leaf.field), value }]),
  );
}

/** Types it into the fields that still are there and can hold it. */
export function typeKept(store: FormStore, leaves: readonly Leaf[], values: KeptValues): void {
  for (const leaf of leaves) {
    const { path, field } = leaf;
    const kept = ownValue(values, path);
    if (kept === undefined || isSecret(leaf, leaves)) continue;
    const value = placeValue(field, kept.kind === kindIn(field) ? field : undefined, kept.value);
    if (value !== undefined && !isSameValue(value, store.leaf(path).value))
      store.change(path, deepFreeze(value));
  }
}

/** A password is what is written only, whatever must equal it, and what is typed unseen. */
function isSecret({ field: { schema, widget } }: Leaf, leaves: readonly Leaf[]): boolean {
  const twin = leaves.find(({ path }) => path === schema.equals);
  return schema.writeOnly === true || twin?.field.schema.writeOnly === true || widget?.name === "password";
}

/** Fields of one kind hold the same values, of the same entity where they are references. */
function kindIn(field: Field): string {
  return `${kindOf(field)} ${field.valueType} ${field.reference?.entity ?? ""}`;
}
