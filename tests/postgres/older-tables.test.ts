import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openPostgresStore } from "../../src/server/store/postgres/open.ts";
import { TABLES_VERSION } from "../../src/server/store/postgres/upgrade-steps.ts";
import { emptySchema } from "./store-under-test.ts";

/** A database as a program of version 1 left it, with a deleted record whose picture the bin keeps. */
const OLD = `
alter table bin_images drop column version, drop column until;
update store_version set version = 1;
insert into journal (position, kind, from_table, record_id, version, change_id, at, data)
  values (7, 'delete', 'books', 'b1', 3, 'c1', '2026-01-01', '{}');
insert into bin values ('books', 'b1', 7, '2026-02-01');
insert into bin_images values ('books', 'b1', 'a.png'), ('books', 'b2', 'of-nothing.png')`;

let place: { readonly url: string; readonly schema: string };
let client: pg.Client;

beforeEach(async () => {
  place = await emptySchema();
  await (await openPostgresStore(place)).close();
  client = new pg.Client(place.url);
  await client.connect();
  await client.query(`set search_path = ${place.schema}`);
});
afterEach(() => client.end());

test("tables of an older version are brought to this one, with what they hold", async () => {
  await client.query(OLD);
  await (await openPostgresStore(place)).close();
  expect((await client.query("select version from store_version")).rows).toEqual([
    { version: TABLES_VERSION },
  ]);
  expect((await client.query("select * from bin_images")).rows).toEqual([
    { from_table: "books", record_id: "b1", file_name: "a.png", version: 3, until: "2026-02-01" },
  ]);
  const { rows } = await client.query(
    "select column_name, is_nullable from information_schema.columns where table_schema = $1 and table_name = 'bin_images'",
    [place.schema],
  );
  expect(rows.filter(({ is_nullable }) => is_nullable === "YES")).toEqual([]);
});

test("not while a server of that version uses them, nor those of a newer version: nothing is changed", async () => {
  await client.query(OLD);
  await client.query("select pg_advisory_lock_shared(hashtext($1))", [`${place.schema}.servers`]);
  await expect(openPostgresStore(place)).rejects.toThrow(/End all of them/);
  expect((await client.query("select version from store_version")).rows).toEqual([{ version: 1 }]);
  await client.query("select pg_advisory_unlock_all()");
  await client.query(`update store_version set version = ${TABLES_VERSION + 1}`);
  await expect(openPostgresStore(place)).rejects.toThrow(`this program knows ${TABLES_VERSION}`);
});
