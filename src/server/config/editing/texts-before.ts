import { createHash } from "node:crypto";
import type { Store } from "../../store/store.ts";

const SETTING = "config.before";

/** What a file was before the last save that changed it. */
export interface TextBefore {
  /** null: there was no such file. */
  readonly text: string | null;
  /** When and by whom it was replaced. */
  readonly savedAt: string;
  readonly savedBy: string;
  /** The files of that save and what it left of each, itself included: where one holds only with the others. */
  readonly together: readonly { readonly path: string; readonly version: string | null }[];
}

/** By path. Kept in the store, so that a backup holds them and a restart does not lose them. */
export async function readTextsBefore(store: Store): Promise<ReadonlyMap<string, TextBefore>> {
  const kept = await store.read((view) => view.setting(SETTING));
  return new Map<string, TextBefore>(kept === undefined ? [] : JSON.parse(kept));
}

export async function keepTextsBefore(store: Store, texts: ReadonlyMap<string, TextBefore>): Promise<void> {
  await store.write((transaction) => transaction.setSetting(SETTING, JSON.stringify([...texts])));
}

/** Identifies a text: whoever saves over it names the one that they have read. */
export function textVersion(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/** The same for a file that may not be there. */
export function textVersionIn(files: ReadonlyMap<string, string>, path: string): string | null {
  const text = files.get(path);
  return text === undefined ? null : textVersion(text);
}
