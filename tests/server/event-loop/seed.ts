import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { readFolder } from "../../../src/compiler/source/read-folder.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import type { Entity, Field } from "../../../src/model/entity.ts";
import { type StoredRecord, SYSTEM_FIELDS } from "../../../src/model/record.ts";
import { configFolder } from "../../../src/node/config-folder.ts";
import { installedPlugins } from "../../../src/node/installed-plugins.ts";
import { hashPassword } from "../../../src/server/accounts/password.ts";
import { makeEditing } from "../../../src/server/config/editing/editing.ts";
import type { Runtime } from "../../../src/server/config/runtime.ts";
import { systemEffects } from "../../../src/server/effects.ts";
import type { Route } from "../../../src/server/http/route.ts";
import { buildRuntime, routeServices } from "../../../src/server/runtime/build-runtime.ts";
import { serverRoutes } from "../../../src/server/runtime/server-routes.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { makeSessionExtensions } from "../../../src/server/sessions/session-extensions.ts";
import { openConnection } from "../../../src/server/store/sqlite/driver.ts";
import { recordsTable, sqlName } from "../../../src/server/store/sqlite/names.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import { MAX_PREFERENCE_BYTES, MAX_PREFERENCES } from "../../../src/wire/preferences.ts";
import { MANY } from "../store/hundred-thousand.ts";
import { longestTexts } from "./longest-values.ts";

/** What requests are made from. */
export interface Seeded {
  readonly runtime: Runtime;
  /** All that the server answers. */
  readonly routes: readonly Route[];
  /** A record of each entity, with whatever it refers to: a sample. */
  readonly records: ReadonlyMap<string, StoredRecord>;
  /** One of the longest of each entity. */
  readonly longest: ReadonlyMap<string, string>;
  /** Many of each entity, that may be changed and deleted; to the last of them all others' many refer that can. */
  readonly many: ReadonlyMap<string, readonly string[]>;
  /** By role. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Fewer than a page has: what is found is then sorted, not met on the way. */
export const LONG = 40;
const idOf = (kind: string, entity: number) => sql.lit(`${kind}${entity.toString(16).padStart(3, "0")}`);

/**
 * Fills a store that the server has begun with samples: of each entity with `LONG` records as long as they may be and
 * `few` ordinary ones, of the one with most columns with 100,000, all of which refer to the same records; and makes an account with a session of each role.
 */
export async function seed(configDir: string, dataDir: string, few: number): Promise<Seeded> {
  const { registry } = installedPlugins();
  const { config, problems } = checkConfig(await readFolder(configDir), registry);
  if (config === undefined) throw new Error(problems.map(({ message }) => message).join("\n"));
  const effects = systemEffects();
  const runtime = atOnce(
    buildRuntime(config, { registry, secret: "secret", services: routeServices(effects) }),
  );
  const file = join(dataDir, "store.db");
  const store = await openSqliteStore({ file });
  await store.applyShapes(runtime.tables);
  const records = new Map<string, StoredRecord>();
  for (const id of config.entities.keys()) {
    const [first] = await store.read((view) => view.walk(id, undefined, 1));
    if (first !== undefined) records.set(id, first);
  }
  const tokens = new Map<string, string>();
  const password = await hashPassword("a long password");
  const { entity: accounts, username } = config.app.accounts;
  const account = records.get(accounts);
  if (account === undefined) throw new Error("There is no account.");
  for (const role of Object.keys(config.app.roles)) {
    const token = systemEffects().randomToken();
    const _id = role.padEnd(24, "-");
    const approved = config.app.accounts.approved;
    const values = {
      [username]: `the-${role}`,
      // Who could not log in again may not save the config.
      [config.app.accounts.password]: password,
      [config.app.accounts.role]: role,
      ...(approved && { [approved]: true }),
    };
    await store.write(async (transaction) => {
      await transaction.insert(accounts, { ...account, ...values, _id, isProtected: false }, []);
      const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
      await transaction.addSession({ tokenHash: hashToken(token), accountId: _id, expiresAt });
      for (let at = 0; at < MAX_PREFERENCES; at += 1)
        await transaction.setPreference(_id, preferenceKey(at), JSON.stringify(longestPreference()));
    });
    tokens.set(role, token);
  }
  // Written past the store, as an older config would have left it; what is derived is then derived by `applyShapes`.
  await store.applyShapes(
    runtime.tables.map((table) => ({
      ...table,
      sorts: [],
      search: [],
      unique: [],
      references: [],
      // Others than are wanted: records are counted anew only then.
      filters: table.filters.length === 0 ? [table.label] : [],
    })),
  );
  const connection = openConnection(file);
  const entities = [...config.entities.values()];
  const [largest] = [...entities].sort((a, b) => b.list.columns.length - a.list.columns.length);
  const longest = new Map<string, string>();
  const many = new Map<string, readonly string[]>();
  const kinds = [...config.entities.keys()];
  const manyOf = (index: number, at: number) =>
    `many${index.toString(16).padStart(3, "0")}${String(at).padStart(17, "0")}`;
  const short: Value = (field, column) => {
    const to = kinds.indexOf(field.reference?.entity ?? "");
    return to < 0 || field.reference?.tree === true ? shortValue(field, column) : sql.lit(manyOf(to, few));
  };
  for (const [index, entity] of entities.entries()) {
    const template = records.get(entity.id)?._id;
    if (template === undefined) continue;
    connection.run(
      copies(entity, template, entity === largest ? MANY : few, idOf("many", index), "2020", short),
    );
    connection.run(copies(entity, template, LONG, idOf("long", index), "2027", longValue(entity)));
    longest.set(entity.id, `long${index.toString(16).padStart(3, "0")}${"1".padStart(17, "0")}`);
    many.set(
      entity.id,
      Array.from({ length: few }, (_, at) => manyOf(index, at + 1)),
    );
  }
  connection.close();
  await store.applyShapes(runtime.tables);
  const log = () => {};
  const extensions = makeSessionExtensions(store, log);
  const holder = { current: runtime };
  const source = { ...configFolder(configDir), follow: async () => {} };
  const editing = makeEditing({ store, effects, extensions, holder, source, log });
  const routes = [...serverRoutes(holder, editing), ...runtime.routes.routes];
  await store.close();
  return { runtime, routes, records, longest, many, tokens };
}

export const preferenceKey = (at: number) => `list:${at}`;

/** Nothing is slower to parse and to write than many short values. */
export const longestPreference = (): readonly number[] => Array(MAX_PREFERENCE_BYTES / 2 - 5).fill(0);

type Value = (field: Field, column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** `count` copies of a record, each with an `_id` and unique texts of its own. */
function copies(
  { id, fields }: Entity,
  template: string,
  count: number,
  ids: RawBuilder<unknown>,
  year: string,
  value: Value,
): RawBuilder<unknown> {
  const stored = fields.filter(({ schema }) => schema.formOnly !== true);
  const names = [...SYSTEM_FIELDS, ...stored.map(({ name }) => name)].map((name) => sql.id(sqlName(name)));
  const moment = sql`${sql.lit(year)} || printf('-01-01T00:00:00.%06dZ', n)`;
  const system: Readonly<Record<string, RawBuilder<unknown>>> = {
    _id: sql`${ids} || printf('%017d', n)`,
    createdAt: moment,
    updatedAt: moment,
    updatedBy: sql`null`,
    isProtected: sql`0`,
  };
  const values = [
    ...SYSTEM_FIELDS.map((name) => system[name] ?? sql`null`),
    ...stored.map((field) => value(field, sql`t.${sql.id(sqlName(field.name))}`)),
  ];
  const table = sql.id(recordsTable(id));
  return sql`with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
    insert into ${table} (${sql.join(names)})
    select ${sql.join(values)} from numbers, (select * from ${table} where ${sql.id(sqlName("_id"))} = ${sql.lit(template)}) t`;
}

function shortValue({ schema }: Field, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (schema.unique === true) return sql`substr(${column}, 1, 5) || ' common ' || n`;
  if (schema.type === "number" || schema.type === "integer")
    return sql`${sql.lit(schema.minimum ?? 0)} + n % 97`;
  if (schema.type === "boolean") return sql`n % 2`;
  return column;
}

function longValue({ fields, list }: Entity): Value {
  const longest = longestTexts(fields);
  return ({ name, schema }, column) => {
    const isUnique = schema.unique === true;
    // They come first wherever the list begins.
    if (name === list.defaultSort.field)
      return sql`${sql.lit(list.defaultSort.order === "asc" ? "0" : "9999")} || ${isUnique ? sql`n` : sql`''`}`;
    const text = longest.get(name);
    if (text === undefined) return isUnique ? sql`${column} || ' long ' || n` : column;
    return isUnique ? sql`substr(${sql.val(text)}, 8) || printf('%07d', n)` : sql`${sql.val(text)}`;
  };
}
