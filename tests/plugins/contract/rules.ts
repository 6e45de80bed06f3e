import type { Trial } from "./trial.tsx";

/** One rule of the contract. `find` answers what breaks it, in words for the plugin's author; none where it holds. */
export interface Rule {
  readonly code: `P${number}`;
  /** What holds. */
  readonly says: string;
  readonly kinds: readonly ("widget" | "cell")[];
  find(trial: Trial): Promise<readonly string[]>;
}
