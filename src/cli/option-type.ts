import type { OptionSchema } from "../model/option-schema.ts";

/** Columns of a line, as biome.json has it: what is written here is as the formatter leaves it. */
const WIDTH = 110;

/** One of the kinds of value that a type is a union of. */
type Part =
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "list"; readonly items: readonly Part[] }
  | { readonly kind: "block"; write(depth: number): string };

/** Where a type is to stand: how deep, and how much else is on its line. */
interface Room {
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
  return [...new Set(texts)].map((text) => ({ kind: "word", text }));
}

/**
 * The members of an object's type, each with what its schema says of it.
 * @param filled whether defaults are filled in there; they are not inside `anyOf`
 */
export function members(object: OptionSchema, depth: number, filled = true): string {
  const { properties = {}, required = [], additionalProperties: others = false } = object;
  const named = Object.entries(properties).map(([name, schema]) => {
    const isThere = required.includes(name) || (filled && schema.default !== undefined);
    const start = `readonly ${key(name)}${isThere ? "" : "?"}:`;
    const { title = "", description = "" } = schema;
    const dot = title === "" || /[.?!]$/.test(title) ? "" : ".";
    return doc(`${title}${dot} ${description}`, depth) + declaration(start, partsOf(schema, filled), depth);
  });
  if (others !== false) {
    // Beside named ones TypeScript asks it to be true of those as well.
    const isAny = others === true || named.length > 0;
    const parts = isAny ? words(["unknown"]) : partsOf(others, filled);
    named.push(declaration("readonly [name: string]:", parts, depth));
  }
  return named.join("");
}

/** A comment on a line of its own; nothing where there is nothing to say. */
export function doc(text: string, depth: number): string {
  const line = text.replace(/\s+/g, " ").trim().replaceAll("*/", "*\\/");
  return line === "" ? "" : `${indent(depth)}/** ${line} */\n`;
}

/** A value as the formatter writes it: a text in the quotes that need fewer backslashes. */
export function literal(value: string | number | boolean): string {
  const text = JSON.stringify(value);
  if (typeof value !== "string") return text.replace("e+", "e");
  const count = (quote: string) => value.split(quote).length;
  if (count('"') <= count("'")) return text;
  return `'${text.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function partsOf(schema: OptionSchema, filled: boolean): readonly Part[] {
  if (schema.enum !== undefined) return words(schema.enum.map(literal));
  const parts = schema.anyOf?.flatMap((one) => partsOf(one, false)) ?? [partOf(schema, filled)];
  const texts = parts.map((part) => flatOf([part]));
  return parts.filter((_, index) => texts[index] === undefined || texts.indexOf(texts[index]) === index);
}

function partOf(schema: OptionSchema, filled: boolean): Part {
  const { type = "unknown" } = schema;
  if (type === "array") {
    const items = schema.items === undefined ? words(["unknown"]) : partsOf(schema.items, filled);
    return { kind: "list", items };
  }
  if (type !== "object") return { kind: "word", text: type === "integer" ? "number" : type };
  const isEmpty = members(schema, 0, filled) === "";
  if (isEmpty) return { kind: "word", text: "Readonly<Record<string, never>>" };
  return { kind: "block", write: (depth) => `{\n${members(schema, depth + 1, filled)}${indent(depth)}}` };
}

/** A union: on one line where it fits, else each part on its own. */
function write(parts: readonly Part[], room: Room): string {
  const flat = flatOf(parts);
  if (flat !== undefined && room.before + flat.length + room.after <= WIDTH) return flat;
  const [only, ...more] = parts;
  if (only !== undefined && more.length === 0) return writeOne(only, room);
  const { depth } = room;
  const inner = { depth: depth + 2, before: 2 * depth + "  | ".length, after: 0 };
  return parts.map((part) => `\n${indent(depth + 1)}| ${write([part], inner)}`).join("");
}

function writeOne(part: Part, { depth, before, after }: Room): string {
  if (part.kind === "word") return part.text;
  if (part.kind === "block") return part.write(depth);
  const [open, close] = brackets(part.items);
  const text = write(part.items, { depth, before: before + open.length, after: after + close.length });
  return `${open}${text}${text.startsWith("\n") ? `\n${indent(depth)}` : ""}${close}`;
}

/** All of them on one line; undefined where one needs several. */
function flatOf(parts: readonly Part[]): string | undefined {
  const texts: string[] = [];
  for (const part of parts) {
    if (part.kind === "block") return undefined;
    const text = part.kind === "word" ? part.text : flatOf(part.items);
    if (text === undefined) return undefined;
    texts.push(part.kind === "word" ? text : brackets(part.items).join(text));
  }
  return texts.join(" | ");
}

function brackets(items: readonly Part[]): [open: string, close: string] {
  const isWord = items.length === 1 && items[0]?.kind !== "list";
  return isWord ? ["readonly ", "[]"] : ["readonly (", ")[]"];
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

function indent(depth: number): string {
  return "  ".repeat(depth);
}
