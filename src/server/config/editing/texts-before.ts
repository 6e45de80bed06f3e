import { createHash } from "node:crypto";
import type { Store } from "../../store/store.ts";
import { storedFiles } from "../stored-files.ts";

/** A file before the last save that changed it. */
export interface TextBefore {
  /** null: there was no file. */
  readonly text: string | null;
  /** When and by whom it was replaced. */
  readonly savedAt: string;
  readonly savedBy: string;
  /** All files of that save, with the versions that it wrote. */
  readonly together: readonly { readonly path: string; readonly version: string | null }[];
}

const texts = storedFiles("config.before", (text) => {
  const old: readonly (readonly [path: string, before: TextBefore])[] = JSON.parse(text);
  return new Map(old.map(([path, before]) => [path, JSON.stringify(before)]));
});

/** By path. */
export async function readTextsBefore(store: Store): Promise<ReadonlyMap<string, TextBefore>> {
  const stored = await texts.read(store);
  return new Map([...stored].map(([path, before]): [string, TextBefore] => [path, JSON.parse(before)]));
}

/** Keeps these and forgets all others. */
export async function keepTextsBefore(store: Store, after: ReadonlyMap<string, TextBefore>): Promise<void> {
  const all = [...after].map(([path, before]): [string, string] => [path, JSON.stringify(before)]);
  await texts.write(store, new Map(all), await texts.read(store));
}

/** Identifies a text: a save names the version that was read. */
export function textVersion(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The version of a file, null if there is none. */
export function textVersionIn(files: ReadonlyMap<string, string>, path: string): string | null {
  const text = files.get(path);
  return text === undefined ? null : textVersion(text);
}
