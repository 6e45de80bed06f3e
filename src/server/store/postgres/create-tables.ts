import { TABLES_VERSION } from "./upgrade-steps.ts";

/** The engine's own tables; those of entities are made from config (`apply-tables.ts`). What changes here needs a step in `upgrade-steps.ts`. All texts are compared by their bytes. */
export const CREATE_TABLES = `
create table store_version (version integer not null);
insert into store_version values (${TABLES_VERSION});
-- Every write locks it in the weakest mode. What lets no other write run beside it locks it alone.
create table write_gate (only_locked integer);
-- Whoever numbers journal entries locks it until the end of the transaction.
create table journal_gate (only_locked integer);
-- Counts the times that shapes were applied.
create table shapes_version (version bigint not null);
insert into shapes_version values (0);
create table sessions (
  token_hash text collate "C" primary key, account_id text collate "C" not null, expires_at text collate "C" not null
);
create index sessions_of on sessions (account_id);
create index sessions_until on sessions (expires_at);
create table images (
  file_name text collate "C" primary key, type text not null, created_at text not null,
  expires_at text collate "C", deletion_asked boolean not null, uploaded_by text, is_binned boolean not null default false
);
create index images_until on images (expires_at) where expires_at is not null;
-- Apart from images, so that reading those never reads a picture. Pictures are compressed already.
create table image_bytes (
  file_name text collate "C" not null, size text collate "C" not null, type text not null, bytes bytea not null,
  primary key (file_name, size)
);
alter table image_bytes alter column bytes set storage external;
create table image_uses (
  from_table text collate "C" not null, from_id text collate "C" not null, file_name text collate "C" not null,
  primary key (from_table, from_id, file_name)
);
create index image_users on image_uses (file_name, from_table, from_id);
-- Which record refers to which; path as in the shape: articles.*.article.
create table record_references (
  to_table text collate "C" not null, to_id text collate "C" not null, from_table text collate "C" not null,
  path text collate "C" not null, from_id text collate "C" not null,
  primary key (to_table, to_id, from_table, path, from_id)
);
create index record_references_from on record_references (from_table, from_id);
-- How many records a table has (field and value ''), and how many with a value in a filter's column: the sum of what each
-- write added. Nobody waits for a row of another; compact-counts.ts sums them up from time to time.
create table record_counts (
  from_table text collate "C" not null, field text collate "C" not null, value text collate "C" not null, n bigint not null
);
create index record_counts_of on record_counts (from_table, field, left(value, 200));
-- What an account chose; value is JSON.
create table preferences (
  account_id text collate "C" not null, key text collate "C" not null, value text not null,
  primary key (account_id, key)
);
-- Which record was changed by whom, and how; data is JSON.
create table journal (
  position bigint primary key, kind text collate "C" not null, from_table text collate "C" not null,
  record_id text collate "C" not null, version integer not null, change_id text collate "C" not null,
  at text collate "C" not null, account_id text collate "C", account_name text, request_id text, config text,
  data text not null
);
create index journal_of_record on journal (from_table, record_id, position);
create index journal_of_table on journal (from_table, position);
create index journal_of_change on journal (change_id, position);
create index journal_of_account on journal (account_id, position) where account_id is not null;
create index journal_at on journal (at, position);
-- A position that is used, and may stand in the journal no more: none is used again.
create table journal_pruned (position bigint not null);
insert into journal_pruned values (0);
-- Long values of entries, compressed; side is before or after.
create table journal_values (
  position bigint not null, side text not null, name text not null, is_text boolean not null, bytes bytea not null,
  primary key (position, side, name)
);
-- Deleted records that can be restored: the entries of their deletion.
create table bin (
  from_table text collate "C" not null, record_id text collate "C" not null, position bigint not null,
  until text collate "C" not null,
  primary key (from_table, record_id)
);
create index bin_positions on bin (from_table, position);
create index bin_until on bin (until);
-- Images that records let go of or used when they were deleted; version as of the entry that names them.
create table bin_images (
  from_table text collate "C" not null, record_id text collate "C" not null, file_name text collate "C" not null,
  version integer not null, until text collate "C" not null,
  primary key (from_table, record_id, file_name)
);
create index bin_images_of on bin_images (file_name);
create index bin_images_until on bin_images (until);
create table settings (key text collate "C" primary key, value text not null);
-- What the tables of an entity were last made for.
create table prepared (from_table text collate "C" primary key, plan text not null);
-- What the values of every column that was ever declared were last converted to.
create table record_columns (
  from_table text collate "C" not null, name text collate "C" not null, type text not null, kind text not null,
  primary key (from_table, name)
);
`;
