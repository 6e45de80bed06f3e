import type { ColumnType } from "../store.ts";
import type { Connection } from "./driver.ts";

/** The engine's own tables. Those of entities are made from config (`prepare.ts`). */
export interface SystemTables {
  sessions: { token_hash: string; account_id: string; expires_at: string };
  images: {
    file_name: string;
    type: string;
    created_at: string;
    expires_at: string | null;
    deletion_asked: number;
    uploaded_by: string | null;
  };
  /** Apart from `images`, so that looking at those never reads a picture. */
  image_bytes: { file_name: string; size: "full" | "small"; type: string; bytes: Uint8Array };
  image_uses: { from_table: string; from_id: string; file_name: string };
  /** Which record names which, wherever in it. Kept for records of known references only. */
  record_references: {
    to_table: string;
    to_id: string;
    from_table: string;
    /** As in the shape: `articles.*.article`. */
    path: string;
    from_id: string;
  };
  /** How many records a table holds (field and value ""), and how many with a value in a filter's column. */
  record_counts: { from_table: string; field: string; value: string; n: number };
  settings: { key: string; value: string };
  /** What the tables of an entity were last made for. */
  prepared: { from_table: string; plan: string };
  /** What the values of every column ever declared were last fitted to. */
  record_columns: { from_table: string; name: string; type: ColumnType; kind: string };
}

const CREATE = `
create table if not exists sessions (
  token_hash text primary key, account_id text not null, expires_at text not null
) without rowid;
create index if not exists sessions_of on sessions (account_id);
create index if not exists sessions_until on sessions (expires_at);
create table if not exists images (
  file_name text primary key, type text not null, created_at text not null,
  expires_at text, deletion_asked integer not null, uploaded_by text
) without rowid;
create index if not exists images_until on images (expires_at) where expires_at is not null;
create table if not exists image_bytes (
  file_name text not null, size text not null, type text not null, bytes blob not null,
  primary key (file_name, size)
);
create table if not exists image_uses (
  from_table text not null, from_id text not null, file_name text not null,
  primary key (from_table, from_id, file_name)
) without rowid;
create index if not exists image_users on image_uses (file_name);
create table if not exists record_references (
  to_table text not null, to_id text not null, from_table text not null, path text not null, from_id text not null,
  primary key (to_table, to_id, from_table, path, from_id)
) without rowid;
create index if not exists record_references_from on record_references (from_table, from_id);
create table if not exists record_counts (
  from_table text not null, field text not null, value text not null, n integer not null,
  primary key (from_table, field, value)
) without rowid;
create table if not exists settings (key text primary key, value text not null) without rowid;
create table if not exists prepared (from_table text primary key, plan text not null) without rowid;
create table if not exists record_columns (
  from_table text not null, name text not null, type text not null, kind text not null,
  primary key (from_table, name)
) without rowid;
`;

/** Makes the engine's own tables in a new file. What changes here is also a step of `upgrade-steps.ts`. */
export function createSystemTables({ exec }: Pick<Connection, "exec">): void {
  exec(`begin immediate; ${CREATE} commit;`);
}
