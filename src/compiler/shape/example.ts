import { isObject, ownValue } from "../../record/json.ts";

/** Examples of what is not known. */
const SAYS_NOTHING: ReadonlySet<string> = new Set(["…", "{ … }"]);

/** How to write a value of the wrong kind in the right one, if that is clear. `schema`: of the place where it stands. */
export function conversion(types: readonly string[], found: unknown, schema: unknown): string | undefined {
  const wants = (...some: string[]) => some.some((type) => types.includes(type));
  if (typeof found === "string") {
    const bare = found.trim();
    const isNumber = bare !== "" && Number.isFinite(Number(bare));
    const isWhole = Number.isInteger(Number(bare));
    if (isNumber && (wants("number") || (wants("integer") && isWhole)))
      return `Write ${Number(bare)}, without quotes.`;
    if ((bare === "true" || bare === "false") && wants("boolean")) return `Write ${bare}, without quotes.`;
  }
  if ((typeof found === "number" || typeof found === "boolean") && wants("string")) {
    return `Write "${found}", in quotes.`;
  }
  if (wants("array")) return inBrackets(found, ownValue(schema, "items"));
  if (!wants("object")) return undefined;
  const [only, ...others] = Array.isArray(found) ? found : [];
  if (isObject(only) && others.length === 0) return "Take it out of the brackets [ ].";
  const example = exampleOf(schema, typeof found === "string" ? found : undefined);
  return SAYS_NOTHING.has(example) ? undefined : `Write ${example}.`;
}

/** A single value as a list of such items. */
function inBrackets(found: unknown, items: unknown): string | undefined {
  const kinds = itemKinds(items);
  const takes = (kind: string) => kinds.length === 0 || kinds.includes(kind);
  if (isObject(found)) return takes("object") ? "Put it in brackets: [ … ]." : undefined;
  if (typeof found === "string" && kinds.includes("object") && !kinds.includes("string")) {
    const example = exampleOf(items, found);
    return SAYS_NOTHING.has(example) ? undefined : `Write [${example}].`;
  }
  if (found === null || Array.isArray(found) || !takes(typeof found)) return undefined;
  const parts =
    typeof found === "string" ? found.split(/\s*[,;\uFF0C\u3001]\s*/).filter((one) => one !== "") : [];
  return parts.length > 1
    ? `Put it in brackets, each text in quotes of its own: ${JSON.stringify(parts)}.`
    : `Put it in brackets: [${JSON.stringify(found)}].`;
}

/** The kinds of value that a list's items can have; empty if that is not known. */
function itemKinds(items: unknown): readonly string[] {
  const alternatives = ownValue(items, "anyOf");
  const schemas = Array.isArray(alternatives) ? alternatives : [items];
  return schemas.map((one) => ownValue(one, "type")).filter((type) => typeof type === "string");
}

/** A value of a schema as one would write it, with … for what is not known. `text` is the first text in it. */
export function exampleOf(schema: unknown, text?: string): string {
  const only = ownValue(schema, "const");
  if (only !== undefined) return JSON.stringify(only);
  const choices = ownValue(schema, "enum");
  if (Array.isArray(choices)) return JSON.stringify(choices.find((one) => one === text) ?? choices[0]);
  const type = String(ownValue(schema, "type"));
  if (type === "string") return JSON.stringify(text ?? "…");
  if (type === "object") return exampleObject(schema, text);
  if (type !== "array")
    return JSON.stringify(ownValue(ownValue(schema, "examples"), 0)) ?? EXAMPLES.get(type) ?? "…";
  const item = exampleOf(ownValue(schema, "items"), text);
  return item === "…" ? "[ … ]" : `[${item}]`;
}

function exampleObject(schema: unknown, text: string | undefined): string {
  const keys = ownValue(schema, "required");
  const properties = ownValue(schema, "properties");
  if (!Array.isArray(keys) || keys.length === 0) return "{ … }";
  let left = text;
  const entries = keys.map((key: string) => {
    const inner = ownValue(properties, key);
    const isText = ownValue(inner, "type") === "string";
    const value =
      ownValue(inner, "type") === "object" ? "{ … }" : exampleOf(inner, isText ? left : undefined);
    if (isText) left = undefined;
    return `${JSON.stringify(key)}: ${value}`;
  });
  return `{ ${entries.join(", ")} }`;
}

const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ["number", "1"],
  ["integer", "1"],
  ["boolean", "true"],
]);
