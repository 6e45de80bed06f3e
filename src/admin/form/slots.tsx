import { type ReactPortal, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { Content } from "./use-lasting-contents.ts";

/**
 * Keeps each content in an element of its own, drawn at one place of React's tree wherever the element stands on the page:
 * a field that moves to another row or tab stays the same field, with all that it holds.
 */
export function useSlots(contents: ReadonlyMap<string, Content>): {
  hostOf(name: string): HTMLElement;
  /** By what they show. */
  readonly portals: ReadonlyMap<string, ReactPortal>;
} {
  const [hosts] = useState(() => new Map<string, HTMLElement>());
  const hostOf = (name: string) => {
    const host = hosts.get(name) ?? document.createElement("div");
    host.className = "form-slot";
    hosts.set(name, host);
    return host;
  };
  return {
    hostOf,
    portals: new Map(
      [...contents].map(([name, { key, element }]) => [key, createPortal(element, hostOf(name))]),
    ),
  };
}

/** The place on the page of an element of `useSlots`. */
export function Slot({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // An element that is moved loses the focus: not without need.
    if (host.parentElement !== place.current) place.current?.append(host);
  }, [host]);
  return <div ref={place} className="form-slot" />;
}
