import { cleanup } from "@testing-library/react";
import axe from "axe-core";
import { clickable, described, interactive } from "./elements.ts";
import type { Rule } from "./rules.ts";
import { PATH, settled } from "./trial.tsx";

const WIDGET = ["widget"] as const;

export const P6: Rule = {
  code: "P6",
  says: "the field's label names its control, the element with the field's id",
  kinds: WIDGET,
  find: async (trial) =>
    (await trial.visits()).flatMap(({ named, title, state }) =>
      named.map((fault) => `"${title}" ${state}: ${fault}`),
    ),
};

export const P7: Rule = {
  code: "P7",
  says: "hint and error are tied to the control, which is invalid while an error stands",
  kinds: WIDGET,
  find: async (trial) =>
    (await trial.visits()).flatMap(({ tied, title, state }) =>
      tied.map((fault) => `"${title}" ${state}: ${fault}`),
    ),
};

export const P8: Rule = {
  code: "P8",
  says: "the control takes the focus",
  kinds: WIDGET,
  find: async (trial) =>
    (await trial.visits()).flatMap(({ focused, title, state }) =>
      focused.map((fault) => `"${title}" ${state}: ${fault}`),
    ),
};

export const P9: Rule = {
  code: "P9",
  says: "keys alone are enough: everything is come to by Tab or arrows, and no click does what keys cannot",
  kinds: WIDGET,
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const { unreached, pointerOnly } = await trial.tour(example);
      for (const one of unreached) found.push(`"${example.title}": keys do not come to ${one}`);
      for (const one of pointerOnly) found.push(`"${example.title}": ${one}`);
    }
    return found;
  },
};

/** What needs a layout, or the page around. */
const UNSEEN = [
  "color-contrast",
  "target-size",
  "scrollable-region-focusable",
  "region",
  "page-has-heading-one",
  "landmark-one-main",
  "bypass",
  "document-title",
  "html-has-lang",
  "meta-viewport",
];

export const P15: Rule = {
  code: "P15",
  says: "axe finds nothing in any state",
  kinds: ["widget", "cell"],
  async find(trial) {
    // Side by side: axe takes as long for one as for many.
    for (const [index, example] of trial.examples.entries()) {
      if (trial.manifest?.kind === "cell") {
        trial.showCell(example);
        trial.showCell(example, null);
        continue;
      }
      const states = [
        {},
        { value: null },
        { error: "Something is wrong" },
        { disabled: true },
        { readOnly: true },
        { required: true },
      ];
      for (const [at, state] of states.entries())
        trial.show(example, { ...state, path: `${PATH}${index}${at}` });
    }
    await settled();
    const off = Object.fromEntries(UNSEEN.map((rule) => [rule, { enabled: false }]));
    const { violations } = await axe.run(document.body, { resultTypes: ["violations"], rules: off });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
  },
};

export const P17: Rule = {
  code: "P17",
  says: "a cell shows text or a named picture, and has nothing in it to use",
  kinds: ["cell"],
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const { cell } = trial.showCell(example);
      const said =
        (cell.textContent ?? "").trim() !== "" || cell.querySelector("img[alt]:not([alt=''])") !== null;
      if (!said) found.push(`"${example.title}" shows neither text nor a named picture`);
      for (const element of [...interactive(cell), ...clickable(cell)])
        found.push(`"${example.title}" has ${described(element)} in it`);
      cleanup();
    }
    return found;
  },
};
