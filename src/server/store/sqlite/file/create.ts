import { type BareConnection, codeOf, openBare } from "../driver.ts";
import { beginPart, placePart, removePart } from "./durable-file.ts";
import { APPLICATION_ID } from "./store-file.ts";
import { STORE_VERSION } from "./upgrade-steps.ts";

/** Creates an empty store where no file is, readable by its owner only. It is there whole or not at all. */
export function createStoreFile(file: string): void {
  createInPart(beginPart(file)).close();
  try {
    placePart(file);
  } catch (error) {
    removePart(file);
    // Another process was faster: the store is there.
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** Makes an empty store of an empty file that nobody uses before it is complete: it needs no journal. */
export function createInPart(part: string): BareConnection {
  const connection = openBare(part);
  try {
    // `auto_vacuum` must be set before the first page.
    connection.exec(`pragma journal_mode = off; pragma synchronous = off; pragma auto_vacuum = incremental;
      pragma application_id = ${APPLICATION_ID}; pragma user_version = ${STORE_VERSION};
      begin immediate; ${CREATE} commit;`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The engine's own tables; those of entities are made from config (`apply-shapes.ts`). A change is also a step of `upgrade-steps.ts`. */
const CREATE = `
create table if not exists sessions (
  token_hash text primary key, account_id text not null, expires_at text not null
) without rowid;
create index if not exists sessions_of on sessions (account_id);
create index if not exists sessions_until on sessions (expires_at);
create table if not exists images (
  file_name text primary key, type text not null, created_at text not null,
  expires_at text, deletion_asked integer not null, uploaded_by text, is_binned integer not null default 0
) without rowid;
create index if not exists images_until on images (expires_at) where expires_at is not null;
-- Apart from images, so that reading those never reads a picture.
create table if not exists image_bytes (
  file_name text not null, size text not null, type text not null, bytes blob not null,
  primary key (file_name, size)
);
create table if not exists image_uses (
  from_table text not null, from_id text not null, file_name text not null,
  primary key (from_table, from_id, file_name)
) without rowid;
create index if not exists image_users on image_uses (file_name);
-- Which record refers to which; path as in the shape: articles.*.article.
create table if not exists record_references (
  to_table text not null, to_id text not null, from_table text not null, path text not null, from_id text not null,
  primary key (to_table, to_id, from_table, path, from_id)
) without rowid;
create index if not exists record_references_from on record_references (from_table, from_id);
-- How many records a table has (field and value ''), and how many with a value in a filter's column.
create table if not exists record_counts (
  from_table text not null, field text not null, value text not null, n integer not null,
  primary key (from_table, field, value)
) without rowid;
-- What an account chose; value is JSON.
create table if not exists preferences (
  account_id text not null, key text not null, value text not null,
  primary key (account_id, key)
) without rowid;
-- Which record was changed by whom, and how; data is JSON. A position is never used again.
create table if not exists journal (
  position integer primary key autoincrement, kind text not null, from_table text not null, record_id text not null,
  version integer not null, change_id text not null, at text not null, account_id text, account_name text,
  request_id text, config text, data text not null
);
create index if not exists journal_of_record on journal (from_table, record_id);
create index if not exists journal_of_table on journal (from_table);
create index if not exists journal_of_change on journal (change_id);
create index if not exists journal_of_account on journal (account_id) where account_id is not null;
create index if not exists journal_at on journal (at);
-- Long values of entries, compressed; side is before or after.
create table if not exists journal_values (
  position integer not null, side text not null, name text not null, is_text integer not null, bytes blob not null,
  primary key (position, side, name)
);
-- Deleted records that can be restored: the entries of their deletion.
create table if not exists bin (
  from_table text not null, record_id text not null, position integer not null, until text not null,
  primary key (from_table, record_id)
) without rowid;
create index if not exists bin_positions on bin (from_table, position);
create index if not exists bin_until on bin (until);
-- Images that records let go of or used when they were deleted; version as of the entry that names them.
create table if not exists bin_images (
  from_table text not null, record_id text not null, file_name text not null, version integer not null,
  until text not null, primary key (from_table, record_id, file_name)
) without rowid;
create index if not exists bin_images_of on bin_images (file_name);
create index if not exists bin_images_until on bin_images (until);
create table if not exists settings (key text primary key, value text not null) without rowid;
-- What the tables of an entity were last made for.
create table if not exists prepared (from_table text primary key, plan text not null) without rowid;
-- What the values of every column that was ever declared were last converted to.
create table if not exists record_columns (
  from_table text not null, name text not null, type text not null, kind text not null,
  primary key (from_table, name)
) without rowid;
`;
