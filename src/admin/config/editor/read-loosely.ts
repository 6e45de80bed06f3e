import { type ASTNode, getLanguageService, TextDocument } from "vscode-json-languageservice";

/** What can be read of a text that may be half written. */
export function readLoosely(text: string): unknown {
  const document = TextDocument.create("config:///file.json", "json", 1, text);
  return read(getLanguageService({}).parseJSONDocument(document).root);
}

function read(node: ASTNode | undefined): unknown {
  if (node?.type === "object")
    return Object.fromEntries(
      node.properties.map(({ keyNode, valueNode }) => [keyNode.value, read(valueNode)]),
    );
  if (node?.type === "array") return node.items.map(read);
  return node?.type === "property" ? undefined : node?.value;
}
