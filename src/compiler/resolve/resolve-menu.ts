import type { AppConfig } from "../../model/app-config.ts";
import type { AppMenuGroup } from "../../model/config.ts";
import { localTextIn } from "./local-text.ts";

/** The groups of the menu, complete. Only for a config without problems. */
export function resolveMenu({ menu, language }: AppConfig): readonly AppMenuGroup[] {
  return menu.map(({ label, ...group }) => ({ ...group, label: localTextIn(label, language) }));
}
