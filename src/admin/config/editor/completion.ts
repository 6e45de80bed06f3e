import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
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
  const found = snippetsAt(spot, written.replace(/^"|"$/g, ""));
  if (found.length === 0) return null;
  const after = separatorAfter(text, spot.to);
  return {
    from: spot.from,
    // A new name is like no label.
    filter: false,
    options: found.map(({ label, insert }) => ({
      label: say(label),
      type: "text",
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
  if (first === undefined || context.aborted) return null;
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
    type: kind === "key" ? "property" : "constant",
    ...(explanation === undefined ? {} : { info: explanation }),
    // What was typed since it was asked for is replaced too.
    apply: (view, _option, _from, end) => apply(view, insert, from, to + end - asked, kind === "key"),
  };
}

/** @param goesOn whether proposals for what is to be filled in should come at once */
function apply(view: EditorView, insert: string, from: number, to: number, goesOn: boolean): void {
  const stops = tabStops(insert);
  if (stops === undefined) {
    const indent = /^\s*/.exec(view.state.doc.lineAt(from).text)?.[0] ?? "";
    const filled = fillIn(insert, indent);
    view.dispatch({
      ...insertCompletionText(view.state, filled.text, from, to),
      selection: { anchor: from + filled.from, head: from + filled.to },
      scrollIntoView: true,
    });
  } else snippet(stops)(view, null, from, to);
  if (goesOn) startCompletion(view);
}

/**
 * A template as CodeMirror writes it, if it has several stops: Tab goes from one to the next, and after the last one leaves
 * the editor again. undefined for one stop, with which Tab leaves the editor as ever.
 */
export function tabStops(template: string): string | undefined {
  const stops = template.match(/\$\d+|\$\{\d+/g) ?? [];
  const isSeveral = new Set(stops.map((stop) => stop.replace("{", ""))).size > 1;
  return isSeveral && !template.includes("\\") ? template.replace(/\$(\d+)/g, "$${$1}") : undefined;
}

const STOP = /\\([\\$}])|\$(\d+)|\$\{(\d+)(?::((?:\\.|[^\\}])*))?\}/g;

/** The text of a template, of which `from` to `to` is selected: the first of its `$1` and `${1:name}`. @param indent of the line that the text goes into */
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
