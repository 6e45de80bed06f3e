import { cleanup } from "@testing-library/react";
import type { WidgetGiven } from "admin/widget-testing";
import { NAME_FORMATS } from "../../../src/model/option-schema.ts";
import type { PluginExample } from "../../../src/model/plugin-manifest.ts";
import type { Json } from "../../../src/model/record.ts";
import { shownIn } from "./elements.ts";
import { ODD_VALUES } from "./odd-values.ts";
import type { Rule } from "./rules.ts";
import { settled, type Trial } from "./trial.tsx";
import { LABEL } from "./visits.ts";

export const P1: Rule = {
  code: "P1",
  async find({ problems, manifest, widget, cell }) {
    if (manifest === undefined) return problems;
    const hook = manifest.kind === "widget" ? widget : cell;
    return [
      ...problems,
      ...(hook === undefined ? [`index.tsx must default-export definePlugin({ ${manifest.kind} })`] : []),
    ];
  },
};

export const P2: Rule = {
  code: "P2",
  async find(trial) {
    const visits = await trial.visits();
    const thrown = visits.flatMap(({ title, state, threw }) =>
      threw === undefined ? [] : [`"${title}" ${state} throws ${threw}`],
    );
    const blind = trial.examples.flatMap(({ title }) => {
      const shown = (state: string) =>
        visits.find((one) => one.title === title && one.state === state)?.shown;
      return shown("filled") === shown("empty") && shown("empty") !== undefined
        ? [`"${title}" looks the same filled and empty`]
        : [];
    });
    return [...thrown, ...blind];
  },
};

export const P3: Rule = {
  code: "P3",
  async find(trial) {
    const found: string[] = [];
    const [example] = trial.examples;
    if (example === undefined) return ["there is no example"];
    for (const value of ODD_VALUES) {
      const { threw, changes } = await drawn(trial, example, { value });
      if (threw !== undefined) found.push(`${JSON.stringify(value)} throws ${threw}`);
      if (changes.length > 0)
        found.push(`${JSON.stringify(value)} is emitted anew as ${JSON.stringify(changes)}`);
    }
    // The same, one after the other, in a widget or cell that stays.
    if (trial.manifest?.kind === "cell") return found;
    const view = trial.show(example);
    for (const value of ODD_VALUES) {
      try {
        view.change(value);
        await settled(0);
      } catch (error) {
        return [...found, `${JSON.stringify(value)} from outside throws ${String(error)}`];
      }
    }
    if (view.changes.length > 0)
      found.push(`values from outside are emitted anew: ${JSON.stringify(view.changes)}`);
    return found;
  },
};

export const P10: Rule = {
  code: "P10",
  async find(trial) {
    const found: string[] = [];
    const visits = await trial.visits();
    for (const example of trial.examples) {
      const shown = (state: string) =>
        visits.find((one) => one.title === example.title && one.state === state)?.shown;
      const filled = shown("filled");
      const empty = shown("empty");
      const isCell = trial.manifest?.kind === "cell";
      const { marked: messages } = trial;
      const view = isCell
        ? trial.showCell(example, undefined, { messages })
        : trial.show(example, { label: LABEL, messages });
      const box = "box" in view ? view.box : view.cell;
      await settled();
      view.change(null);
      await settled();
      if (shownIn(box) !== empty)
        found.push(`"${example.title}" emptied from outside shows\n${shownIn(box)}\nand not\n${empty}`);
      view.change(example.value as Json);
      await settled();
      if (shownIn(box) !== filled)
        found.push(`"${example.title}" filled from outside shows\n${shownIn(box)}\nand not\n${filled}`);
      if ("changes" in view && view.changes.length > 0)
        found.push(`"${example.title}": a value from outside is emitted: ${JSON.stringify(view.changes)}`);
      cleanup();
    }
    return found;
  },
};

export const P11: Rule = {
  code: "P11",
  async find(trial) {
    const found: string[] = [];
    const [example] = trial.examples;
    if (example === undefined) return ["there is no example"];
    for (const [name, schema] of Object.entries(trial.manifest?.options?.properties ?? {})) {
      // What names a field or an entity cannot be tried where there are others.
      if (Object.hasOwn(NAME_FORMATS, schema.format ?? "")) continue;
      const values = [schema.default, ...(schema.examples ?? [])].filter((value) => value !== undefined);
      for (const value of values) {
        const options = { ...example.options, [name]: value };
        const { threw } = await drawn(trial, { ...example, options }, {});
        if (threw !== undefined) found.push(`${name}: ${JSON.stringify(value)} throws ${threw}`);
      }
    }
    return found;
  },
};

/** The example drawn, looked at, and gone again. */
async function drawn(trial: Trial, example: PluginExample, given: WidgetGiven<Json, object>) {
  try {
    if (trial.manifest?.kind === "cell") {
      const value = "value" in given ? (given.value as Json | undefined) : (example.value as Json);
      const { cell } = trial.showCell(example, value);
      return { shown: shownIn(cell), changes: [], threw: undefined };
    }
    const { box, changes } = trial.show(example, given);
    await settled();
    return { shown: shownIn(box), changes, threw: undefined };
  } catch (error) {
    return { shown: undefined, changes: [], threw: String(error) };
  } finally {
    cleanup();
  }
}
