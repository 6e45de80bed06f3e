import { cleanup } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { brokenRules } from "../../../src/compiler/shape/broken-rules.ts";
import type { FieldSchema } from "../../../src/model/field-schema.ts";
import type { PluginExample } from "../../../src/model/plugin-manifest.ts";
import type { Json } from "../../../src/model/record.ts";
import { interactive } from "./elements.ts";
import { press } from "./press.ts";
import type { Rule } from "./rules.ts";
import { type ShownWidget, settled } from "./trial.tsx";

export const P4: Rule = {
  code: "P4",
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const { changes, isTyped } = await trial.tour(example);
      const wrong = (value: unknown) => wrongIn(example, value, isTyped);
      for (const value of changes) found.push(...wrong(value));
      const view = trial.show(example, { value: null });
      await monkey(view, 30);
      for (const one of view.changes) found.push(...wrong(one));
      cleanup();
      if (!isTyped) continue;
      // A box to type into excuses no button beside it.
      const clicked = trial.show(example);
      await clickEach(clicked, () => clicked.change(example.value as Json));
      for (const one of clicked.changes) found.push(...wrongIn(example, one, false));
      cleanup();
    }
    return found;
  },
};

export const P5: Rule = {
  code: "P5",
  async find(trial) {
    const found: string[] = [];
    for (const { title, state, changes, wanted } of await trial.visits()) {
      for (const what of wanted) found.push(`"${title}" ${state} asks for ${what} on mount`);
      if (changes.length > 0) found.push(`"${title}" ${state} emits ${JSON.stringify(changes)} on mount`);
    }
    for (const example of trial.examples) {
      for (const state of ["readOnly", "disabled"] as const) {
        const fixed = trial.show(example, { [state]: true });
        await monkey(fixed, 15);
        if (fixed.changes.length > 0)
          found.push(`"${example.title}" emits ${JSON.stringify(fixed.changes)} while it is ${state}`);
        cleanup();
      }
      const { emitted } = await trial.afterlife(example);
      if (emitted.length > 0)
        found.push(`"${example.title}" emits ${JSON.stringify(emitted)} after it is gone`);
    }
    return found;
  },
};

export const P19: Rule = {
  code: "P19",
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const { left } = await trial.afterlife(example);
      for (const what of left) found.push(`two minutes after it is gone, "${example.title}" ${what}`);
    }
    return found;
  },
};

const KEYS = [
  "{Tab}",
  "{Shift>}{Tab}{/Shift}",
  "{ArrowDown}",
  "{ArrowUp}",
  "{ArrowLeft}",
  "{ArrowRight}",
  "{Enter}",
  " ",
  "{Escape}",
  "{Home}",
  "{End}",
  "{Delete}",
  "{Backspace}",
  "a",
  "-",
  "7",
  "2026-02-03",
  "{Control>}a{/Control}",
];

/** The same steps in every run: keys, and clicks on what stands there. */
async function monkey({ box }: ShownWidget, steps: number): Promise<void> {
  const user = userEvent.setup({ delay: null });
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...KEYS) },
    { weight: 1, arbitrary: fc.nat(99) },
  );
  const [order = []] = fc.sample(fc.array(step, { minLength: steps, maxLength: steps }), {
    seed: 4,
    numRuns: 1,
  });
  await user.tab();
  for (const one of order) {
    if (typeof one === "string") await press(user, one);
    else {
      const targets = interactive(box);
      const target = targets[one % Math.max(1, targets.length)];
      if (target !== undefined) await user.click(target);
    }
  }
  await settled();
}

async function clickEach({ box }: ShownWidget, restore: () => void): Promise<void> {
  const user = userEvent.setup({ delay: null });
  await settled();
  for (const target of interactive(box)) {
    if (target.isConnected) await user.click(target);
    restore();
  }
  await settled();
}

/** What no widget of this field may emit, in words. */
export function wrongIn(
  { title, field, value: first }: PluginExample,
  value: unknown,
  isTyped = true,
): readonly string[] {
  const finding = (what: string) => [`"${title}" emits ${what}`];
  if (value === undefined) return finding("undefined; a cleared field is null");
  if (!isJson(value)) return finding(`${String(value)}, which is no JSON`);
  if (value === "") return finding('""; a cleared field is null');
  if (JSON.stringify(value) === JSON.stringify(first)) return [];
  // What was typed and is no number yet stays as it is typed, so that the form can say so.
  if ((field.type === "number" || field.type === "integer") && typeof value === "string") {
    return Number.isNaN(Number(value)) ? [] : finding(`the text ${JSON.stringify(value)} for a number`);
  }
  return rulesBrokenBy(field, value)
    .filter(({ rule }) => !isTyped || rule === "type" || rule === "enum")
    .flatMap(({ path, rule }) => finding(`${JSON.stringify(value)}, which breaks "${rule}" at "${path}"`));
}

/** How many there must be is left out: it can be checked when all are there. */
export function rulesBrokenBy(field: FieldSchema, value: unknown) {
  return brokenRules(withPictures(field), value).filter(({ rule }) => rule !== "minItems");
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  const plain = typeof value === "object" && Object.getPrototypeOf(value) === Object.prototype;
  return plain && Object.values(value).every(isJson);
}

const PICTURE: NonNullable<FieldSchema["properties"]> = {
  fileName: { type: "string" },
  imgUrl: { type: "string" },
};

/** An image needs no `properties` in a config. */
function withPictures(field: FieldSchema): FieldSchema {
  const { items } = field;
  return {
    ...field,
    ...(field.image === true ? { properties: PICTURE } : {}),
    ...(items === undefined ? {} : { items: withPictures(items) }),
  };
}

export const P12: Rule = {
  code: "P12",
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const { host, changes, unmount, box } = trial.show(example, { behaves: { references: "waits" } });
      const user = userEvent.setup({ delay: null });
      await settled();
      for (const target of interactive(box).slice(0, 3)) {
        await user.click(target);
        await user.keyboard("{ArrowDown}");
      }
      await settled();
      unmount();
      const before = changes.length;
      await settled();
      const asked = [
        ...host
          .all("references")
          .map(({ query, signal }) => ({ what: `page ${query.page} of "${query.entity}"`, signal })),
        ...host
          .all("reference")
          .map(({ entity, id, signal }) => ({ what: `"${id}" of "${entity}"`, signal })),
      ];
      for (const { what, signal } of asked) {
        if (signal === undefined) found.push(`${what} is asked for without a signal`);
        else if (!signal.aborted) found.push(`${what} is still asked for after it is gone`);
      }
      host.behave("references", "answers");
      await settled();
      if (changes.length > before)
        found.push(`"${example.title}" emits ${JSON.stringify(changes.slice(before))} after it is gone`);
    }
    return found;
  },
};
