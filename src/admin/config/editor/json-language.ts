import {
  type CompletionItem,
  getLanguageService,
  type JSONSchema,
  type MarkupContent,
  TextDocument,
} from "vscode-json-languageservice";
import { isObject } from "../../../record/json.ts";
import { type JsonSpot, spotAt } from "./json-spot.ts";
import { type KnownNames, namesAt } from "./names-at.ts";

/** A part of a text and what is to be said of it. */
export interface Remark {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What could be written at a place. */
export interface Proposal {
  readonly label: string;
  readonly kind: "key" | "value";
  readonly explanation: string | undefined;
  /** What it replaces, as the text was when it was asked for. */
  readonly from: number;
  readonly to: number;
  /** With the places still to be filled in, as `$1` and `${1:name}`. */
  readonly insert: string;
}

/** What a published schema knows about texts of its kind of file. */
export interface JsonLanguage {
  remarks(text: string): Promise<readonly Remark[]>;
  proposals(text: string, at: number): Promise<readonly Proposal[]>;
  explain(text: string, at: number): Promise<Remark | undefined>;
}

const ADDRESS = "config:///file.json";
const SCHEMA = "config:///schema.json";

/** @param names what the other files call things, as they are when something is proposed */
export function makeJsonLanguage(schema: unknown, names: () => KnownNames): JsonLanguage {
  const service = getLanguageService({
    // Whatever `$schema` a file names: the server's own is the one that holds.
    schemaRequestService: () => Promise.resolve(JSON.stringify(schema)),
    workspaceContext: { resolveRelativePath: () => SCHEMA },
    clientCapabilities: { textDocument: { completion: { completionItem: { documentationFormat: [] } } } },
  });
  service.configure({
    validate: true,
    allowComments: false,
    schemas: [{ uri: SCHEMA, fileMatch: ["*"], ...(isSchema(schema) ? { schema } : {}) }],
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
      return found.map(({ range, message }) => ({
        from: document.offsetAt(range.start),
        to: document.offsetAt(range.end),
        text: plain(message),
      }));
    },
    async proposals(text, at) {
      const spot = spotAt(text, at);
      // Without what is half written, so that nothing of it is taken for a part of what follows.
      const rest = text.slice(0, spot.from) + text.slice(spot.to);
      const items = await itemsAt(rest, spot.from);
      if (!spot.isKey) return valuesAt(items, rest, spot);
      return Promise.all(
        items.map(async (item) => {
          const key = JSON.stringify(item.label);
          if (spot.hasColon) return proposalOf(item, escaped(key), spot);
          const insert = inserted(item);
          const [, comma] = /(,?)$/.exec(insert) ?? [];
          const bare = insert.includes(":") && !/: \$1,?$/.test(insert);
          if (bare) return proposalOf(item, insert, spot);
          const empty = `${rest.slice(0, spot.from)}${key}: ${comma ?? ""}${rest.slice(spot.from)}`;
          const values = await itemsAt(empty, spot.from + key.length + 2);
          const followed = comma || separatorAfter(rest, spot.from);
          return proposalOf(item, `${escaped(key)}: ${skeletonOf(values)}${followed}`, spot);
        }),
      );
    },
    async explain(text, at) {
      const { document, json } = open(text);
      const hover = await service.doHover(document, document.positionAt(at), json);
      const said = hover === null ? "" : plain(hover.contents);
      if (said === "") return undefined;
      const { start, end } = hover?.range ?? { start: document.positionAt(at), end: document.positionAt(at) };
      return { from: document.offsetAt(start), to: document.offsetAt(end), text: said };
    },
  };
}

/** A value to go on with: of the values that are known, or a text. */
function skeletonOf(values: readonly CompletionItem[]): string {
  const [first] = values;
  if (first === undefined || first.label.startsWith('"')) return '"$1"';
  return first.label === "true" || first.label === "false"
    ? `\${1:${first.label}}`
    : inserted(first).replace(/,$/, "");
}

/** A comma where another key or value follows. */
function separatorAfter(text: string, at: number): "," | "" {
  return /^\s*(?:[,\]}]|$)/.test(text.slice(at)) ? "" : ",";
}

const inserted = ({ textEdit, insertText, label }: CompletionItem) =>
  textEdit?.newText ?? insertText ?? label;

/** As plain text in what `fillIn` reads. */
const escaped = (text: string) => text.replace(/[\\$}]/g, "\\$&");

function proposalOf(item: CompletionItem, insert: string, { isKey, from, to }: JsonSpot): Proposal {
  const said = item.documentation === undefined ? "" : plain(item.documentation);
  return {
    label: item.label,
    kind: isKey ? "key" : "value",
    explanation: said === "" ? undefined : said,
    from,
    to,
    insert,
  };
}

type Said = string | MarkupContent | { readonly value: string } | readonly Said[];

/** Plain text of what the service writes as Markdown. */
function plain(said: Said): string {
  if (typeof said === "string")
    return said
      .replace(/\\([\\`*_{}[\]()<>#+\-.!])/g, "$1")
      .replaceAll("&nbsp;", " ")
      .trim();
  if ("value" in said) return plain(said.value);
  return said.map(plain).filter(Boolean).join("\n\n");
}

function isSchema(value: unknown): value is JSONSchema {
  return isObject(value);
}
