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
  /** What Tab stops at although no key does anything there. */
  readonly idle: readonly string[];
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
const REMOVING = ["{Delete}", "{Backspace}"];
/** Pressed where no other key did anything. */
const RARE = ["{PageDown}", "{PageUp}", "{Escape}", "0123456789abcdefghijklmnopqrstuvwxyz"];
const ARROWS = ["{ArrowDown}", "{ArrowRight}", "{End}", "{Home}", "{ArrowUp}", "{ArrowLeft}"];

/** Goes to every stop by Tab, tries arrows, Home, End, Enter, Space and digits there, and looks at what opens. */
export async function makeTour({ box, changes, host, unmount, blurs }: ShownWidget): Promise<Tour> {
  const user = userEvent.setup({ delay: null });
  const reactions = watchReactions(box, () => changes.length + host.asked.length);
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
    for (const key of ARROWS) if (await goTo(stop)) await reactions.at(stop, () => pressOn(key));
    await tabOut();
    if ((await goTo(stop)) && stop.matches("input:not([type=date]),textarea,[contenteditable=true]"))
      await press(user, "0123456789");
    for (const key of ["{Enter}", " "]) {
      if (!(await goTo(stop))) break;
      await reactions.at(stop, async () => {
        await press(user, key);
        await settled();
      });
      look();
      await tabOut();
      await press(user, "{Escape}");
    }
  }
  for (const key of [...REMOVING, ...RARE])
    for (const stop of stops.filter((one) => !hasKeys(one)))
      if ((REMOVING.includes(key) || !reactions.has(stop)) && (await goTo(stop)))
        await reactions.at(stop, () => press(user, key));
  drawn.disconnect();
  reactions.end();
  const idle = stops.filter((stop) => !reactions.has(stop) && !hasKeys(stop)).map(described);

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
  return { unreached, pointerOnly, idle, changes, blurs: left, isTyped };
}

/** Where the browser itself does something at a key: controls, links, and what can be scrolled. */
function hasKeys(element: HTMLElement): boolean {
  const { overflowX, overflowY } = getComputedStyle(element);
  const isScrolled = [overflowX, overflowY].some((overflow) => /auto|scroll/.test(overflow));
  return isScrolled || element.matches("input,select,textarea,button,a[href],summary,[contenteditable=true]");
}

/** Notes at which elements a key did something: it was taken, something was drawn or `count` rose, or the focus moved. */
function watchReactions(box: Element, count: () => number) {
  const known = new Set<Element>();
  let taken = 0;
  const hear = (event: KeyboardEvent) => {
    if (event.defaultPrevented) taken += 1;
  };
  // After React, which listens at a root inside the document.
  document.addEventListener("keydown", hear);
  const drawn = new MutationObserver(() => {});
  drawn.observe(box, { subtree: true, childList: true, attributes: true, characterData: true });
  return {
    has: (element: Element) => known.has(element),
    async at(element: Element, work: () => Promise<void>): Promise<void> {
      drawn.takeRecords();
      const before = [count(), taken, document.activeElement];
      await work();
      const after = [count(), taken, document.activeElement];
      const isSame = after.every((one, index) => one === before[index]);
      if (drawn.takeRecords().length > 0 || !isSame) known.add(element);
    },
    end() {
      document.removeEventListener("keydown", hear);
      drawn.disconnect();
    },
  };
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
