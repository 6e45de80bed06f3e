import type { OptionSchema } from "../model/option-schema.ts";

/** Columns of a line in biome.json: the types are written as the formatter would. */
const WIDTH = 110;

/** A member of a union. */
interface Part {
  /** On one line; undefined if it needs several. */
  readonly flat?: string | undefined;
  readonly isList?: true;
  write(position: Position): string;
}

/** Where a type is written: how deep, and how many columns its line has before and after it. */
interface Position {
  readonly depth: number;
  readonly before: number;
  readonly after: number;
}

/** `start` and a union after it, as one declaration: `readonly part: "city" | "district";` */
export function declaration(start: string, parts: readonly Part[], depth: number): string {
  const text = write(parts, { depth, before: 2 * depth + start.length + " ".length, after: ";".length });
  return `${indent(depth)}${start}${text.startsWith("\n") ? "" : " "}${text};\n`;
}

export function words(texts: Iterable<string>): readonly Part[] {
  return [...new Set(texts)].map(word);
}

/** The members of an object's type with their descriptions. @param filled whether defaults are filled in: not inside `anyOf` */
export function members(object: OptionSchema, depth: number, filled = true): string {
  const { properties = {}, required = [], additionalProperties: others = false } = object;
  const named = Object.entries(properties).map(([name, schema]) => {
    const isThere = required.includes(name) || (filled && schema.default !== undefined);
    const start = `readonly ${key(name)}${isThere ? "" : "?"}:`;
    const { title = "", description = "" } = schema;
    const dot = title === "" || /[.?!]$/.test(title) ? "" : ".";
    return (
      doc(`${title}${dot} ${description}`, depth) + declaration(start, unionMembers(schema, filled), depth)
    );
  });
  if (others !== false) {
    // TypeScript demands that the named members fit it too.
    const isAny = others === true || named.length > 0;
    const parts = isAny ? words(["unknown"]) : unionMembers(others, filled);
    named.push(declaration("readonly [name: string]:", parts, depth));
  }
  return named.join("");
}

/** A comment on a line of its own; "" for an empty text. */
export function doc(text: string, depth: number): string {
  const line = text.replace(/\s+/g, " ").trim().replaceAll("*/", "*\\/");
  return line === "" ? "" : `${indent(depth)}/** ${line} */\n`;
}

/** A value as the formatter writes it: a text has the quotes that need fewer backslashes. */
export function literal(value: string | number | boolean): string {
  const text = JSON.stringify(value);
  if (typeof value !== "string") return text.replace("e+", "e");
  const count = (quote: string) => value.split(quote).length;
  if (count('"') <= count("'")) return text;
  return `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function unionMembers(schema: OptionSchema, filled: boolean): readonly Part[] {
  if (schema.enum !== undefined) return words(schema.enum.map(literal));
  const parts = schema.anyOf?.flatMap((one) => unionMembers(one, false)) ?? [typeOf(schema, filled)];
  const texts = parts.map(({ flat }) => flat);
  return parts.filter(({ flat }, index) => flat === undefined || texts.indexOf(flat) === index);
}

function typeOf(schema: OptionSchema, filled: boolean): Part {
  const { type = "unknown", items } = schema;
  if (type === "array") return list(items === undefined ? words(["unknown"]) : unionMembers(items, filled));
  if (type !== "object") return word(type === "integer" ? "number" : type);
  if (members(schema, 0, filled) === "") return word("Readonly<Record<string, never>>");
  return { write: ({ depth }) => `{\n${members(schema, depth + 1, filled)}${indent(depth)}}` };
}

function word(text: string): Part {
  return { flat: text, write: () => text };
}

function list(items: readonly Part[]): Part {
  const isBare = items.length === 1 && items[0]?.isList !== true;
  const [open, close] = isBare ? ["readonly ", "[]"] : ["readonly (", ")[]"];
  const flat = flatOf(items);
  return {
    isList: true,
    flat: flat && `${open}${flat}${close}`,
    write({ depth, before, after }) {
      const text = write(items, { depth, before: before + open.length, after: after + close.length });
      return `${open}${text}${text.startsWith("\n") ? `\n${indent(depth)}` : ""}${close}`;
    },
  };
}

/** A union: on one line if it fits, else each part on its own. */
function write(parts: readonly Part[], position: Position): string {
  const flat = flatOf(parts);
  if (flat !== undefined && position.before + flat.length + position.after <= WIDTH) return flat;
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return only.write(position);
  const { depth } = position;
  const inner = { depth: depth + 2, before: 2 * depth + "  | ".length, after: 0 };
  return parts.map((part) => `\n${indent(depth + 1)}| ${write([part], inner)}`).join("");
}

function flatOf(parts: readonly Part[]): string | undefined {
  const texts = parts.map(({ flat }) => flat);
  return texts.includes(undefined) ? undefined : texts.join(" | ");
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function indent(depth: number): string {
  return "  ".repeat(depth);
}
