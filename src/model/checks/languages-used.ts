import type { Draft } from "../draft.ts";

/** The languages that the frame and the entities' screens are in. */
export function languagesUsed(draft: Draft): Set<string> {
  const used = new Set([...draft.entities.values()].map(({ value }) => value.language));
  if (draft.app !== undefined) used.add(draft.app.value.language);
  return used;
}
