import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** Plugins that work, as type-checked as all else: what a new one begins as. */
const TEMPLATES = "src/cli/new-plugin";

export interface NewPlugin {
  readonly name: string;
  readonly kind: "widget" | "cell";
  /** With a server hook. */
  readonly server: boolean;
  /** The languages that its sentences need. */
  readonly languages: readonly string[];
}

/** The files that its author is to write on, by their names. `manifest.ts` is not among them: it is made of plugin.json. */
export async function newPluginFiles(plugin: NewPlugin): Promise<ReadonlyMap<string, string>> {
  const folder = join(TEMPLATES, plugin.kind);
  const names = (await readdir(folder))
    .filter((name) => name !== "manifest.ts")
    .filter((name) => plugin.server || !name.startsWith("server."));
  const files = await Promise.all(
    names.map(async (name) => {
      const text = rename(await readFile(join(folder, name), "utf8"), plugin);
      return [rename(name, plugin), name === "plugin.json" ? inLanguages(text, plugin) : text] as const;
    }),
  );
  return new Map(files);
}

/** The template is called `new-widget`, `NewWidget` in code and `New widget` among people. */
function rename(text: string, { name, kind }: NewPlugin): string {
  const words = name.split("-").filter((word) => word !== "");
  const identifier = words.map(capital).join("");
  return text
    .replaceAll(`new-${kind}`, name)
    .replaceAll(`New${capital(kind)}`, `${identifier}${capital(kind)}`)
    .replaceAll(`New ${kind}`, capital(words.join(" ")))
    .replaceAll("../../../../config/", "../../config/");
}

/** The sentences are English in every language until somebody translates them. */
function inLanguages(manifest: string, { languages }: NewPlugin): string {
  return manifest.replace(/\{ "en": ("(?:[^"\\]|\\.)*") \}/g, (_, text: string) => {
    const entries = languages.map((language) => `${JSON.stringify(language)}: ${text}`);
    return `{ ${entries.join(", ")} }`;
  });
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
