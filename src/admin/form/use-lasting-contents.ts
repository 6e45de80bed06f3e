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
  const stands = (name: string) => hasLeafIn(path === "" ? name : `${path}.${name}`);
  const contents = new Map<string, ReactElement>();
  // RJSF draws a form that followed once more as it was, without what is gone.
  for (const { name, content } of properties) if (stands(name)) contents.set(name, content);
  // Also what stands again and RJSF has not drawn yet.
  for (const [name, content] of last.current)
    if (!contents.has(name) && stands(name)) contents.set(name, content);
  last.current = contents;
  return contents;
}
