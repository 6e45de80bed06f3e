import { MARK_NAMES } from "./lines.ts";

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<]+/g;
const BLOCK = /^(p|h[1-6]|li)$/;

/** An open element: what is in it so far. */
interface Open {
  readonly name: string;
  holds: "nothing" | "mark" | "text" | "break";
}

/**
 * Whether plain HTML (`is-plain.ts`) is as Quill 2 itself would hold it, so that Quill loses and changes nothing of it
 * when it loads it. Linear in its length.
 */
export function isQuill(html: string): boolean {
  const open: Open[] = [];
  let closed = "";
  for (const [token, close, name, rest = ""] of html.matchAll(TOKEN)) {
    const around = open.at(-1);
    const before = closed;
    closed = "";
    if (name === undefined) {
      if (!mayHoldText(around) || /[\n\r]/.test(token)) return false;
      around.holds = "text";
    } else if (close === "/") {
      const { holds } = open.pop() ?? {};
      if (name === "span" ? holds !== "nothing" : holds === "nothing" || holds === "mark") return false;
      closed = `${name}${rest}`;
      if (name === "ol" || BLOCK.test(name)) continue;
      const parent = open.at(-1);
      if (parent !== undefined) parent.holds = name === "span" ? "mark" : "text";
    } else if (name === "ol") {
      if (around !== undefined || rest !== "" || before === "ol") return false;
      open.push({ name, holds: "nothing" });
    } else if (BLOCK.test(name)) {
      if (around?.name !== (name === "li" ? "ol" : undefined) || rest.includes(" style=")) return false;
      if (name === "li" && !rest.includes(" data-list=")) return false;
      if (around !== undefined) around.holds = "text";
      open.push({ name, holds: "nothing" });
    } else if (name === "br") {
      if (around === undefined || !BLOCK.test(around.name)) return false;
      if (around.holds !== "nothing" && around.holds !== "mark") return false;
      around.holds = "break";
    } else if (name === "span") {
      if (around?.name !== "li" || around.holds !== "nothing") return false;
      open.push({ name, holds: "nothing" });
    } else {
      if (!mayHoldText(around) || rankOf(name) <= rankOf(around.name) || before === name) return false;
      if (name === "img") around.holds = "text";
      else open.push({ name, holds: "nothing" });
    }
  }
  return true;
}

/** Blocks and marks that hold no line break. */
function mayHoldText(around: Open | undefined): around is Open {
  return around !== undefined && around.name !== "ol" && around.name !== "span" && around.holds !== "break";
}

/** How deep Quill nests a mark: blocks outermost, pictures innermost. Scripts exclude each other. */
function rankOf(name: string): number {
  if (BLOCK.test(name)) return 0;
  if (name === "sub" || name === "sup") return 1;
  const names: readonly string[] = MARK_NAMES;
  const rank = names.indexOf(name);
  return rank < 0 ? MARK_NAMES.length + 1 : rank + 1;
}
