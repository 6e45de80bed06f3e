import type { Effects } from "../effects.ts";
import { systemOrigin } from "../http/change-origin.ts";
import type { Store } from "../store/store.ts";
import { noteServed } from "./noted-saves.ts";
import { storedFiles } from "./stored-files.ts";

export type Files = ReadonlyMap<string, string>;

const served = storedFiles("config.served", (text) => new Map(Object.entries<string>(JSON.parse(text))));

/** The files that were served last; undefined if there were none. */
export async function readServed(store: Store): Promise<Files | undefined> {
  const files = await store.read(served.read);
  return files.size === 0 ? undefined : files;
}

/**
 * Keeps the files that are served from now on, and tells the journal in the same transaction which are others than before: not
 * again where another server on the same store has done so.
 * @param rejected files of which another version than that on disk is served, or none
 */
export async function keepServed(
  { store, effects }: { readonly store: Store; readonly effects: Pick<Effects, "now" | "newId"> },
  files: Files,
  rejected: readonly string[],
): Promise<void> {
  await store.write(async (transaction) => {
    const before = await served.read(transaction);
    // Samples that do not go with the rest are served no more, though nobody has touched them.
    const others = before.size === 0 ? [] : changedFiles(before, files);
    const changed = others.filter((path) => !rejected.includes(path));
    await served.write(transaction, files, before);
    if (changed.length > 0) await noteServed(transaction, files, changed);
  }, systemOrigin(effects));
}

export function sameFiles(a: Files | undefined, b: Files): boolean {
  return a?.size === b.size && [...b].every(([path, text]) => a.get(path) === text);
}

/** The paths whose texts differ, or that only one of the two has, sorted. */
export function changedFiles(before: Files, after: Files): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
