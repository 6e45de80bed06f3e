import { cleanup } from "@testing-library/react";
import type { WidgetGiven } from "admin/widget-testing";
import { errorId, hintId, partErrorsId } from "../../../src/admin/form/field/field-ids.ts";
import type { PluginExample } from "../../../src/model/plugin-manifest.ts";
import type { Json } from "../../../src/model/record.ts";
import { danglingIds, described, nameOf, shownIn } from "./elements.ts";
import { PATH, type ShownWidget, settled, type Trial } from "./trial.tsx";
import { wordsIn, wordsOf } from "./words.ts";

/** One example drawn in one state, looked at, and gone again. */
export interface Visit {
  readonly title: string;
  readonly state: string;
  /** Why it could not be drawn. */
  readonly threw?: string;
  readonly shown?: string;
  /** What is read or heard of it, as messages are marked. */
  readonly words: readonly string[];
  readonly changes: readonly (Json | null)[];
  /** What is wrong with its control's name, its descriptions, and its focus. */
  readonly named: readonly string[];
  readonly tied: readonly string[];
  readonly focused: readonly string[];
  /** What it wanted of people or the server without being used. */
  readonly wanted: readonly string[];
}

/** What only somebody who uses the widget may set off. */
const UNASKED = new Set(["toast", "confirm", "upload", "removal"]);

export const LABEL = "Its label";
export const ERROR = "Something is wrong";

const STATES: Readonly<Record<string, WidgetGiven<Json, object>>> = {
  filled: {},
  empty: { value: null },
  "with no value": { value: undefined },
  "read-only": { readOnly: true },
  disabled: { disabled: true },
  "required and empty": { value: null, required: true },
  "with an error": { error: ERROR },
  "empty with an error": { error: ERROR, value: null },
  "with an error of a part": { errors: [{ path: "/0", message: ERROR }] },
};

/** Every example in every state, and filled in every language of its messages. */
export async function visitAll(trial: Trial): Promise<readonly Visit[]> {
  const visits: Visit[] = [];
  for (const example of trial.examples) {
    if (trial.manifest?.kind === "cell") visits.push(...visitCell(trial, example));
    else for (const [state, given] of statesOf(trial)) visits.push(await visit(trial, example, state, given));
  }
  return visits;
}

function statesOf({ manifest }: Trial): readonly (readonly [string, WidgetGiven<Json, object>])[] {
  const texts = Object.values(manifest?.messages ?? {}).flatMap(({ text }) => Object.keys(text));
  const languages = [...new Set(texts)].filter((language) => language !== "en");
  return [
    ...Object.entries(STATES),
    ...languages.map((language) => [`in ${language}`, { language }] as const),
  ];
}

const NOTHING = { words: [], changes: [], named: [], tied: [], focused: [], wanted: [] };

async function visit(
  trial: Trial,
  example: PluginExample,
  state: string,
  given: WidgetGiven<Json, object>,
): Promise<Visit> {
  const { title } = example;
  try {
    const messages = given.language === undefined ? trial.marked : undefined;
    const view = trial.show(example, { label: LABEL, messages, ...given });
    await settled();
    const { box, changes, container, host } = view;
    const control = controlOf(view);
    return {
      title,
      state,
      shown: shownIn(box),
      words: messages === undefined ? [] : wordsOf(view),
      named: control === undefined ? ["no element has the id that the widget is given"] : nameFaults(control),
      tied: [...tieFaults(control, errorsOf(trial, given)), ...danglingIds(container)],
      focused: control === undefined ? [] : focusFaults(control, given),
      changes: [...changes],
      wanted: host.asked.map(({ what }) => what).filter((what) => UNASKED.has(what)),
    };
  } catch (error) {
    return { title, state, threw: String(error), ...NOTHING };
  } finally {
    cleanup();
  }
}

function visitCell(trial: Trial, example: PluginExample): readonly Visit[] {
  const { title } = example;
  return [
    ["filled", example.value as Json] as const,
    ["empty", null] as const,
    ["with no value", undefined] as const,
  ].map(([state, value]) => {
    try {
      const { cell } = trial.showCell(example, value, { messages: trial.marked });
      return { title, state, ...NOTHING, shown: shownIn(cell), words: wordsIn(cell) };
    } catch (error) {
      return { title, state, threw: String(error), ...NOTHING };
    } finally {
      cleanup();
    }
  });
}

function controlOf({ control }: ShownWidget): HTMLElement | undefined {
  try {
    return control();
  } catch {
    return undefined;
  }
}

function nameFaults(control: HTMLElement): readonly string[] {
  const what = described(control);
  if (
    !control.matches(
      "input,select,textarea,button,fieldset,a[href],[role]:not([role=presentation],[role=none])",
    )
  )
    return [`${what} has the field's id and is no control`];
  return nameOf(control).includes(LABEL) ? [] : [`${what} has the field's id and not its label`];
}

/** What ARIA has an `aria-invalid` for; a group is wrong in its parts. */
export const TAKES_INVALID =
  "input,select,textarea,[role=radiogroup],[role=textbox],[role=combobox],[role=listbox],[role=slider],[role=spinbutton],[role=checkbox],[role=switch]";

/** The ids of the errors that the form shows. */
function errorsOf({ manifest }: Trial, given: WidgetGiven<Json, object>): readonly string[] {
  const isSaidInside = given.errors === undefined || manifest?.showsErrors === true;
  return [
    ...(given.error === undefined ? [] : [errorId(PATH)]),
    ...(isSaidInside ? [] : [partErrorsId(PATH)]),
  ];
}

function tieFaults(control: HTMLElement | undefined, errors: readonly string[]): readonly string[] {
  const ids = control?.getAttribute("aria-describedby")?.split(/\s+/) ?? [];
  const wanted = [hintId(PATH), ...errors];
  const missing = wanted
    .filter((id) => !ids.includes(id))
    .map((id) => `aria-describedby of the control lacks "${id}"`);
  const invalid = control?.getAttribute("aria-invalid") === "true";
  if (errors.length === 0 && invalid) return [...missing, "the control is aria-invalid without an error"];
  if (errors.length > 0 && !invalid && control?.matches(TAKES_INVALID) === true)
    return [...missing, "the control is not aria-invalid"];
  return missing;
}

/** A form goes to the field's frame where there is nothing to do at a disabled control. */
function focusFaults(
  control: HTMLElement,
  { disabled, value }: WidgetGiven<Json, object>,
): readonly string[] {
  if (disabled === true || (control.matches(":disabled") && value !== null)) return [];
  control.focus();
  return control.contains(document.activeElement) ? [] : [`${described(control)} does not take the focus`];
}
