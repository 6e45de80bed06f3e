import { parse } from "jsonc-parser";
import {
  type CompletionItem,
  getLanguageService,
  type JSONSchema,
  type Range,
  TextDocument,
} from "vscode-json-languageservice";
import { valueAt } from "../../../record/path.ts";
import { fieldKeys, inOrderOfNeed } from "./field-keys.ts";
import { type JsonSpot, separatorAfter, spotAt } from "./json-spot.ts";
import { type KnownNames, namesAt } from "./names-at.ts";
import { FIELD_PLACE, FIELD_SKELETONS } from "./snippets.ts";

/** What there is to say about a part of a text. */
export interface Remark {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What could be written at the cursor. */
export interface Proposal {
  readonly label: string;
  readonly kind: "key" | "value";
  readonly explanation: string | undefined;
  /** The part of the text that it replaces. */
  readonly from: number;
  readonly to: number;
  /** A template: `$1` and `${1:name}` are still to be filled in. */
  readonly insert: string;
}

/** What a published schema says about the texts of its kind of file. */
export interface JsonLanguage {
  remarks(text: string): Promise<readonly Remark[]>;
  /** In the order in which people need them. */
  proposals(text: string, at: number): Promise<readonly Proposal[]>;
  explain(text: string, at: number): Promise<Remark | undefined>;
}

const ADDRESS = "config:///file.json";
const SCHEMA = "config:///schema.json";

/** @param names is called for each proposal */
export function makeJsonLanguage(schema: JSONSchema, names: () => KnownNames): JsonLanguage {
  const service = getLanguageService({
    // In place of any `$schema` that a file names.
    schemaRequestService: () => Promise.resolve(JSON.stringify(schema)),
    workspaceContext: { resolveRelativePath: () => SCHEMA },
    clientCapabilities: { textDocument: { completion: { completionItem: { documentationFormat: [] } } } },
  });
  service.configure({
    validate: true,
    allowComments: false,
    schemas: [{ uri: SCHEMA, fileMatch: ["*"], schema }],
  });
  const open = (text: string) => {
    const document = TextDocument.create(ADDRESS, "json", 1, text);
    return { document, json: service.parseJSONDocument(document) };
  };
  const itemsAt = async (text: string, at: number) => {
    const { document, json } = open(text);
    return (await service.doComplete(document, document.positionAt(at), json))?.items ?? [];
  };
  const valuesAt = (items: readonly CompletionItem[], rest: string, spot: JsonSpot): readonly Proposal[] => {
    const known = namesAt(spot.path, rest, names()).map((name) => JSON.stringify(name));
    const after = separatorAfter(rest, spot.from);
    const own = known.map((label) => proposalOf({ label }, escaped(label) + after, spot));
    const others = items.filter(({ label }) => !known.includes(label));
    return [...own, ...others.map((item) => proposalOf(item, inserted(item), spot))];
  };
  return {
    async remarks(text) {
      const { document, json } = open(text);
      const found = await service.doValidation(document, json, { schemaValidation: "error" });
      return found.map(({ range, message }) => ({ ...offsetsOf(document, range), text: plain(message) }));
    },
    async proposals(text, at) {
      const spot = spotAt(text, at);
      // A word that is half written would change how the text after it is read.
      const rest = text.slice(0, spot.from) + text.slice(spot.to);
      const items = await itemsAt(rest, spot.from);
      if (!spot.isKey) return valuesAt(items, rest, spot);
      const isField = FIELD_PLACE.test(spot.path.join("/"));
      return Promise.all(
        (isField
          ? fieldKeys(items, valueAt(parse(rest), spot.path.map(String)), schema)
          : inOrderOfNeed(items)
        ).map(async (item) => {
          const key = JSON.stringify(item.label);
          if (spot.hasColon) return proposalOf(item, escaped(key), spot);
          const skeleton = isField ? FIELD_SKELETONS.get(item.label) : undefined;
          if (skeleton !== undefined)
            return proposalOf(item, `${key}: ${skeleton}${separatorAfter(rest, spot.from)}`, spot);
          const insert = inserted(item);
          const hasValue = insert.includes(":") && !/: \$1,?$/.test(insert);
          if (hasValue) return proposalOf(item, insert, spot);
          const comma = insert.endsWith(",") ? "," : "";
          const empty = `${rest.slice(0, spot.from)}${key}: ${comma}${rest.slice(spot.from)}`;
          const values = await itemsAt(empty, spot.from + key.length + 2);
          const followed = comma || separatorAfter(rest, spot.from);
          return proposalOf(item, `${escaped(key)}: ${skeletonOf(values)}${followed}`, spot);
        }),
      );
    },
    async explain(text, at) {
      const { document, json } = open(text);
      const hover = await service.doHover(document, document.positionAt(at), json);
      const explanation = hover === null ? "" : plain(hover.contents);
      const range = hover?.range;
      if (explanation === "" || range === undefined) return undefined;
      return { ...offsetsOf(document, range), text: explanation };
    },
  };
}

/** A first value for a key: one of those that are possible, or a text. */
function skeletonOf(values: readonly CompletionItem[]): string {
  const [first] = values;
  if (first === undefined || first.label.startsWith('"')) return '"$1"';
  return first.label === "true" || first.label === "false"
    ? `\${1:${first.label}}`
    : inserted(first).replace(/,$/, "");
}

const offsetsOf = (document: TextDocument, { start, end }: Range) => ({
  from: document.offsetAt(start),
  to: document.offsetAt(end),
});

const inserted = ({ textEdit, insertText, label }: CompletionItem) =>
  textEdit?.newText ?? insertText ?? label;

/** So that `fillIn` keeps it as it is. */
const escaped = (text: string) => text.replace(/[\\$}]/g, "\\$&");

function proposalOf(item: CompletionItem, insert: string, { isKey, from, to }: JsonSpot): Proposal {
  const explanation = plain(item.documentation ?? "") || undefined;
  return { label: item.label, kind: isKey ? "key" : "value", explanation, from, to, insert };
}

type Markdown = string | { readonly value: string } | readonly Markdown[];

/** As plain text. */
function plain(markdown: Markdown): string {
  if (typeof markdown === "string")
    return markdown
      .replace(/\\([\\`*_{}[\]()<>#+\-.!])/g, "$1")
      .replaceAll("&nbsp;", " ")
      .trim();
  if ("value" in markdown) return plain(markdown.value);
  return markdown.map(plain).filter(Boolean).join("\n\n");
}
