import type { Hook } from "../good-plugins.tsx";
import type { Rule } from "../rules.ts";

export interface BadPlugin extends Hook {
  readonly title: string;
  readonly code: Rule["code"];
  /** What is found of it. */
  readonly saying: string;
  /** It breaks no other rule. */
  readonly alone?: true;
}
