import { cleanup } from "@testing-library/react";
import axe from "axe-core";
import { clickable, described, interactive } from "./elements.ts";
import type { Rule } from "./rules.ts";
import { PATH, settled } from "./trial.tsx";

export const P6: Rule = {
  code: "P6",
  find: async (trial) =>
    (await trial.visits()).flatMap(({ named, title, state }) =>
      named.map((fault) => `"${title}" ${state}: ${fault}`),
    ),
};

export const P7: Rule = {
  code: "P7",
  find: async (trial) =>
    (await trial.visits()).flatMap(({ tied, title, state }) =>
      tied.map((fault) => `"${title}" ${state}: ${fault}`),
    ),
};

export const P8: Rule = {
  code: "P8",
  async find(trial) {
    const found = (await trial.visits()).flatMap(({ focused, title, state }) =>
      focused.map((fault) => `"${title}" ${state}: ${fault}`),
    );
    for (const example of trial.examples) {
      const { blurs } = await trial.tour(example);
      if (blurs === 0) found.push(`"${example.title}": nothing reports that it was left`);
    }
    return found;
  },
};

export const P9: Rule = {
  code: "P9",
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const { unreached, pointerOnly, idle } = await trial.tour(example);
      for (const one of unreached) found.push(`"${example.title}": keys do not come to ${one}`);
      for (const one of pointerOnly) found.push(`"${example.title}": ${one}`);
      for (const one of idle)
        found.push(`"${example.title}": Tab stops at ${one}, where no key does anything`);
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
  async find(trial) {
    // Side by side: axe takes as long for one as for many.
    for (const [index, example] of trial.examples.entries()) {
      const states =
        index === 0
          ? [{}, { value: null, error: "Something is wrong" }, { disabled: true }, { readOnly: true }]
          : [{}];
      if (trial.manifest?.kind === "cell") {
        trial.showCell(example);
        trial.showCell(example, null);
        continue;
      }
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
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const { cell } = trial.showCell(example);
      const said =
        (cell.textContent ?? "").trim() !== "" ||
        cell.querySelector("img[alt]:not([alt='']),[role=img][aria-label]:not([aria-label=''])") !== null;
      if (!said) found.push(`"${example.title}" shows neither text nor a named picture`);
      for (const element of [...interactive(cell), ...clickable(cell)])
        found.push(`"${example.title}" has ${described(element)} in it`);
      cleanup();
    }
    return found;
  },
};
