import type { WrittenConfig } from "../../written-config.ts";

/** The entities whose rights are right: of the others nothing is known that could be reported elsewhere. */
export function withKnownRights({ app, entities }: WrittenConfig): Pick<WrittenConfig, "app" | "entities"> {
  const known = [...entities].filter(([, { isReported }]) => !isReported("/rights"));
  return { app, entities: new Map(known) };
}
