import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  snippet,
  startCompletion,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import type { Say } from "../../messages/say.ts";
import type { JsonLanguage, Proposal } from "./json-language.ts";
import { type JsonSpot, separatorAfter, spotAt } from "./json-spot.ts";
import { snippetsAt } from "./snippets.ts";

/** Proposes whole parts of a config, and what the schema knows at the cursor. */
export function completion(language: JsonLanguage, say: Say): Extension {
  return autocompletion({
    override: [(context) => proposeSnippets(say, context), (context) => propose(language, context)],
    icons: false,
  });
}

/** Nothing is proposed where nothing is begun, be it after a bracket or a text that is closed, unless the person asks. */
const isAsked = ({ explicit, pos }: CompletionContext, spot: JsonSpot) => explicit || spot.from < pos;

function proposeSnippets(say: Say, context: CompletionContext): CompletionResult | null {
  const { state, pos } = context;
  const text = state.doc.toString();
  const spot = spotAt(text, pos);
  if (!isAsked(context, spot)) return null;
  const written = text.slice(spot.from, spot.to);
  const found = snippetsAt(text, spot, written.replace(/^"|"$/g, ""));
  if (found.length === 0) return null;
  const after = separatorAfter(text, spot.to);
  return {
    from: spot.from,
    // A new name is like no label.
    filter: false,
    options: found.map(({ label, insert }) => ({
      label: say(label),
      apply: (view) => apply(view, insert + after, spot.from, spot.to, true),
    })),
  };
}

async function propose(language: JsonLanguage, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos } = context;
  const text = state.doc.toString();
  if (!isAsked(context, spotAt(text, pos))) return null;
  const proposals = await language.proposals(text, pos);
  const [first] = proposals;
  if (first === undefined) return null;
  const quoted = state.sliceDoc(first.from, first.from + 1) === '"' && first.from < pos;
  return {
    // Labels are compared with what is typed inside the quotes.
    from: quoted ? first.from + 1 : first.from,
    options: proposals.map((one, index) => optionOf(one, index, pos, quoted)),
    validFor: /^[\p{L}\p{N}_$. -]*$/u,
  };
}

function optionOf(proposal: Proposal, index: number, asked: number, quoted: boolean): Completion {
  const { label, kind, explanation, insert, from, to } = proposal;
  return {
    label: quoted ? label.replace(/^"(.*)"$/, "$1") : label,
    // Those that fit what is typed equally well stay in their order.
    sortText: String(index).padStart(4, "0"),
    ...(explanation === undefined ? {} : { info: explanation }),
    // What was typed since it was asked for is replaced too.
    apply: (view, _option, _from, end) => apply(view, insert, from, to + end - asked, kind === "key"),
  };
}

/** @param goesOn whether proposals for what is to be filled in should come at once */
function apply(view: EditorView, insert: string, from: number, to: number, goesOn: boolean): void {
  snippet(asSnippet(insert))(view, null, from, to);
  if (goesOn) startCompletion(view);
}

/**
 * A template as CodeMirror writes it. Tab goes from one of its stops to the next; after the last one, and where there is one
 * alone, it leaves the editor as ever.
 */
export function asSnippet(template: string): string {
  return template.replace(TOKEN, (whole, escaped, stop, named, name) => {
    if (escaped !== undefined) return escaped;
    // A name must not have braces.
    return /^[^{}\\]*$/.test(name ?? "") ? (named === undefined ? `\${${stop}}` : whole) : `\${${named}}`;
  });
}

const TOKEN = /\\([\\$}])|\$(\d+)|\$\{(\d+)(?::((?:\\.|[^\\}])*))?\}/g;
