import { cleanup, render } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { createElement, Fragment } from "react";
import { createPortal } from "react-dom";

/** What is new on the page since the watch began. */
export interface PageWatch {
  /** Listeners, elements and attributes, in words. */
  left(): readonly string[];
  stop(): void;
}

/** Watches what a plugin puts beside the place that it is given: listeners on the window, the document and the body, elements in the body. */
export function watchPage(): PageWatch {
  addOnce();
  // Under vitest the global object passes for the window; a document names the window itself.
  const targets = new Map<EventTarget, string>([
    [globalThis as unknown as Window, "the window"],
    [document, "the document"],
    [document.documentElement, "<html>"],
    [document.body, "<body>"],
  ]);
  const { defaultView } = document;
  if (defaultView !== null) targets.set(defaultView, "the window");
  const watches = [...targets].map(([target, name]) => watchListeners(target, name));
  const children = new Set([...document.body.children]);
  const roots = [document.documentElement, document.body];
  const before = roots.map(attributesOf);
  return {
    left: () => [
      ...watches.flatMap(({ left }) => left()),
      ...[...document.body.children]
        .filter((element) => !children.has(element))
        .map((element) => `leaves ${opening(element)} in <body>`),
      ...roots.flatMap((root, index) =>
        attributesOf(root) === before[index] ? [] : [`leaves <${root.localName}> as ${opening(root)}`],
      ),
    ],
    stop() {
      for (const { stop } of watches) stop();
    },
  };
}

/** What React and user-event put on a page once, and leave there. */
function addOnce(): void {
  userEvent.setup();
  render(createElement(Fragment, null, createPortal(createElement("i"), document.body)));
  cleanup();
}

function watchListeners(target: EventTarget, name: string) {
  type Add = Parameters<EventTarget["addEventListener"]>;
  const added = new Map<string, Set<unknown>>();
  const own = Object.getOwnPropertyDescriptors(target);
  const { addEventListener, removeEventListener } = target;
  const keyOf = (type: string, options: Add[2] | undefined) =>
    `${type}${(typeof options === "object" ? options.capture : options) === true ? " capture" : ""}`;
  const forget = (type: string, listener: unknown, options: Add[2]) =>
    added.get(keyOf(type, options))?.delete(listener);

  Object.defineProperties(target, {
    addEventListener: {
      configurable: true,
      writable: true,
      value(type: string, listener: Add[1], options?: Add[2]) {
        const key = keyOf(type, options);
        added.set(key, (added.get(key) ?? new Set()).add(listener));
        const given = typeof options === "object" ? options : {};
        const gone = () => forget(type, listener, options);
        given.signal?.addEventListener("abort", gone, { once: true });
        if (given.once === true) addEventListener.call(target, type, gone, options);
        addEventListener.call(target, type, listener, options);
      },
    },
    removeEventListener: {
      configurable: true,
      writable: true,
      value(type: string, listener: Add[1], options?: Add[2]) {
        forget(type, listener, options);
        removeEventListener.call(target, type, listener, options);
      },
    },
  });
  return {
    left: () =>
      [...added].flatMap(([key, listeners]) =>
        listeners.size === 0 ? [] : [`still listens to "${key.split(" ")[0]}" of ${name}`],
      ),
    stop() {
      for (const method of ["addEventListener", "removeEventListener"] as const) {
        const was = own[method];
        if (was === undefined) Reflect.deleteProperty(target, method);
        else Object.defineProperty(target, method, was);
      }
    },
  };
}

function attributesOf(element: Element): string {
  return [...element.attributes].map(({ name, value }) => `${name}="${value}"`).join(" ");
}

function opening(element: Element): string {
  return `<${[element.localName, attributesOf(element)].join(" ").trim()}>`;
}
