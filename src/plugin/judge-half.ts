import { isObject } from "../model/json-value.ts";
import { nameHints } from "../model/nearest.ts";
import type { Fault } from "../model/problem.ts";
import { inWords } from "../model/shape.ts";
import type { LoadedHalf } from "./registry.ts";
import type { AnyServerPlugin, ServerPlugin } from "./server-half.ts";

/** What changes of the config call. Neither does anything without the other. */
const TOGETHER = ["storedForm", "convert"] as const satisfies readonly (keyof ServerPlugin)[];
/** What a write calls. */
const STEPS = ["complete", "clean", "check", "images"] as const satisfies readonly (keyof ServerPlugin)[];
const PARTS: ReadonlySet<string> = new Set([...STEPS, ...TOGETHER]);
const WRITE = `Write export default defineServerPlugin({ … }) with one or more of ${STEPS.join(", ")}.`;

/** The server half that a `server.ts` exports, or why it is none. */
export function judgeHalf(
  loaded: LoadedHalf,
):
  | { readonly half: AnyServerPlugin; readonly fault?: undefined }
  | { readonly half?: undefined; readonly fault: Fault } {
  if ("error" in loaded) {
    const message = `The server half cannot be loaded: ${inOneLine(loaded.error)}.`;
    return {
      fault: { message, mend: "Correct the code; what a module does while it is imported may not fail." },
    };
  }
  const { exported } = loaded;
  if (exported === undefined)
    return { fault: { message: "The server half exports nothing by default.", mend: WRITE } };
  if (!isObject(exported)) {
    const found = typeof exported === "function" ? "a function" : inWords(exported);
    return {
      fault: { message: `The server half exports ${found}, which is no server half.`, found, mend: WRITE },
    };
  }
  const names = Object.keys(exported);
  if (names.length === 0) return { fault: { message: "The server half does nothing.", mend: WRITE } };
  for (const name of names) {
    if (!PARTS.has(name)) {
      const message = `The server half has "${name}", which nothing calls.`;
      return { fault: { message, ...nameHints(name, PARTS) } };
    }
    if (typeof exported[name] !== "function") {
      const found = inWords(exported[name]);
      return {
        fault: {
          message: `"${name}" of the server half must be a function; found ${found}.`,
          found,
          mend: WRITE,
        },
      };
    }
  }
  const [alone] = TOGETHER.filter((name) => Object.hasOwn(exported, name));
  const lacking = TOGETHER.find((name) => !Object.hasOwn(exported, name));
  if (alone !== undefined && lacking !== undefined) {
    const message = `The server half has "${alone}" without "${lacking}": neither does anything without the other.`;
    return { fault: { message, mend: `Add "${lacking}", or remove "${alone}".` } };
  }
  return { half: exported };
}

/** What was thrown, by its first line. */
function inOneLine(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const [first = ""] = text.split("\n");
  return first.replace(/[.\s]+$/, "");
}
