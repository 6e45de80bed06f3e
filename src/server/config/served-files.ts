import type { Store } from "../store/store.ts";
import { storedFiles } from "./stored-files.ts";

export type Files = ReadonlyMap<string, string>;

const served = storedFiles("config.served", (text) => new Map(Object.entries<string>(JSON.parse(text))));

/** The files that were served last; undefined if there were none. */
export async function readServed(store: Store): Promise<Files | undefined> {
  const files = await served.read(store);
  return files.size === 0 ? undefined : files;
}

/** @param before what `readServed` answers */
export async function keepServed(store: Store, files: Files, before: Files = new Map()): Promise<void> {
  await served.write(store, files, before);
}

export function sameFiles(a: Files | undefined, b: Files): boolean {
  return a?.size === b.size && [...b].every(([path, text]) => a.get(path) === text);
}

/** The paths whose texts differ, or that only one of the two has, sorted. */
export function changedFiles(before: Files, after: Files): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
