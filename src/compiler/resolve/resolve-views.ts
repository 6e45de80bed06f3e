import type { EntityConfig } from "../../model/entity-config.ts";
import type { ListView } from "../../model/list/list-view.ts";
import { localTextIn } from "./local-text.ts";

/** The views of a list, complete. Only for a config without problems. */
export function resolveViews({ language, list }: EntityConfig): readonly ListView[] {
  return (list.views ?? []).map(({ default: isDefault, label, ...same }) => ({
    ...same,
    label: localTextIn(label, language),
    ...(isDefault === true ? { default: true as const } : {}),
  }));
}
