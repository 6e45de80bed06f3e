import { act } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { Json } from "../../../src/model/record.ts";
import { clickable, described, interactive, isHidden, isInteractive } from "./elements.ts";
import { press } from "./press.ts";
import { type ShownWidget, settled } from "./trial.tsx";

/** What came of going through a widget with keys alone. */
export interface Tour {
  /** What can be used and was never come to. */
  readonly unreached: readonly string[];
  /** What a pointer did and keys did not. */
  readonly pointerOnly: readonly string[];
  /** What it emitted. */
  readonly changes: readonly (Json | null)[];
  /** How often it reported that it was left. */
  readonly blurs: number;
  /** Whether something in it is typed into. */
  readonly isTyped: boolean;
}

/** More than a keyboard's user would take. */
const MAX_STOPS = 40;
/** What one types into holds what one types, right or wrong. */
const TYPED =
  "textarea,[contenteditable],input:not([type=range],[type=checkbox],[type=radio],[type=button],[type=file],[type=color])";
const ARROWS = ["{ArrowDown}", "{ArrowRight}", "{End}", "{Home}", "{ArrowUp}", "{ArrowLeft}"];

/** Goes to every stop by Tab, tries arrows, Home, End, Enter, Space and digits there, and looks at what opens. */
export async function makeTour({ box, changes, unmount, blurs }: ShownWidget): Promise<Tour> {
  const user = userEvent.setup({ delay: null });
  const seen = new Map<Element, string>();
  /** By name, since what is drawn anew is another element. */
  const reached = new Map<string, Set<Element>>();
  const drawn = new MutationObserver(() => {});
  let isNew = true;
  drawn.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });

  /** Whether something is come to for the first time. */
  function look(): boolean {
    const before = reached.size;
    const reach = (name: string, element: Element) =>
      reached.set(name, (reached.get(name) ?? new Set()).add(element));
    if (isNew || drawn.takeRecords().length > 0) {
      const places = [box, ...document.querySelectorAll("[role=dialog],dialog[open]")];
      for (const element of places.flatMap(interactive))
        if (!seen.has(element)) seen.set(element, described(element));
      isNew = false;
    }
    const { activeElement } = document;
    const pointed = activeElement?.getAttribute("aria-activedescendant") ?? "";
    for (const element of [activeElement, pointed === "" ? null : document.getElementById(pointed)]) {
      if (element !== null && isIn(element)) reach(seen.get(element) ?? described(element), element);
    }
    return reached.size > before;
  }
  const isIn = (element: Element | null): element is HTMLElement =>
    element instanceof HTMLElement &&
    (box.contains(element) || element.closest("[role=dialog],dialog") !== null);
  async function pressOn(keys: string): Promise<void> {
    for (let times = 0; times < MAX_STOPS; times += 1) {
      await press(user, keys);
      if (look()) continue;
      // What it leads to may be on its way.
      await settled();
      if (!look()) return;
    }
  }
  async function tabOut(): Promise<void> {
    for (let times = 0; times < MAX_STOPS && isIn(document.activeElement); times += 1) {
      await user.tab();
      look();
    }
  }
  async function goTo(stop: HTMLElement): Promise<boolean> {
    if (!stop.isConnected) return false;
    act(() => stop.focus());
    look();
    return document.activeElement === stop;
  }

  await settled();
  const isTyped = box.querySelector(TYPED) !== null;
  const stops: HTMLElement[] = [];
  look();
  const atFirst = [...seen.values()];
  for (;;) {
    await user.tab();
    look();
    const { activeElement } = document;
    if (!isIn(activeElement) || stops.includes(activeElement) || stops.length === MAX_STOPS) break;
    stops.push(activeElement);
  }
  for (const stop of stops) {
    for (const key of ARROWS) if (await goTo(stop)) await pressOn(key);
    await tabOut();
    if ((await goTo(stop)) && stop.matches("input:not([type=date]),textarea,[contenteditable=true]"))
      await press(user, "0123456789");
    for (const key of ["{Enter}", " "]) {
      if (!(await goTo(stop))) break;
      await press(user, key);
      await settled();
      look();
      await tabOut();
      await press(user, "{Escape}");
    }
  }
  drawn.disconnect();

  const byKeys = new Set(changes.map((value) => JSON.stringify(value)));
  const pointerOnly: string[] = [];
  for (const element of clickable(box).filter((one) => !isUsedByKeys(one))) {
    const before = changes.length;
    await user.click(element);
    const emitted = changes.slice(before).find((value) => !byKeys.has(JSON.stringify(value)));
    if (emitted !== undefined)
      pointerOnly.push(`a click on ${described(element)} emits ${JSON.stringify(emitted)}, which no key did`);
    else if (!isHidden(element) && changes.length === before)
      pointerOnly.push(`${described(element)} can be clicked, and keys cannot come to it`);
  }
  const unreached = [...new Set(seen.values())].filter((name) => {
    const times = reached.get(name)?.size ?? 0;
    return times === 0 || times < atFirst.filter((one) => one === name).length;
  });
  act(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
  const left = blurs();
  unmount();
  return { unreached, pointerOnly, changes, blurs: left, isTyped };
}

/** It is, stands in, or holds something that keys come to; or it is a label. */
function isUsedByKeys(element: Element): boolean {
  for (
    let one: Element | null = element;
    one !== null && !one.matches(".form-field-control");
    one = one.parentElement
  ) {
    if (isInteractive(one) || one.matches("label")) return true;
  }
  return interactive(element).length > 0;
}
