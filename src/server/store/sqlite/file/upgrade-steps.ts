import type { BareConnection } from "../driver.ts";

/**
 * Each step makes a store of the next version: the one at index 0 upgrades version 0 to 1. A step runs in a transaction,
 * on a copy that nobody else has open. A released step is never changed, and shares no SQL with `create.ts`, which always
 * makes the newest version.
 */
export const UPGRADE_STEPS: readonly ((connection: BareConnection) => void)[] = [
  fromBeforeVersions,
  fromVersion1,
  fromVersion2,
  fromVersion3,
];

/** The version of the stores that this program makes and opens; the file has it as `user_version`. */
export const STORE_VERSION = UPGRADE_STEPS.length;

/** Version 0 is every store from before versions; which tables and columns it has depends on when it was made. */
function fromBeforeVersions({ exec, rows }: BareConnection): void {
  exec(`create table if not exists record_columns (
    from_table text not null, name text not null, type text not null, kind text not null,
    primary key (from_table, name)
  ) without rowid`);
  const ofImages = rows("select name from pragma_table_info('images')", []).flat();
  if (!ofImages.includes("uploaded_by")) exec("alter table images add column uploaded_by text");
}

function fromVersion1({ exec, rows }: BareConnection): void {
  exec(`create table preferences (
    account_id text not null, key text not null, value text not null,
    primary key (account_id, key)
  ) without rowid`);
  // Each write merges a part of the search indexes now.
  const grams = rows("select name from sqlite_master where sql like 'create virtual table%using fts5%'", []);
  for (const [name] of grams)
    exec(`insert into "${name}" ("${name}", rank) values ('automerge', 0), ('crisismerge', 1999)`);
}

function fromVersion2({ exec }: BareConnection): void {
  exec(`create table journal (
    position integer primary key autoincrement, kind text not null, from_table text not null, record_id text not null,
    version integer not null, change_id text not null, at text not null, account_id text, account_name text,
    request_id text, config text, data text not null
  );
  create index journal_of_record on journal (from_table, record_id);
  create index journal_of_table on journal (from_table);
  create index journal_of_change on journal (change_id);
  create index journal_of_account on journal (account_id) where account_id is not null;
  create index journal_at on journal (at);
  create table journal_values (
    position integer not null, side text not null, name text not null, is_text integer not null, bytes blob not null,
    primary key (position, side, name)
  );
  create table bin (
    from_table text not null, record_id text not null, position integer not null, until text not null,
    primary key (from_table, record_id)
  ) without rowid;
  create index bin_positions on bin (from_table, position);
  create index bin_until on bin (until);
  create table bin_images (
    from_table text not null, record_id text not null, file_name text not null,
    primary key (from_table, record_id, file_name)
  ) without rowid;
  create index bin_images_of on bin_images (file_name);
  alter table images add column is_binned integer not null default 0`);
}

/** The bin keeps images by themselves now: what a record let go of, with the version of the entry that names it. */
function fromVersion3({ exec }: BareConnection): void {
  exec(`alter table bin_images rename to old_bin_images;
  create table bin_images (
    from_table text not null, record_id text not null, file_name text not null, version integer not null,
    until text not null, primary key (from_table, record_id, file_name)
  ) without rowid;
  insert into bin_images
    select bin.from_table, bin.record_id, file_name, version, until from old_bin_images
      join bin using (from_table, record_id) join journal on journal.position = bin.position;
  drop table old_bin_images;
  create index bin_images_of on bin_images (file_name);
  create index bin_images_until on bin_images (until)`);
}
