import { KEYWORDS, type KeywordTable } from "../../model/keywords.ts";
import { plainOptions } from "../../model/option-schema.ts";
import type { KnownPlugins, PluginManifest } from "../../model/plugin-manifest.ts";
import { TYPES_KEYWORD } from "../../model/published-keyword.ts";
import type { ValueType } from "../../model/value-type.ts";
import { isObject } from "../../record/json.ts";
import { definition, type JsonSchema, where, withProperties } from "./plain-schema.ts";
import { fieldMessages, widgetMessages } from "./published-messages.ts";

/** A field with what plugins add: the names of widgets for its kind of value, and the named widget's options and messages. */
export function fieldWithPlugins(field: JsonSchema, plugins: KnownPlugins): JsonSchema {
  const widgets = manifestsOf(plugins.widgets);
  const messages = fieldMessages(widgets);
  return {
    ...withTypes(withProperties(field, { messages: (one) => ({ ...one, ...messages }) })),
    allOf: [
      KINDS.reduceRight<JsonSchema>(
        (others, [kind, test]) => where(test, widgetsFor(kind, widgets), others),
        { properties: { widget: namesOf(widgets) } },
      ),
      ...widgets.map((widget) => where(names("widget", widget), definition(definitionName(widget)))),
    ],
  };
}

/** Each keyword that only fields of some types may have, with those. */
function withTypes(field: JsonSchema): JsonSchema {
  const table: KeywordTable<string> = KEYWORDS;
  const own = Object.keys(isObject(field.properties) ? field.properties : {});
  const typed = own.flatMap((name) => {
    const types = table[name]?.types ?? "any";
    return types === "any"
      ? []
      : [[name, (one: JsonSchema) => ({ ...one, [TYPES_KEYWORD]: types })] as const];
  });
  return withProperties(field, Object.fromEntries(typed));
}

/** A column with what plugins add: the names of all cells, since its file alone does not say what it shows, and the named cell's options. */
export function columnWithPlugins(column: JsonSchema, plugins: KnownPlugins): JsonSchema {
  const cells = manifestsOf(plugins.cells);
  return {
    ...withProperties(column, { cell: (one) => ({ ...one, ...namesOf(cells) }) }),
    allOf: cells.map((cell) => where(names("cell", cell), definition(definitionName(cell)))),
  };
}

/** The definitions that the schemas above refer to: each plugin's part of the field or column that names it. */
export function pluginDefinitions(known: KnownPlugins["widgets"]): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    manifestsOf(known).map((manifest) => [definitionName(manifest), useOf(manifest)]),
  );
}

/**
 * What a field of each kind of value is like, in the order of `valueType`: the first that matches is the field's. With
 * patterns instead of constants, because editors offer the constants of a condition as completions.
 */
const SHAPES: Readonly<Record<ValueType, JsonSchema>> = {
  reference: { required: ["reference"] },
  choice: { required: ["enum"] },
  date: textOf("date"),
  "date-time": textOf("date-time"),
  html: textOf("html"),
  image: { ...has("type", exactly("object")), allOf: [has("image", { const: true })] },
  images: { ...has("type", exactly("array")), allOf: [has("items", has("image", { const: true }))] },
  string: has("type", exactly("string")),
  number: has("type", exactly("number")),
  integer: has("type", exactly("integer")),
  boolean: has("type", exactly("boolean")),
  object: has("type", exactly("object")),
  array: has("type", exactly("array")),
};
const KINDS = Object.entries(SHAPES) as readonly (readonly [ValueType, JsonSchema])[];

function textOf(format: string): JsonSchema {
  return { ...has("type", exactly("string")), allOf: [has("format", exactly(format))] };
}

function widgetsFor(kind: ValueType, widgets: readonly PluginManifest[]): JsonSchema {
  const standard = widgets.find(({ defaultFor = [] }) => defaultFor.includes(kind));
  return {
    properties: { widget: namesOf(widgets.filter(({ values }) => values.includes(kind))) },
    ...where(
      { not: { required: ["widget"] } },
      standard === undefined ? { properties: { options: false } } : definition(definitionName(standard)),
    ),
  };
}

/** The names of plugins with their descriptions; false if there is none. */
function namesOf(manifests: readonly PluginManifest[]): JsonSchema | false {
  if (manifests.length === 0) return false;
  return {
    enum: manifests.map(({ name }) => name),
    enumDescriptions: manifests.map(({ description }) => description),
  };
}

function useOf(manifest: PluginManifest): JsonSchema {
  const { properties = {}, required = [] } = manifest.options ?? {};
  const needed = required.filter((name) => properties[name]?.default === undefined);
  return {
    properties: {
      options: {
        type: "object",
        description: `Options of the ${manifest.kind} "${manifest.name}". ${manifest.description}`,
        properties: plainOptions(properties),
        ...(needed.length === 0 ? {} : { required: needed }),
        additionalProperties: false,
      },
      ...(manifest.kind === "widget" && {
        messages: {
          description: `The field's sentences, those of the widget "${manifest.name}" among them.`,
          properties: widgetMessages(manifest),
        },
      }),
    },
    ...(needed.length === 0 ? {} : { required: ["options"] }),
  };
}

function manifestsOf(known: KnownPlugins["widgets"]): PluginManifest[] {
  return [...known.values()].map(({ manifest }) => manifest);
}

function definitionName({ kind, name }: PluginManifest): string {
  return `${kind}.${name}`;
}

function names(key: "widget" | "cell", { name }: PluginManifest): JsonSchema {
  return has(key, exactly(name));
}

function has(key: string, value: JsonSchema): JsonSchema {
  return { required: [key], properties: { [key]: value } };
}

function exactly(text: string): JsonSchema {
  return { pattern: `^${text}$` };
}
