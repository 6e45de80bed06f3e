import type { ColumnType } from "../store.ts";

/** The engine's own tables. Those of entities are made from config (`apply-shapes.ts`). */
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
  /** What the values of every column ever declared were last converted to. */
  record_columns: { from_table: string; name: string; type: ColumnType; kind: string };
}
