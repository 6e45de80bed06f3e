import { cleanup } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { PluginExample } from "../../../src/model/plugin-manifest.ts";
import type { Json } from "../../../src/model/record.ts";
import { inventReferences } from "../../../src/workbench/harness/given-references.ts";
import { interactive } from "./elements.ts";
import { Known, wordsOfDates } from "./marked.ts";
import type { Rule } from "./rules.ts";
import { type ShownWidget, settled, type Trial } from "./trial.tsx";
import { ERROR, LABEL } from "./visits.ts";
import { wordsIn, wordsOf } from "./words.ts";

/** What `renderCell` calls the row. */
const ROW = "Row";

/** No kind of plugin knows what to do with it, and shows it all the same. */
const ODD: Json = { odd: ["Odd"] };

export const P20: Rule = {
  code: "P20",
  async find(trial) {
    const found: string[] = [];
    const visits = await trial.visits();
    for (const [index, example] of trial.examples.entries()) {
      const known = knownIn(trial, example);
      const seen = visits
        .filter(({ title }) => title === example.title)
        .flatMap(({ state, words }) => words.map((text) => [state, text] as const));
      if (trial.manifest?.kind === "widget") seen.push(...(await wordsInUse(trial, example, known)));
      if (index === 0) seen.push(...(await wordsOfOdd(trial, example)));
      for (const [state, text] of seen) {
        const unsaid = known.unsaid(text);
        if (unsaid !== undefined)
          found.push(`"${example.title}" ${state} says "${unsaid}", which is no message`);
      }
    }
    return found;
  },
};

type Seen = readonly (readonly [state: string, text: string])[];

function knownIn({ manifest }: Trial, example: PluginExample): Known {
  const { field, value, record = {}, options = {} } = example;
  const known = new Known();
  const defaults = Object.values(manifest?.options?.properties ?? {}).map((schema) => schema.default);
  const references = inventReferences(field, value);
  known.add([field, value, record, options, defaults, references, LABEL, ERROR, ROW, ODD]);
  known.add([wordsOfDates("en-GB"), wordsOfDates("en")]);
  return known;
}

/** What is read after each click; what can be chosen and is a value is known then. */
async function wordsInUse(trial: Trial, example: PluginExample, known: Known): Promise<Seen> {
  const view = trial.show(example, { label: LABEL, messages: trial.marked });
  const user = userEvent.setup({ delay: null });
  const seen: (readonly [string, string])[] = [];
  await settled();
  for (const target of interactive(view.box)) {
    if (!target.isConnected) continue;
    await user.click(target);
    await settled();
    seen.push(...wordsOf(view).map((text) => ["after a click", text] as const));
    await choose(view, target, known);
  }
  cleanup();
  return seen;
}

/** Chooses whatever an open list offers that is not known by now. */
async function choose({ changes }: ShownWidget, opener: Element, known: Known): Promise<void> {
  const user = userEvent.setup({ delay: null });
  const offered = () => [...document.querySelectorAll("[role=option]")];
  const texts = offered().map(({ textContent }) => textContent ?? "");
  for (const [index, text] of texts.entries()) {
    if (known.unsaid(text) === undefined) continue;
    if (offered().length === 0 && opener.isConnected) await user.click(opener);
    const option = offered()[index];
    if (option?.textContent !== text) return;
    const before = changes.length;
    await user.click(option);
    known.add(changes.slice(before));
  }
}

/** A value of another kind, that it has words for. */
async function wordsOfOdd(trial: Trial, example: PluginExample): Promise<Seen> {
  const { marked: messages } = trial;
  const isCell = trial.manifest?.kind === "cell";
  const words = isCell
    ? wordsIn(trial.showCell(example, ODD, { messages }).cell)
    : wordsOf(trial.show(example, { label: LABEL, messages, value: ODD }));
  cleanup();
  return words.map((text) => ["with an odd value", text] as const);
}
