import type { OptionSchema } from "../model/option-schema.ts";
import type { PluginManifest } from "../model/plugin-manifest.ts";
import { table, withPart } from "./page-part.ts";

interface Listed {
  /** `plugins/stars` */
  readonly folder: string;
  readonly manifest: PluginManifest;
}

/** A page with the tables of the installed plugins and of stock between their marks. Throws where it has no such marks. */
export function withPluginTables(page: string, plugins: Iterable<Listed>): string {
  const all = [...plugins].sort((one, other) => (one.folder < other.folder ? -1 : 1));
  const isStock = ({ folder }: Listed) => folder.startsWith("src/");
  const installed = withPart(page, "installed-plugins", pluginTables(all.filter((one) => !isStock(one))));
  return withPart(installed, "stock-plugins", pluginTables(all.filter(isStock)));
}

/** What there is, then what can be set. */
function pluginTables(plugins: readonly Listed[]): string {
  const rows = plugins.map(({ manifest }) => [
    `\`${manifest.name}\``,
    manifest.kind,
    manifest.values.join(", "),
    manifest.description,
  ]);
  return `${table(["plugin", "kind", "for values", "what it is"], rows)}\n${optionTable(plugins)}`;
}

function optionTable(plugins: readonly Listed[]): string {
  const rows = plugins.flatMap(({ manifest: { name, kind, options } }) =>
    Object.entries(options?.properties ?? {}).map(([option, schema]) => {
      const isRequired = options?.required?.includes(option) === true && schema.default === undefined;
      return [
        `\`${name}\` (${kind})`,
        `\`${option}\``,
        typeWords(schema),
        isRequired ? "must be given" : code(schema.default),
        [schema.title && `${schema.title}.`, schema.description].filter(Boolean).join(" "),
        code(schema.examples?.[0]),
      ];
    }),
  );
  return table(["plugin", "option", "type", "default", "what it means", "for example"], rows);
}

function code(value: unknown): string {
  return value === undefined ? "" : `\`${JSON.stringify(value)}\``;
}

const WORDS: Readonly<Record<string, string>> = { string: "text", integer: "whole number" };

/** `whole number`, `list of texts`, `"city" or "district"`, `text (field)` */
function typeWords(schema: OptionSchema, plural = ""): string {
  const { enum: values, anyOf, type = [], items, properties = {}, format } = schema;
  if (values !== undefined) return values.map(code).join(" or ");
  if (anyOf !== undefined) return anyOf.map((one) => typeWords(one, plural)).join(" or ");
  const parts = Object.keys(properties).map((name) => `\`${name}\``);
  const types = [type].flat().map((one) => {
    const word = one === "boolean" ? "yes or no" : `${WORDS[one] ?? one}${plural}`;
    if (one === "array") return `list${plural}${items === undefined ? "" : ` of ${typeWords(items, "s")}`}`;
    return one === "object" && parts.length > 0 ? `${word} with ${parts.join(", ")}` : word;
  });
  return types.join(" or ") + (format === undefined ? "" : ` (${format})`);
}
