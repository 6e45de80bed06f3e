import useSWR from "swr";
import type { Field } from "../../../model/entity.ts";
import type { Json } from "../../../model/record.ts";
import { recordTitle } from "../../../record/title.ts";
import { FIELDS, mapInside, walkValue } from "../../../record/walk.ts";
import { writtenText } from "../../../record/written-text.ts";
import type { Say } from "../../messages/say.ts";
import { valueText } from "../../messages/value-text.ts";
import { useApp } from "../../services/app-context.tsx";
import { makeReferenceSource } from "../../services/reference-source.ts";
import { useClient } from "../../services/services.ts";

/** Values of fields as text: days and moments as lists write them, records by their titles, once those are known; no pictures. */
export function useShownValues(
  values: readonly { readonly field: Field; readonly value: Json }[],
  say: Say,
): (field: Field, value: Json) => string {
  const client = useClient();
  const { view } = useApp();
  const asked = new Map(values.flatMap(({ field, value }) => referencesIn(field, value)));
  const { data: titles } = useSWR(
    asked.size === 0 ? null : ["titles", ...asked.keys()],
    async () => {
      const { getReference } = makeReferenceSource(client, () => ({ view, say }));
      const found = [...asked].map(async ([key, { entity, id, title }]) => {
        const record = await getReference(entity, id).catch(() => undefined);
        return [key, record && recordTitle({ display: { title } }, record, view)] as const;
      });
      return new Map(await Promise.all(found));
    },
    { revalidateOnFocus: false, shouldRetryOnError: false },
  );

  function worded(field: Field, value: Json): Json {
    if (field.schema.image === true) return null;
    if (field.items?.schema.image === true) return [];
    if (typeof value === "string" && field.reference !== undefined)
      return titles?.get(keyOf(field.reference.entity, value)) ?? value;
    if (typeof value === "string") return writtenText(field.valueType, value, view);
    return mapInside(field, value, (inner, part) => (part === undefined ? undefined : worded(inner, part)));
  }
  return (field, value) => valueText(field, worded(field, value), say);
}

const keyOf = (entity: string, id: string) => `${entity} ${id}`;

function referencesIn(field: Field, value: Json) {
  return [...walkValue(FIELDS, field, value)].flatMap(({ field: { reference }, value: id }) =>
    reference === undefined || typeof id !== "string"
      ? []
      : [[keyOf(reference.entity, id), { ...reference, id }] as const],
  );
}
