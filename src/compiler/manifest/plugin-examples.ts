import type { FieldSchema } from "../../model/field-schema.ts";
import type { PluginExample, PluginManifest } from "../../model/plugin-manifest.ts";
import type { Json } from "../../model/record.ts";
import type { ValueType } from "../../model/value-type.ts";
import { ownValue } from "../../record/json.ts";

/** A plugin ready to be tried: the examples that its manifest has, else one made up for each kind of value that it takes. */
export function examplesOf(manifest: PluginManifest): readonly PluginExample[] {
  return manifest.examples ?? manifest.values.map((type) => madeUp(manifest, type));
}

function madeUp({ options, itemField }: PluginManifest, type: ValueType): PluginExample {
  const [field, value] = type === "array" && itemField !== undefined ? MADE_UP_SLOTS : MADE_UP[type];
  const needed = (options?.required ?? []).flatMap((name): [string, Json][] => {
    const option = ownValue(options?.properties ?? {}, name);
    const example = option?.examples?.[0];
    return option?.default !== undefined || example === undefined ? [] : [[name, example]];
  });
  const given = needed.length === 0 ? {} : { options: Object.fromEntries(needed) };
  return { title: field.title, field, ...given, value };
}

const PICTURE = {
  fileName: "example.svg",
  imgUrl:
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'%3E%3Crect width='4' height='3' fill='%23799'/%3E%3C/svg%3E",
  expiresAt: null,
};

type MadeUp = readonly [field: FieldSchema & { readonly title: string }, value: Json];

const MADE_UP: Readonly<Record<ValueType, MadeUp>> = {
  string: [{ type: "string", title: "Text" }, "A few words"],
  number: [{ type: "number", title: "Any number" }, 2.5],
  integer: [{ type: "integer", title: "Whole number" }, 3],
  boolean: [{ type: "boolean", title: "Yes or no" }, true],
  object: [
    { type: "object", title: "Object", properties: { name: { type: "string", title: "Its name" } } },
    { name: "A name" },
  ],
  array: [{ type: "array", title: "List", items: { type: "string" } }, ["One", "Two"]],
  choice: [
    {
      type: "string",
      title: "Choice",
      enum: ["small", "large"],
      labels: { small: "Small", large: "Large" },
    },
    "large",
  ],
  reference: [{ type: "string", title: "Reference", reference: { entity: "authors", label: "name" } }, "1"],
  date: [{ type: "string", title: "Date", format: "date" }, "2026-11-20"],
  "date-time": [{ type: "string", title: "Moment", format: "date-time" }, "2026-11-20T08:30:00.000Z"],
  html: [{ type: "string", title: "Formatted text", format: "html" }, "<p>A <strong>few</strong> words</p>"],
  image: [{ type: "object", title: "Picture", image: true }, PICTURE],
  images: [{ type: "array", title: "Pictures", items: { type: "object", image: true } }, [PICTURE]],
};

/** A list for a widget that draws one reference of each item. */
const MADE_UP_SLOTS: MadeUp = [
  {
    type: "array",
    title: "List",
    items: { type: "object", properties: { author: MADE_UP.reference[0] } },
  },
  [{ author: "1" }],
];
