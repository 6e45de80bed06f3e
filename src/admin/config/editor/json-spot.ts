/** What stands at the cursor of a text that is half written. */
export interface JsonSpot {
  /** A key is written here, not a value. */
  readonly isKey: boolean;
  /** What is written of it, quotes and all; both at the cursor where nothing is. */
  readonly from: number;
  readonly to: number;
  /** The key is followed by a colon already. */
  readonly hasColon: boolean;
  /** Of the value, or of the object that the key is in. */
  readonly path: readonly (string | number)[];
}

interface Around {
  readonly opened: "{" | "[";
  key: string;
  index: number;
  /** After the colon: what comes is the value of `key`. */
  isValue: boolean;
}

const TOKEN = /"(?:\\.|[^"\\\n])*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

/** Reads up to the cursor as far as there is something to read; what comes after it does not matter. */
export function spotAt(text: string, at: number): JsonSpot {
  const around: Around[] = [];
  let written: { readonly from: number; readonly to: number } | undefined;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    const from = match.index;
    if (from >= at) break;
    if (isSign(token)) step(around, token);
    else if (from + token.length > at || (from + token.length === at && !isClosed(token))) {
      written = { from, to: endOf(token, from, at) };
      break;
    } else if (from + token.length === at && !token.startsWith('"')) {
      written = { from, to: at };
      break;
    } else read(around, token);
  }
  const inner = around.at(-1);
  const isKey = inner?.opened === "{" && !inner.isValue;
  const spot = written ?? { from: at, to: at };
  const path = around.map(({ opened, key, index }) => (opened === "{" ? key : index));
  return {
    ...spot,
    isKey,
    hasColon: isKey && /^\s*:/.test(text.slice(spot.to)),
    path: isKey ? path.slice(0, -1) : path,
  };
}

/** How many more of these brackets are opened than closed. */
export function openBrackets(text: string, open: "{" | "["): number {
  const close = open === "{" ? "}" : "]";
  let count = 0;
  for (const [token] of text.matchAll(TOKEN)) count += token === open ? 1 : token === close ? -1 : 0;
  return count;
}

function step(around: Around[], sign: string): void {
  const inner = around.at(-1);
  if (sign === "{" || sign === "[") around.push({ opened: sign, key: "", index: 0, isValue: false });
  else if (sign === "}" || sign === "]") around.pop();
  else if (inner !== undefined && sign === ":") inner.isValue = true;
  else if (inner !== undefined) {
    inner.isValue = false;
    inner.index += 1;
  }
}

function read(around: Around[], token: string): void {
  const inner = around.at(-1);
  if (inner !== undefined && !inner.isValue) inner.key = token.replace(/^"|"$/g, "");
}

/** A quote of the next text is no end of this one: what a name cannot hold is not taken into it. */
function endOf(token: string, from: number, at: number): number {
  const rest = token.slice(at - from);
  if (!token.startsWith('"')) return from + token.length;
  return isClosed(token) && !/[,:{}[\]]/.test(rest) ? from + token.length : at;
}

const isSign = (token: string) => /^[{}[\]:,]$/.test(token);
const isClosed = (token: string) => token.length > 1 && token.startsWith('"') && token.endsWith('"');
