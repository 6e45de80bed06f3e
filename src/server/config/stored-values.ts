import { problemAt } from "../../compiler/report/place-problem.ts";
import { kinds } from "../../compiler/shape/shape.ts";
import type { Config } from "../../model/config.ts";
import type { Problem } from "../../model/problem.ts";
import { below, schemaPointer } from "../../record/path.ts";
import type { Unconvertible } from "../store/table-shape.ts";
import type { Files } from "./served-files.ts";

/** What the store refuses, as problems at the fields of the config. */
export function storedValueProblems(
  config: Config,
  files: Files,
  unconvertible: readonly Unconvertible[],
): Problem[] {
  return unconvertible.map(({ table, column, reason, count, first }) => {
    const file = `entities/${table}.json`;
    const at = `/schema${schemaPointer(column)}`;
    const type = config.entities.get(table)?.source.schema.properties[column]?.type ?? "";
    const found = count === 1 ? "1 stored record" : `${count} stored records`;
    const hold = `${found} ${count === 1 ? "holds" : "hold"}`;
    const { key, message, ...fault } = REFUSALS[reason](hold, type);
    const pointer = key === undefined ? at : below(at, key);
    const named = mayBeNamed(config, table) ? `: ${namesOf(first, count)}` : "";
    const said = { ...fault, message: `${message}${named}.`, found };
    return problemAt(files, file, pointer, "STORED_VALUES", said);
  });
}

/** Whoever reads problems does not see all accounts where roles are hidden, nor all records and names where rights say so. */
function mayBeNamed({ app, entities }: Config, table: string): boolean {
  const entity = entities.get(table);
  const { records, fields = {} } = entity?.source.rights ?? {};
  if (records !== undefined || fields[entity?.labelField ?? ""]?.view !== undefined) return false;
  return table !== app.accounts.entity || !Object.values(app.roles).some(({ hidden }) => hidden === true);
}

const MAX_NAME_LENGTH = 40;

function namesOf(first: readonly string[], count: number): string {
  const names = first.map((name) => {
    const letters = [...name];
    return `"${letters.length > MAX_NAME_LENGTH ? `${letters.slice(0, MAX_NAME_LENGTH).join("")}…` : name}"`;
  });
  const others = count - names.length;
  return others > 0 ? `${names.join(", ")} and ${others} more` : names.join(", ");
}

interface Refusal {
  /** The keyword of the field that the problem is at; else it is at the field's name. */
  readonly key?: string;
  readonly part?: "key";
  /** A sentence without its end. */
  readonly message: string;
  readonly hint?: string;
}

const REFUSALS: Readonly<Record<Unconvertible["reason"], (hold: string, type: string) => Refusal>> = {
  kind: (hold, type) => ({
    key: "type",
    message: `${hold} a value here that cannot become ${kinds(type)}`,
  }),
  unique: (hold) => ({
    key: "unique",
    message: `${hold} the same value here as another, so it cannot be unique`,
  }),
  secret: (hold) => ({
    part: "key",
    message: `${hold} a value here that was given never to be shown`,
    hint: 'Put "writeOnly": true back. What may be read needs a field of another name.',
  }),
};
