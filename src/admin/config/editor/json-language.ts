import {
  type CompletionItem,
  getLanguageService,
  type JSONSchema,
  type MarkupContent,
  TextDocument,
} from "vscode-json-languageservice";
import { isObject } from "../../api/read-answer.ts";

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
/** `CompletionItemKind.Property` */
const PROPERTY = 10;

export function makeJsonLanguage(schema: unknown): JsonLanguage {
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
      const { document, json } = open(text);
      const list = await service.doComplete(document, document.positionAt(at), json);
      return (list?.items ?? []).map((item) => proposalOf(item, document, at));
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

function proposalOf(item: CompletionItem, document: TextDocument, at: number): Proposal {
  const { textEdit, documentation } = item;
  const range = textEdit === undefined ? undefined : "range" in textEdit ? textEdit.range : textEdit.replace;
  const said = documentation === undefined ? "" : plain(documentation);
  return {
    label: item.label,
    kind: item.kind === PROPERTY ? "key" : "value",
    explanation: said === "" ? undefined : said,
    from: range === undefined ? at : document.offsetAt(range.start),
    to: range === undefined ? at : document.offsetAt(range.end),
    insert: textEdit?.newText ?? item.insertText ?? item.label,
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
