import { cleanup, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import fc from "fast-check";
import { vi } from "vitest";
import type { FieldSchema } from "../../../src/model/field-schema.ts";
import { brokenRules } from "../../../src/model/judge-value.ts";
import type { PluginExample } from "../../../src/model/plugin-manifest.ts";
import { interactive } from "./elements.ts";
import { press } from "./press.ts";
import type { Rule } from "./rules.ts";
import { type ShownWidget, settled, type Trial } from "./trial.tsx";

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
      found.push(...(await emittedAfter(trial, example)));
    }
    return found;
  },
};

/** By a clock of its own, so that whatever waits comes. */
async function emittedAfter(trial: Trial, example: PluginExample): Promise<readonly string[]> {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  try {
    const { unmount, changes, box } = trial.show(example, { value: null });
    const user = userEvent.setup({ delay: null });
    const [first] = interactive(box);
    if (first instanceof HTMLElement) first.focus();
    await user.keyboard("7a");
    for (const one of interactive(box)) if (one.isConnected) await user.click(one);
    unmount();
    const before = changes.length;
    await vi.advanceTimersByTimeAsync(120_000);
    const late = changes.slice(before);
    return late.length === 0 ? [] : [`"${example.title}" emits ${JSON.stringify(late)} after it is gone`];
  } finally {
    vi.useRealTimers();
    cleanup();
  }
}

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

function wrongIn(
  { title, field, value: first }: PluginExample,
  value: unknown,
  isTyped = true,
): readonly string[] {
  const told = (what: string) => [`"${title}" emits ${what}`];
  if (value === undefined) return told("undefined; a cleared field is null");
  if (!isJson(value)) return told(`${String(value)}, which is no JSON`);
  if (value === "") return told('""; a cleared field is null');
  if (JSON.stringify(value) === JSON.stringify(first)) return [];
  // What was typed and is no number yet stays as it is typed, so that the form can say so.
  if ((field.type === "number" || field.type === "integer") && typeof value === "string") {
    return Number.isNaN(Number(value)) ? [] : told(`the text ${JSON.stringify(value)} for a number`);
  }
  const broken = brokenRules(withPictures(field), value).filter(
    // How many there must be is said when all are there.
    ({ rule }) => rule === "type" || rule === "enum" || (!isTyped && rule !== "minItems"),
  );
  return broken.flatMap(({ path, rule }) =>
    told(`${JSON.stringify(value)}, which breaks "${rule}" at "${path}"`),
  );
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

export const P13: Rule = {
  code: "P13",
  async find(trial) {
    const found: string[] = [];
    for (const example of trial.examples) {
      const hold = async () => {
        const view = trial.show(example, { value: null });
        const holds = await makeHold(view);
        if (!holds) cleanup();
        return holds ? view : undefined;
      };
      const first = await hold();
      if (first === undefined) continue;
      const tell = (what: string) => found.push(`"${example.title}": ${what}`);
      const uploads = ({ host }: ShownWidget) => host.all("upload").flatMap(({ files }) => files).length;

      const refused = await first.save({ refusal: "Someone was faster" });
      if (!isRefusal(refused)) tell(`prepare fails: ${errorOf(refused)}`);
      const once = uploads(first);
      const again = await first.save();
      if (!again.saved) tell(`a second try after a refused save fails: ${errorOf(again)}`);
      else for (const wrong of wrongIn(example, again.value ?? null)) found.push(wrong);
      if (uploads(first) > once) tell("a second try uploads again what was uploaded");
      cleanup();

      const failing = await hold();
      failing?.host.behave("upload", { fails: "No room" });
      const failed = await failing?.save();
      if (failing !== undefined && uploads(failing) > 0 && failed !== undefined) {
        if (failed.saved) tell("a failed upload is saved all the same");
        else if (!isFieldFailure(failed.error))
          tell(`a failed upload is no FieldFailure but ${errorOf(failed)}`);
        failing.host.behave("upload", "answers");
        const retried = await failing.save();
        if (!retried.saved) tell(`a try after a failed upload fails: ${errorOf(retried)}`);
      }
      cleanup();

      const slow = await hold();
      slow?.host.behave("upload", "waits");
      const saving = slow?.save();
      await settled();
      slow?.cancelSave();
      const cancelled = await saving;
      if (cancelled?.saved && uploads(first) > 0) tell("a cancelled save is saved");
      await settled();
      if (slow?.host.all("upload").some(({ signal }) => !signal.aborted))
        tell("an upload goes on after the save is cancelled");
      slow?.host.behave("upload", "answers");
      const after = await slow?.save();
      if (after?.saved === false) tell(`a try after a cancelled save fails: ${errorOf(after)}`);
      cleanup();

      const left = await hold();
      await left?.save({ refusal: "Someone was faster" });
      left?.leave();
      await settled();
      const removed = left?.host.all("removal").length ?? 0;
      if (left !== undefined && removed < uploads(left))
        tell(`leaving removes ${removed} of ${uploads(left)} uploads`);
      cleanup();

      const gone = await hold();
      gone?.unmount();
      await settled();
      if (gone?.host.isHolding()) tell("work is held after it is gone");
    }
    return found;
  },
};

/** Gives it what it may hold until save: a picture, else what is typed and done. */
async function makeHold({ box, host }: ShownWidget): Promise<boolean> {
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const input = box.querySelector<HTMLInputElement>("input[type=file]");
  if (input !== null) {
    const bytes = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    await user.upload(input, new File([bytes], "picture.png", { type: "image/png" }));
  } else {
    interactive(box)
      .find((one): one is HTMLElement => one instanceof HTMLElement)
      ?.focus();
    await user.keyboard("a{Enter}");
  }
  await settled();
  if (!host.isHolding() && input !== null)
    await waitFor(() => host.isHolding() || Promise.reject(new Error("nothing is held")), {
      timeout: 500,
    }).catch(() => {});
  return host.isHolding();
}

type Ended = Awaited<ReturnType<ShownWidget["save"]>>;

function isRefusal(ended: Ended): boolean {
  return !ended.saved && ended.error instanceof Error && ended.error.message === "Someone was faster";
}

function isFieldFailure(error: unknown): boolean {
  return error instanceof Error && error.name === "FieldFailure";
}

function errorOf(ended: Ended): string {
  return ended.saved ? "it was saved" : String(ended.error);
}
