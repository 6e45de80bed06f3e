import type { Store, StoreTransaction } from "../../store/store.ts";
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
  const stored = await store.read(texts.read);
  return new Map([...stored].map(([path, before]): [string, TextBefore] => [path, JSON.parse(before)]));
}

/**
 * Keeps these and forgets all others.
 * @param before those that are kept now
 */
export async function keepTextsBefore(
  transaction: StoreTransaction,
  after: ReadonlyMap<string, TextBefore>,
  before: ReadonlyMap<string, TextBefore>,
): Promise<void> {
  await texts.write(transaction, asTexts(after), asTexts(before));
}

const asTexts = (kept: ReadonlyMap<string, TextBefore>) =>
  new Map([...kept].map(([path, before]): [string, string] => [path, JSON.stringify(before)]));
