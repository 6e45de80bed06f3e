import { nearest } from "../../compiler/report/nearest.ts";
import type { FieldSchema } from "../../model/field-schema.ts";
import { type RecordData, SYSTEM_FIELDS } from "../../model/record.ts";
import type { Mode } from "../../record/conditions.ts";
import type { FieldError } from "../../record/messages.ts";
import { below, segmentsOf } from "../../record/path.ts";
import type { TestedEntity } from "./load-config.ts";

/** What a matcher answers vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** Which form the record is in. */
export interface RecordOptions {
  /** Default: create. */
  readonly mode?: Mode;
  /** While editing: the record as it is stored, which disabled fields keep. Default: the record itself. */
  readonly stored?: RecordData;
}

/** How a record must be refused; without any of these, in any way. */
export interface AskedRefusal extends RecordOptions {
  /** Pointer of the field at which it is refused: `/price`, `/lines/2/amount`. */
  readonly at?: string;
  /** The message; or every message by the pointer of its field, and no other. */
  readonly saying?: string | RegExp | Readonly<Record<string, string>>;
}

export function accepts(entity: TestedEntity, record: RecordData, options: RecordOptions): MatcherResult {
  const errors = errorsIn(entity, record, options);
  return {
    pass: errors.length === 0,
    message: () =>
      errors.length === 0
        ? `${named(entity)} accepts a record that it should refuse.`
        : `${named(entity)} refuses a record that it should accept.\n\n${allSaid(entity, errors)}`,
  };
}

export function rejects(entity: TestedEntity, record: RecordData, asked: AskedRefusal): MatcherResult {
  const errors = errorsIn(entity, record, asked);
  const wrong = whatIsWrong(entity, errors, asked);
  return {
    pass: wrong === undefined,
    message: () =>
      wrong ??
      `${named(entity)} refuses a record ${inWords(asked)}, and should not.\n\n${allSaid(entity, errors)}`,
  };
}

function errorsIn(entity: TestedEntity, record: RecordData, { mode = "create", stored }: RecordOptions) {
  const known = [...entity.entity.fields.map(({ name }) => name), ...SYSTEM_FIELDS];
  for (const name of Object.keys(record)) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    const hint = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    throw new Error(`The record of the test names "${name}", which is no field of ${named(entity)}.${hint}`);
  }
  return entity.errors(record, mode, stored);
}

/** undefined where the record is refused as asked. */
function whatIsWrong(
  entity: TestedEntity,
  errors: readonly FieldError[],
  asked: AskedRefusal,
): string | undefined {
  const { at, saying } = asked;
  const field = at === undefined ? undefined : fieldPlace(entity, at);
  if (at !== undefined && field === undefined) {
    throw new Error(`The test asks about "${at}", where ${named(entity)} has no field.`);
  }
  const where = field === undefined ? "" : `\nThe field ${at} is at ${field}`;
  if (errors.length === 0) {
    return `${named(entity)} accepts a record that it should refuse ${inWords(asked)}.${where}`;
  }
  const said = at === undefined ? errors : errors.filter(({ path }) => path === at);
  if (said.length === 0) {
    return `${named(entity)} refuses a record, but not ${inWords(asked)}.${where}\n\n${allSaid(entity, errors)}`;
  }
  if (saying === undefined || said.some(({ message }) => isSaid(saying, message))) return undefined;
  if (isEach(saying) && saysEach(saying, said)) return undefined;
  return `${named(entity)} refuses a record, but not ${inWords(asked)}.\n\n${allSaid(entity, said)}`;
}

function isEach(saying: NonNullable<AskedRefusal["saying"]>): saying is Readonly<Record<string, string>> {
  return typeof saying === "object" && !(saying instanceof RegExp);
}

function isSaid(saying: NonNullable<AskedRefusal["saying"]>, message: string): boolean {
  if (isEach(saying)) return false;
  return typeof saying === "string" ? message === saying : saying.test(message);
}

function saysEach(saying: Readonly<Record<string, string>>, errors: readonly FieldError[]): boolean {
  const asked = Object.entries(saying);
  return (
    asked.length === errors.length &&
    asked.every(([path, message]) => errors.some((error) => error.path === path && error.message === message))
  );
}

function inWords({ at, saying }: AskedRefusal): string {
  const place = at === undefined ? "" : `at ${at} `;
  if (saying === undefined) return at === undefined ? "somehow" : place.trim();
  if (!isEach(saying)) return `${place}saying ${typeof saying === "string" ? `"${saying}"` : saying}`;
  const each = Object.entries(saying).map(([path, message]) => `\n  ${path}: "${message}"`);
  return `${place}saying exactly${each.join("")}\n`;
}

/** Every error, with where its rule and its message are written. */
function allSaid(entity: TestedEntity, errors: readonly FieldError[]): string {
  const said = errors.map(
    (error) => `  ${error.path}: "${error.message}"
      by the rule "${error.keyword}" at ${rulePlace(entity, error)}
      in the words at ${messagePlace(entity, error)}`,
  );
  return `It says:\n${said.join("\n")}`;
}

/** `book (entities/books.json)` */
export function named({ entity, folder, file }: TestedEntity): string {
  return `"${entity.label}" (${folder}/${file})`;
}

/** A schema on the way from the record to a field, with its pointer in the entity's file. */
interface Step {
  readonly name: string;
  readonly schema: Pick<FieldSchema, "properties" | "items" | "required" | "messages" | "conditions">;
  readonly pointer: string;
}

/** The way to the field that a pointer into a record leads to, outermost first; undefined where there is no such field. */
function wayTo(entity: TestedEntity, path: string): readonly Step[] | undefined {
  const way: Step[] = [{ name: "", schema: entity.entity.source.schema, pointer: "/schema" }];
  for (const name of segmentsOf(path)) {
    const { schema, pointer } = way.at(-1) ?? {};
    if (schema === undefined || pointer === undefined) return undefined;
    const inner = Object.entries(schema.properties ?? {}).find(([key]) => key === name)?.[1];
    if (inner !== undefined) way.push({ name, schema: inner, pointer: below(pointer, "properties", name) });
    else if (schema.items != null && /^\d+$/.test(name)) {
      way.push({ name, schema: schema.items, pointer: below(pointer, "items") });
    } else return undefined;
  }
  return way;
}

/** Where the field that a pointer into a record leads to is written; undefined where there is no such field. */
function fieldPlace(entity: TestedEntity, path: string): string | undefined {
  const field = wayTo(entity, path)?.at(-1);
  return field === undefined ? undefined : entity.place(field.pointer);
}

/** Where the rule that a record breaks is written. A list's rule may be broken at a field of its items. */
function rulePlace(entity: TestedEntity, { path, keyword }: FieldError): string {
  const way = wayTo(entity, path) ?? [];
  const field = way.at(-1);
  if (keyword === "required") {
    const around = way.at(-2);
    const index = around?.schema.required?.indexOf(field?.name ?? "") ?? -1;
    if (around !== undefined && index >= 0) return entity.place(below(around.pointer, "required", index));
    return entity.place(below(field?.pointer ?? "", "conditions"));
  }
  const declared = way.findLast(({ schema }) => Object.hasOwn(schema, keyword)) ?? field;
  return entity.place(below(declared?.pointer ?? "", keyword));
}

/** Where its message is written: in the field, the entity or messages.json. */
function messagePlace(entity: TestedEntity, { path, keyword }: FieldError): string {
  const own = wayTo(entity, path)?.findLast(({ schema }) => Object.hasOwn(schema.messages ?? {}, keyword));
  if (own !== undefined) return entity.place(below(own.pointer, "messages", keyword));
  const key = `rule.${keyword}`;
  if (Object.hasOwn(entity.entity.messages, key)) return entity.place(below("/messages", key));
  return entity.place(below("", entity.entity.language, key), "messages.json");
}
