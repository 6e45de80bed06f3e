import { nearest } from "../../compiler/report/nearest.ts";
import { type RecordData, SYSTEM_FIELDS } from "../../model/record.ts";
import type { Mode } from "../../record/conditions.ts";
import type { FieldError } from "../../record/field-errors.ts";
import { below, fieldAt, fieldsOn, type PlacedField, schemaPointer, segmentsOf } from "../../record/path.ts";
import type { TestedEntity } from "./load-config.ts";

/** What a matcher answers vitest. */
export interface MatcherResult {
  readonly pass: boolean;
  message(): string;
}

/** The form in which the record is entered. */
export interface RecordOptions {
  /** Default: create. */
  readonly mode?: Mode;
  /** While editing: the stored record, whose values disabled fields keep. Default: the record itself. */
  readonly stored?: RecordData;
}

/** How a record must be refused. Default: in any way. */
export interface AskedRefusal extends RecordOptions {
  /** Pointer of the field with the error: `/price`, `/lines/2/amount`. */
  readonly at?: string;
  /** A message; or all messages by the pointers of their fields. */
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
      `${named(entity)} refuses a record ${describeRefusal(asked)}, and should not.\n\n${allSaid(entity, errors)}`,
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
    return `${named(entity)} accepts a record that it should refuse ${describeRefusal(asked)}.${where}`;
  }
  const said = at === undefined ? errors : errors.filter(({ path }) => path === at);
  if (said.length === 0) {
    return `${named(entity)} refuses a record, but not ${describeRefusal(asked)}.${where}\n\n${allSaid(entity, errors)}`;
  }
  if (saying === undefined || isSaid(saying, said)) return undefined;
  return `${named(entity)} refuses a record, but not ${describeRefusal(asked)}.\n\n${allSaid(entity, said)}`;
}

function isSaid(saying: NonNullable<AskedRefusal["saying"]>, errors: readonly FieldError[]): boolean {
  if (typeof saying === "string") return errors.some(({ message }) => message === saying);
  if (saying instanceof RegExp) return errors.some(({ message }) => saying.test(message));
  const asked = Object.entries(saying);
  return (
    asked.length === errors.length &&
    asked.every(([path, message]) => errors.some((error) => error.path === path && error.message === message))
  );
}

function describeRefusal({ at, saying }: AskedRefusal): string {
  const place = at === undefined ? "" : `at ${at} `;
  if (saying === undefined) return at === undefined ? "somehow" : place.trim();
  if (typeof saying === "string") return `${place}saying "${saying}"`;
  if (saying instanceof RegExp) return `${place}saying ${saying}`;
  const each = Object.entries(saying).map(([path, message]) => `\n  ${path}: "${message}"`);
  return `${place}saying exactly${each.join("")}\n`;
}

/** All errors, each with the places of its rule and its message. */
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

/** Of a field in the entity's file. */
function pointerOf({ path }: PlacedField): string {
  return `/schema${schemaPointer(path)}`;
}

/** Where a field is written; undefined where there is none. @param path pointer into a record */
function fieldPlace(entity: TestedEntity, path: string): string | undefined {
  const placed = fieldAt(entity.entity.fields, segmentsOf(path));
  return placed && entity.place(pointerOf(placed));
}

/** The fields on the way to the one that declares a broken rule: a list's rule may be broken at a field of its items. */
function wayTo({ entity }: TestedEntity, { path, keyword }: FieldError): readonly PlacedField[] {
  const way = fieldsOn(entity.fields, segmentsOf(path));
  const declares = way.findLastIndex(({ field }) => Object.hasOwn(field.schema, keyword));
  // An object's "required" is about its fields, not about itself.
  return declares === -1 || keyword === "required" ? way : way.slice(0, declares + 1);
}

/** Where the rule that a record breaks is written. */
function rulePlace(entity: TestedEntity, error: FieldError): string {
  const way = wayTo(entity, error);
  const [around, field] = [way.at(-2), way.at(-1)];
  if (field === undefined) return entity.place("/schema");
  if (error.keyword !== "required") return entity.place(below(pointerOf(field), error.keyword));
  const { required = [] } = around?.field.schema ?? entity.entity.source.schema;
  const index = required.indexOf(field.field.name);
  if (index === -1) return entity.place(below(pointerOf(field), "conditions"));
  return entity.place(below(around === undefined ? "/schema" : pointerOf(around), "required", index));
}

/** Where its message is written, in the order of `messageAt`. */
function messagePlace(entity: TestedEntity, error: FieldError): string {
  const { keyword } = error;
  for (let speaker = wayTo(entity, error).at(-1); speaker !== undefined; speaker = speaker.list) {
    if (Object.hasOwn(speaker.field.schema.messages ?? {}, keyword))
      return entity.place(below(pointerOf(speaker), "messages", keyword));
  }
  const key = `rule.${keyword}`;
  if (Object.hasOwn(entity.entity.messages, key)) return entity.place(below("/messages", key));
  return entity.place(below("", entity.entity.language, key), "messages.json");
}
