import { MARK_NAMES } from "./lines.ts";

const TOKEN = /<(\/?)([a-z][a-z0-9]*)([^<>]*)>|[^<]+/g;
const BLOCK = /^(p|h[1-6]|li)$/;

/** An open element, and the last thing read inside it. */
interface Open {
  readonly name: string;
  content: "nothing" | "mark" | "text" | "break";
}

/** Whether plain HTML (`is-plain.ts`) is in Quill 2's own form, which Quill loads without change. Linear in its length. */
export function isQuill(html: string): boolean {
  const open: Open[] = [];
  let closed = "";
  for (const [token, close, name, rest = ""] of html.matchAll(TOKEN)) {
    const around = open.at(-1);
    const before = closed;
    closed = "";
    if (name === undefined) {
      if (!mayHoldText(around) || /[\n\r]/.test(token)) return false;
      around.content = "text";
    } else if (close === "/") {
      const { content } = open.pop() ?? {};
      if (name === "span" ? content !== "nothing" : content === "nothing" || content === "mark") return false;
      closed = `${name}${rest}`;
      const parent = open.at(-1);
      if (parent !== undefined) parent.content = name === "span" ? "mark" : "text";
    } else if (name === "ol") {
      if (around !== undefined || rest !== "" || before === "ol") return false;
      open.push({ name, content: "nothing" });
    } else if (BLOCK.test(name)) {
      if (around?.name !== (name === "li" ? "ol" : undefined) || rest.includes(" style=")) return false;
      if (name === "li" && !rest.includes(" data-list=")) return false;
      if (around !== undefined) around.content = "text";
      open.push({ name, content: "nothing" });
    } else if (name === "br") {
      if (around === undefined || !BLOCK.test(around.name)) return false;
      if (around.content !== "nothing" && around.content !== "mark") return false;
      around.content = "break";
    } else if (name === "span") {
      if (around?.name !== "li" || around.content !== "nothing") return false;
      open.push({ name, content: "nothing" });
    } else {
      if (!mayHoldText(around) || rankOf(name) <= rankOf(around.name) || before === name) return false;
      if (name === "img") around.content = "text";
      else open.push({ name, content: "nothing" });
    }
  }
  return true;
}

/** Whether text may follow in the element. */
function mayHoldText(around: Open | undefined): around is Open {
  return around !== undefined && around.name !== "ol" && around.name !== "span" && around.content !== "break";
}

/** The order in which Quill nests: blocks outermost, pictures innermost. `sub` and `sup` exclude each other. */
function rankOf(name: string): number {
  if (BLOCK.test(name)) return 0;
  if (name === "sub" || name === "sup") return 1;
  const names: readonly string[] = MARK_NAMES;
  const rank = names.indexOf(name);
  return rank < 0 ? MARK_NAMES.length + 1 : rank + 1;
}
