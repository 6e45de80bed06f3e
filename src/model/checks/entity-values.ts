import type { Draft } from "../draft.ts";
import type { EntityConfig } from "../entity-config.ts";

/** The entities as written, without their files. */
export function entityValues(draft: Draft): ReadonlyMap<string, EntityConfig> {
  return new Map([...draft.entities].map(([id, { value }]) => [id, value]));
}
