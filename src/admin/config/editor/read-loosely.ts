import { type ASTNode, getLanguageService, TextDocument } from "vscode-json-languageservice";

/** What can be read of a text that may be half written. */
export function readLoosely(text: string): unknown {
  const document = TextDocument.create("config:///file.json", "json", 1, text);
  return valueOf(getLanguageService({}).parseJSONDocument(document).root);
}

function valueOf(node: ASTNode | undefined): unknown {
  if (node?.type === "object")
    return Object.fromEntries(
      node.properties.map(({ keyNode, valueNode }) => [keyNode.value, valueOf(valueNode)]),
    );
  if (node?.type === "array") return node.items.map(valueOf);
  return node?.type === "property" ? undefined : node?.value;
}
