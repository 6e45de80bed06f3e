import { bounded } from "../../bounded.ts";
import type { Effects } from "../../effects.ts";
import type { RuntimeHolder } from "../../runtime.ts";
import type { Store } from "../../store/store.ts";
import type { ConfigSource } from "../config-source.ts";
import type { Drafts } from "../drafts.ts";
import { keptDrafts } from "./kept-drafts.ts";
import { type LatestOnly, latestOnly } from "./latest-only.ts";

export interface EditingParts {
  readonly store: Store;
  /** What is served now, which may be another runtime than that of a request. */
  readonly holder: RuntimeHolder;
  readonly effects: Effects;
  readonly source: ConfigSource;
  /** Lines for whoever runs the server. */
  log(text: string): void;
}

/** What the pages that edit the config share, for as long as the server runs. */
export interface Editing extends EditingParts {
  readonly drafts: Drafts;
  /** Runs saves one after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  /** Checking a draft is work for the processor: one at a time, the latest of each account, with pauses for everyone else. */
  readonly checkLatest: LatestOnly;
}

export function makeEditing(parts: EditingParts): Editing {
  return {
    ...parts,
    drafts: keptDrafts(parts.effects.randomToken),
    inTurn: bounded(1),
    checkLatest: latestOnly(parts.effects),
  };
}
