import type { ObjectFieldTemplateProps } from "@rjsf/utils";
import { type ReactElement, useRef, useSyncExternalStore } from "react";
import { useForm } from "./form-context.ts";

/**
 * What RJSF draws of an object, by name, and as it was last what it draws no more while a field in there rests: the
 * widget stays mounted with all that it holds, out of sight.
 */
export function useLastingContents(
  path: string,
  properties: ObjectFieldTemplateProps["properties"],
): ReadonlyMap<string, ReactElement> {
  const { store, hasLeafIn } = useForm();
  useSyncExternalStore(store.subscribe, store.resting);
  const last = useRef<ReadonlyMap<string, ReactElement>>(new Map());
  const contents = new Map(properties.map(({ name, content }) => [name, content]));
  for (const [name, content] of last.current) {
    // Also what stands again and RJSF has not drawn yet.
    if (!contents.has(name) && hasLeafIn(path === "" ? name : `${path}.${name}`)) contents.set(name, content);
  }
  last.current = contents;
  return contents;
}
