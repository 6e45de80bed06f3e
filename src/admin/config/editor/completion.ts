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
  // After a bracket, a comma or a colon it is not asked for yet; inside quotes it is.
  if (!explicit && context.matchBefore(/["\p{L}\p{N}_$-]/u) === null) return null;
  const proposals = await language.proposals(state.doc.toString(), pos);
  const [first] = proposals;
  if (first === undefined || context.aborted) return null;
  const quoted = state.sliceDoc(first.from, first.from + 1) === '"' && first.from < pos;
  return {
    // What is typed is compared with the labels, which stand without quotes.
    from: quoted ? first.from + 1 : first.from,
    options: proposals.map((one) => optionOf(one, pos, quoted)),
    validFor: /^[\p{L}\p{N}_$. -]*$/u,
  };
}

function optionOf(proposal: Proposal, asked: number, quoted: boolean): Completion {
  const { explanation } = proposal;
  const bare = /^"(.*)"$/.exec(proposal.label)?.[1];
  return {
    label: quoted ? (bare ?? proposal.label) : proposal.label,
    type: proposal.kind === "key" ? "property" : "constant",
    ...(explanation === undefined ? {} : { info: explanation }),
    apply: (view, option, _from, to) => apply(view, option, proposal, to - asked),
  };
}

/** @param typed how many characters were typed since it was proposed */
function apply(view: EditorView, option: Completion, proposal: Proposal, typed: number): void {
  const { from } = proposal;
  const to = proposal.to + typed;
  const indent = /^\s*/.exec(view.state.doc.lineAt(from).text)?.[0] ?? "";
  const filled = fillIn(proposal.insert, indent);
  view.dispatch({
    ...insertCompletionText(view.state, filled.text, from, to),
    selection: { anchor: from + filled.from, head: from + filled.to },
    scrollIntoView: true,
  });
  // A key whose value is still to be chosen goes on with its values.
  if (proposal.kind === "key" && option.type === "property") startCompletion(view);
}

/** A text to put in, with what of it is selected for the person to go on. */
interface FilledIn {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const STOP = /\\([\\$}])|\$(\d+)|\$\{(\d+)(?::((?:\\.|[^\\}])*))?\}/g;

/**
 * Resolves `$1` and `${1:name}` of a proposal: all stay as plain text, the first is selected. Tab keeps leading out of
 * the editor. @param indent what stands before the line that it goes into
 */
export function fillIn(template: string, indent: string): FilledIn {
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
    // `$0` is where it ends: after every other.
    const stop = Number(bare ?? numbered) || Number.POSITIVE_INFINITY;
    const from = text.length;
    text += name.replace(/\\(.)/g, "$1");
    if (first === undefined || stop < first.stop) first = { stop, from, to: text.length };
  }
  text += laidOut.slice(read);
  return { text, from: first?.from ?? text.length, to: first?.to ?? text.length };
}
