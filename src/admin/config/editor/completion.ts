import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  startCompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { JsonLanguage, Proposal } from "./json-language.ts";

/** Proposes what the schema knows at the cursor. */
export function completion(language: JsonLanguage): Extension {
  return autocompletion({ override: [(context) => propose(language, context)], icons: false });
}

async function propose(language: JsonLanguage, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  // Nothing is proposed right after a bracket, a comma or a colon, unless the person asks.
  if (!explicit && context.matchBefore(/["\p{L}\p{N}_$-]/u) === null) return null;
  const proposals = await language.proposals(state.doc.toString(), pos);
  const [first] = proposals;
  if (first === undefined || context.aborted) return null;
  const quoted = state.sliceDoc(first.from, first.from + 1) === '"' && first.from < pos;
  return {
    // Labels are compared with what is typed inside the quotes.
    from: quoted ? first.from + 1 : first.from,
    options: proposals.map((one) => optionOf(one, pos, quoted)),
    validFor: /^[\p{L}\p{N}_$. -]*$/u,
  };
}

function optionOf(proposal: Proposal, asked: number, quoted: boolean): Completion {
  const { label, kind, explanation } = proposal;
  return {
    label: quoted ? label.replace(/^"(.*)"$/, "$1") : label,
    type: kind === "key" ? "property" : "constant",
    ...(explanation === undefined ? {} : { info: explanation }),
    apply: (view, _option, _from, to) => apply(view, proposal, to - asked),
  };
}

/** @param typed how many characters were typed since it was proposed */
function apply(view: EditorView, { kind, insert, from, to }: Proposal, typed: number): void {
  const indent = /^\s*/.exec(view.state.doc.lineAt(from).text)?.[0] ?? "";
  const filled = fillIn(insert, indent);
  view.dispatch({
    ...insertCompletionText(view.state, filled.text, from, to + typed),
    selection: { anchor: from + filled.from, head: from + filled.to },
    scrollIntoView: true,
  });
  // After a key come proposals for its value.
  if (kind === "key") startCompletion(view);
}

const STOP = /\\([\\$}])|\$(\d+)|\$\{(\d+)(?::((?:\\.|[^\\}])*))?\}/g;

/**
 * The text of a template, of which `from` to `to` is selected: the first of its `$1` and `${1:name}`. CodeMirror's snippets
 * would take Tab, which has to leave the editor. @param indent of the line that the text goes into
 */
export function fillIn(template: string, indent: string) {
  const laidOut = template.replaceAll("\t", "  ").replace(/\r?\n/g, `\n${indent}`);
  let text = "";
  let read = 0;
  let first: { stop: number; from: number; to: number } | undefined;
  for (const match of laidOut.matchAll(STOP)) {
    text += laidOut.slice(read, match.index);
    read = match.index + match[0].length;
    const [, escaped, bare, numbered, name = ""] = match;
    if (escaped !== undefined) {
      text += escaped;
      continue;
    }
    // `$0` is the last stop.
    const stop = Number(bare ?? numbered) || Number.POSITIVE_INFINITY;
    const from = text.length;
    text += name.replace(/\\(.)/g, "$1");
    if (first === undefined || stop < first.stop) first = { stop, from, to: text.length };
  }
  text += laidOut.slice(read);
  return { text, from: first?.from ?? text.length, to: first?.to ?? text.length };
}
