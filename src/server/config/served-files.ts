import type { Store } from "../store/store.ts";

/** In the store, so that one backup holds the records and the config that they were kept by. */
const SETTING = "config.served";

export type Files = ReadonlyMap<string, string>;

/** The files that were served last; undefined where none ever were. */
export async function readServed(store: Store): Promise<Files | undefined> {
  const text = await store.read((view) => view.setting(SETTING));
  if (text === undefined) return undefined;
  const files: Readonly<Record<string, string>> = JSON.parse(text);
  return new Map(Object.entries(files));
}

export async function keepServed(store: Store, files: Files): Promise<void> {
  const text = JSON.stringify(Object.fromEntries(files));
  await store.write((transaction) => transaction.setSetting(SETTING, text));
}

export function sameFiles(a: Files | undefined, b: Files): boolean {
  return a?.size === b.size && [...b].every(([path, text]) => a.get(path) === text);
}

/** The paths whose text is another, or that are in one of the two only, in the order of the names. */
export function changedFiles(before: Files, after: Files): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).sort();
}
