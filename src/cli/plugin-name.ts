import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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
  const file = saidIn(name);
  if (file !== undefined)
    return `"${name}" is a word of the machine's own, in ${file}: name the plugin by what it is for. Did you mean "${name}-${kind}"?`;
  return undefined;
}

/** A file of the machine with such a text: its code names no plugin (tests/architecture.test.ts), so one of the two gives way. */
function saidIn(name: string): string | undefined {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((file) => /\.(tsx?|mjs)$/.test(file))
    .map((file) => join("src", file))
    .find((file) => readFileSync(file, "utf8").includes(`"${name}"`));
}

/** The nearest name that can be one: `My Widget` → `my-widget`. undefined where nothing is left of it. */
function inPattern(name: string): string | undefined {
  const plain = name.normalize("NFKD").replace(/\p{Mark}/gu, "");
  // by way of capitals, in which ß is two letters
  const words = plain
    .replace(/(\p{Lower})(?=\p{Upper})/gu, "$1-")
    .toUpperCase()
    .toLowerCase();
  if (/(?![a-z])\p{Letter}/u.test(words)) return undefined;
  const near = words.replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "");
  return NAME.test(near) ? near : undefined;
}
