import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { type ReactElement, useRef, useSyncExternalStore } from "react";
import { useForm } from "./form-context.ts";

export interface Content {
  /** What it is: a field, or a group of fields, of this name. */
  readonly key: string;
  readonly element: ReactElement;
}

/**
 * What RJSF draws of an object, by name, and as it was last what it draws no more while a field in there rests: the
 * widget stays mounted with all that it holds, out of sight.
 */
export function useLastingContents(
  path: string,
  properties: ObjectFieldTemplateProps["properties"],
): ReadonlyMap<string, Content> {
  const { store, leaf, hasLeafIn } = useForm();
  useSyncExternalStore(store.subscribe, store.resting);
  const last = useRef<ReadonlyMap<string, ReactElement>>(new Map());
  const at = (name: string) => (path === "" ? name : `${path}.${name}`);
  const elements = new Map<string, ReactElement>();
  // RJSF draws a form that followed once more as it was, without what is gone.
  for (const { name, content } of properties) if (hasLeafIn(at(name))) elements.set(name, content);
  // Also what stands again and RJSF has not drawn yet.
  for (const [name, content] of last.current)
    if (!elements.has(name) && hasLeafIn(at(name))) elements.set(name, content);
  last.current = elements;
  return new Map(
    [...elements].map(([name, element]) => {
      const kind = leaf(at(name)) === undefined ? "group" : "field";
      return [name, { key: `${kind} ${name}`, element }];
    }),
  );
}
