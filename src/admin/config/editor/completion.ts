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
import { fillIn } from "./fill-in.ts";
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
