import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { checkConfig } from "../../../src/compiler/compile.ts";
import { makeRegistry } from "../../../src/compiler/manifest/make-registry.ts";
import { readFolder } from "../../../src/compiler/source/read-folder.ts";
import { atOnce } from "../../../src/compiler/steps.ts";
import type { Entity, Field } from "../../../src/model/entity.ts";
import type { StoredRecord } from "../../../src/model/record.ts";
import { configFolder } from "../../../src/node/config-folder.ts";
import { foundPlugins } from "../../../src/node/found-plugins.ts";
import { hashPassword } from "../../../src/server/accounts/password.ts";
import { makeEditing } from "../../../src/server/config/editing/editing.ts";
import type { Runtime } from "../../../src/server/config/runtime.ts";
import { type Effects, systemEffects } from "../../../src/server/effects.ts";
import { systemOrigin } from "../../../src/server/http/change-origin.ts";
import type { Route } from "../../../src/server/http/route.ts";
import { buildRuntime, routeServices } from "../../../src/server/runtime/build-runtime.ts";
import { serverRoutes } from "../../../src/server/runtime/server-routes.ts";
import { hashToken } from "../../../src/server/sessions/find-account.ts";
import { makeSessionExtensions } from "../../../src/server/sessions/session-extensions.ts";
import { openSqliteStore } from "../../../src/server/store/sqlite/open.ts";
import type { Store, StoreTransaction } from "../../../src/server/store/store.ts";
import { MAX_PREFERENCE_BYTES, MAX_PREFERENCES } from "../../../src/wire/preferences.ts";
import { idleParts } from "../idle-parts.ts";
import { type CopiedValue, copiesOf, fillPastStore } from "../store/record-copies.ts";
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
  /** A change of many records of each entity, by its id; and the position of an entry of a longest record. */
  readonly undoable: ReadonlyMap<string, { readonly changeId: string; readonly position: number }>;
  /** By role. */
  readonly tokens: ReadonlyMap<string, string>;
}

/** Fewer than a page has: what is found is then sorted, not met on the way. */
export const LONG = 40;
const idOf = (kind: string, entity: number) => sql.lit(`${kind}${entity.toString(16).padStart(3, "0")}`);

/**
 * Fills a store that the server has begun with samples: of each entity with `LONG` records as long as they may be and
 * `few` ordinary ones, of the one with most columns with `most`, all of which refer to the same records; and makes an account with a session of each role.
 */
export async function seed(configDir: string, dataDir: string, few: number, most: number): Promise<Seeded> {
  // With their hooks, as the server has them: else it converts the long texts when it starts.
  const { registry } = makeRegistry(await foundPlugins());
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
  const entities = [...config.entities.values()];
  const [largest] = [...entities].sort((a, b) => b.list.columns.length - a.list.columns.length);
  const longest = new Map<string, string>();
  const many = new Map<string, readonly string[]>();
  const kinds = [...config.entities.keys()];
  const manyOf = (index: number, at: number) =>
    `many${index.toString(16).padStart(3, "0")}${String(at).padStart(17, "0")}`;
  const short: CopiedValue = (field, column) => {
    const to = kinds.indexOf(field.reference?.entity ?? "");
    return to < 0 || field.reference?.tree === true ? shortValue(field, column) : sql.lit(manyOf(to, few));
  };
  await fillPastStore(store, file, runtime.tables, (connection) => {
    for (const [index, entity] of entities.entries()) {
      const template = records.get(entity.id)?._id;
      if (template === undefined) continue;
      const fill = (kind: string, year: string, count: number, value: CopiedValue) => {
        const id = sql`${idOf(kind, index)} || printf('%017d', n)`;
        const moment = sql`${sql.lit(year)} || printf('-01-01T00:00:00.%06dZ', n)`;
        const copies = { template, count, id, createdAt: moment, updatedAt: moment, value };
        connection.run(copiesOf(entity, copies));
      };
      fill("many", "2020", entity === largest ? most : few, short);
      // One of them is moved to the bin.
      fill("long", "2027", LONG + 1, longValue(entity));
      longest.set(entity.id, `long${index.toString(16).padStart(3, "0")}${"1".padStart(17, "0")}`);
      many.set(
        entity.id,
        Array.from({ length: few }, (_, at) => manyOf(index, at + 1)),
      );
    }
  });
  const undoable = await fillJournal(store, effects, entities, { many, longest });
  const log = () => {};
  const extensions = makeSessionExtensions(store, log);
  const holder = { current: runtime };
  const source = { ...configFolder(configDir), follow: async () => true };
  const editing = makeEditing({ store, effects, extensions, holder, source, log });
  const routes = [
    ...serverRoutes({ ...idleParts({ store, effects, holder }), editing }),
    ...runtime.routes.routes,
  ];
  await store.close();
  return { runtime, routes, records, longest, many, undoable, tokens };
}

/** By the longest page of a record's history, and by the largest change that can be undone. */
const [LISTED, CHANGED] = [100, 1000];

/** A page of entries of one record, one change of many records, and a longest one in the bin. */
async function fillJournal(
  store: Store,
  effects: Effects,
  entities: readonly Entity[],
  { many, longest }: Pick<Seeded, "many" | "longest">,
): Promise<Seeded["undoable"]> {
  const undoable = new Map<string, { changeId: string; position: number }>();
  for (const { id: table, fields } of entities) {
    const ids = many.get(table) ?? [];
    const texts = fields.filter(
      ({ schema, reference }) =>
        schema.type === "string" &&
        schema.enum === undefined &&
        schema.format === undefined &&
        schema.unique !== true &&
        schema.writeOnly !== true &&
        reference === undefined,
    );
    const changeId = effects.newId();
    const by = { updatedAt: effects.now().toISOString(), updatedBy: null, updatedById: null };
    const touch = async (transaction: StoreTransaction, id: string | undefined, text: string) => {
      const stored = id === undefined ? undefined : await transaction.get(table, id);
      if (stored === undefined) return;
      const changes = Object.fromEntries(texts.map(({ name }) => [name, text.padStart(4000, "界 ")]));
      const images = await transaction.imagesOf(table, stored._id);
      await transaction.update(table, stored._id, { ...changes, ...by }, images, "");
    };
    const origin = { ...systemOrigin(effects), changeId };
    await store.write(async (transaction) => {
      for (const id of ids.slice(-CHANGED - 3, -3)) await touch(transaction, id, " x");
    }, origin);
    await store.write(async (transaction) => {
      for (let at = 0; at < LISTED; at += 1) await touch(transaction, ids.at(-2), String(at));
    }, systemOrigin(effects));
    const [id, last] = [longest.get(table), ids.at(-3)];
    const deletedId = id?.replace(/1$/, "2");
    await store.write(async (transaction) => {
      const until = "2999-01-01T00:00:00.000Z";
      for (const one of [deletedId, last]) if (one !== undefined) await transaction.delete(table, one, until);
    }, systemOrigin(effects));
    const { entries } = await store.read((view) => view.journal({ table, _id: deletedId ?? "", limit: 1 }));
    undoable.set(table, { changeId, position: entries[0]?.position ?? 1 });
  }
  return undoable;
}

export const preferenceKey = (at: number) => `list:l${at}`;

/** Nothing is slower to parse and to write than many short values. */
export const longestPreference = () => ({
  columns: { all: Array<string>(Math.floor((MAX_PREFERENCE_BYTES - 24) / 3)).fill("") },
});

function shortValue({ schema }: Field, column: RawBuilder<unknown>): RawBuilder<unknown> {
  if (schema.unique === true) return sql`substr(${column}, 1, 5) || ' common ' || n`;
  if (schema.type === "number" || schema.type === "integer")
    return sql`${sql.lit(schema.minimum ?? 0)} + n % 97`;
  if (schema.type === "boolean") return sql`n % 2`;
  return column;
}

function longValue({ fields, list }: Entity): CopiedValue {
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
