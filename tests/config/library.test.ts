import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readFolder } from "../../src/compiler/source/read-folder.ts";
import { LIBRARY } from "../model/library.ts";

/** A part of a JSON Schema, as `npm run schema` writes it. */
interface Shape {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

interface Root extends Shape {
  readonly definitions?: Readonly<Record<string, Shape>>;
}

/** What a config has of what its shape describes. */
interface Use {
  /** Keys, by the definition that has them, each with whether some value has it. */
  readonly keys: Map<string, boolean>;
  /** By key, the words that it may be, each with whether some value is it. */
  readonly words: Map<string, Map<unknown, boolean>>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function look(root: Root, shape: Shape, values: readonly unknown[], path: string, use: Use): void {
  const own = values.filter((value) => fits(root, shape, value));
  if (shape.$ref !== undefined) look(root, referred(root, shape.$ref), own, nameOf(shape.$ref), use);
  for (const one of shape.anyOf ?? []) look(root, one, own, path, use);
  const key = path.split("/").at(-1) ?? "";
  for (const word of shape.enum ?? []) {
    const known = use.words.get(key) ?? new Map<unknown, boolean>();
    use.words.set(key, known.set(word, known.get(word) === true || own.includes(word)));
  }
  if (shape.items !== undefined) look(root, shape.items, own.flat(), path, use);
  for (const [name, part] of Object.entries(shape.properties ?? {})) {
    const given = own.filter(isObject).filter((one) => Object.hasOwn(one, name));
    const at = `${path}/${name}`;
    use.keys.set(at, use.keys.get(at) === true || given.length > 0);
    const below = given.map((one) => one[name]);
    look(root, part, below, at, use);
  }
}

const nameOf = (ref: string) => ref.split("/").at(-1) ?? "";

function referred(root: Root, ref: string): Shape {
  const found = root.definitions?.[nameOf(ref)];
  if (found === undefined) throw new Error(`There is no ${ref}.`);
  return found;
}

/** Whether a value is of the kind that a shape describes, as far as branches differ by that. */
function fits(root: Root, shape: Shape, value: unknown): boolean {
  if (shape.$ref !== undefined) return fits(root, referred(root, shape.$ref), value);
  if (shape.anyOf !== undefined) return shape.anyOf.some((one) => fits(root, one, value));
  if (shape.const !== undefined) return shape.const === value;
  if (shape.properties === undefined) return true;
  const known = Object.keys(shape.properties);
  return (
    isObject(value) &&
    Object.keys(value).every((key) => known.includes(key)) &&
    (shape.required ?? []).every((key) => Object.hasOwn(value, key))
  );
}

/** Keys of which not each word is the library's to use: plugins have their contract, rights the matrix; tones are colours. */
const ELSEWHERE = ["cell", "to", "tone"];
/** Filters are one shape, and days stand in many: a right that changes from day to day would be no good example. */
const UNUSED = ["RecordPart/filter/value/today"];

it("the library uses every key and word of what lists, records, rights and the start page are described by", async () => {
  const shapeOf = async (name: string): Promise<Root> =>
    JSON.parse(await readFile(join("config/schema", `${name}.json`), "utf8"));
  const [entity, app] = [await shapeOf("entity"), await shapeOf("app")];
  const files = await readFolder(LIBRARY);
  const read = (path: string) => JSON.parse(files.get(path) ?? "");
  const entities = [...files.keys()].filter((path) => path.startsWith("entities/")).map(read);
  const use: Use = { keys: new Map(), words: new Map() };
  for (const key of ["display", "list", "rights", "referredBy"]) {
    const values = entities.flatMap((one) => one[key] ?? []);
    look(entity, entity.properties?.[key] ?? {}, key === "referredBy" ? [values] : values, key, use);
  }
  look(app, app.properties?.home ?? {}, [read("app.json").home], "home", use);
  const words = [...use.words]
    .filter(([key]) => !ELSEWHERE.includes(key))
    .flatMap(([key, known]) => [...known].flatMap(([word, isUsed]) => (isUsed ? [] : [`${key}: ${word}`])));
  const keys = [...use.keys].flatMap(([key, isUsed]) => (isUsed ? [] : [key]));
  expect([...keys, ...words]).toEqual(UNUSED);
});
