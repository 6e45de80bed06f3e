import { asText } from "./as-text.ts";

/** What browsers and Vite's preload say of a script or a style sheet that they did not get. Anything else was thrown by it. */
const SAYINGS =
  /dynamically imported module|importing a module script failed|unable to preload css|style sheets did not arrive/i;

/** Whether code could not be had, and did not break while it began. */
export const didNotCome = (cause: unknown): boolean => SAYINGS.test(asText(cause));
