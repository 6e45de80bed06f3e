import { existsSync } from "node:fs";
import type { Registry } from "../plugin/registry.ts";

const NAME = /^[a-z][a-z0-9-]*$/;

/** Why a new plugin cannot be called that, in a sentence with what would be right; undefined where it can. */
export function refuseName(
  name: string | undefined,
  kind: "widget" | "cell",
  { widgets, cells }: Registry,
): string | undefined {
  if (name === undefined || name === "")
    return "Name the plugin, in lower case: npm run new-plugin -- my-widget";
  if (!NAME.test(name)) {
    const meant = inPattern(name);
    const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    return `"${name}" cannot be a name: it is a lower-case letter, then letters, digits and hyphens.${hint}`;
  }
  const taken = (kind === "widget" ? widgets : cells).get(name);
  if (taken !== undefined) return `There is a ${kind} "${name}" already, in ${taken.folder}.`;
  if (existsSync(`plugins/${name}`)) return `There is a folder plugins/${name} already.`;
  return undefined;
}

/** The nearest name that can be one: `My Widget` → `my-widget`. undefined where nothing is left of it. */
function inPattern(name: string): string | undefined {
  const plain = name.normalize("NFKD").replace(/\p{Mark}/gu, "");
  const words = plain.replace(/(\p{Lower})(?=\p{Upper})/gu, "$1-").toLowerCase();
  const near = words.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
  return NAME.test(near) ? near : undefined;
}
