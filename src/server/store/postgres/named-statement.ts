import { createHash } from "node:crypto";
import type { RawBuilder } from "kysely";
import type { Table } from "../tables/table.ts";
import { type NamedStatement, statementText } from "./connection.ts";

const MAX_NAME_LENGTH = 40;

/** A statement that depends on the table alone. @param make its text: what it has as values only marks their places */
export function namedStatement<Row>(
  table: Table,
  key: string,
  make: () => RawBuilder<Row>,
  values: readonly unknown[],
): NamedStatement<Row> {
  const text = table.texts.get(key) ?? statementText(make());
  table.texts.set(key, text);
  const nameKey = `name of ${key}`;
  const digest = () => createHash("sha256").update(text).digest("hex").slice(0, MAX_NAME_LENGTH);
  const name = table.texts.get(nameKey) ?? digest();
  table.texts.set(nameKey, name);
  return { name, text, values: [...values] };
}
