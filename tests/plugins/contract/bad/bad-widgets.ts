import { BAD_AFTERLIFE } from "./afterlife.tsx";
import type { BadPlugin } from "./bad-plugin.ts";
import { BAD_DRAWING } from "./drawing.tsx";
import { BAD_HOLDING } from "./holding.tsx";
import { BAD_HOOKS } from "./hooks.tsx";
import { BAD_PARTS } from "./parts.tsx";
import { BAD_REACH } from "./reach.tsx";
import { BAD_VALUES } from "./values.tsx";
import { BAD_WORDS } from "./words.tsx";

/** Small changes of the widget that keeps the contract; each breaks a rule. */
export const BAD_WIDGETS: readonly BadPlugin[] = [
  ...BAD_DRAWING,
  ...BAD_VALUES,
  ...BAD_AFTERLIFE,
  ...BAD_REACH,
  ...BAD_HOLDING,
  ...BAD_HOOKS,
  ...BAD_WORDS,
  ...BAD_PARTS,
];
