import type { Json, RecordData } from "../../model/record.ts";

export type ColumnType = "text" | "number" | "integer" | "boolean" | "json";

/** How the values of one declared field are stored. */
export interface ColumnShape {
  readonly name: string;
  readonly type: ColumnType;
  readonly default?: Json;
  /** Most characters of a text that is written. */
  readonly maxLength?: number;
  /** A value may have tens of thousands of characters: lists read few such records at once. */
  readonly mayBeLong?: true;
  /** Its values are long: lists and `getMany` do not read it. */
  readonly unlisted?: true;
  /** Its values stand nowhere but in the record. */
  readonly secret?: true;
  /** The kind of its values, nested ones included; opaque, compared as text. */
  readonly kind: string;
  /** The kind of values that were stored before kinds were; default: `kind`. */
  readonly firstKind?: string;
  /** Converts a value of any kind, never null, to this kind; undefined where that is impossible. Slow work is asynchronous. */
  convert(value: Json): Json | undefined | Promise<Json | undefined>;
  /** Whether it would reveal values of that kind, because they are secret: none of them can be converted. */
  reveals?(kind: string): boolean;
}

/** Stored values that cannot be converted to a shape. */
export interface Unconvertible {
  readonly table: string;
  readonly column: string;
  /** kind: they cannot be of the column's kind. secret: it would reveal them. unique: another record has the same. */
  readonly reason: "kind" | "secret" | "unique";
  /** How many records. */
  readonly count: number;
  /** The first of them: their labels, of one without a label its `_id`. */
  readonly first: readonly string[];
}

/** How the records of one entity are stored. */
export interface TableShape {
  /** The entity's id. */
  readonly table: string;
  /** The declared fields; the system fields are implied. */
  readonly columns: readonly ColumnShape[];
  /**
   * What lists can be sorted by, each with an index: a column (system ones included), a number or text inside a json
   * column (`scores.wom`), or a column of the record that a text column refers to (`parent.name`).
   */
  readonly sorts: readonly string[];
  /** Columns searched for substrings of any length, with an index: the first 1,024 characters of each text. */
  readonly search: readonly string[];
  /** Columns whose values are unique, except null. */
  readonly unique: readonly string[];
  /** Where records refer to other records: `category`, `articles.*.article`. */
  readonly references: readonly { readonly path: string; readonly table: string }[];
  /**
   * What filters ask for at once, each with an index in the order of `mainSort`: a column (system ones included), or a value
   * inside a json column (`scores.wom`). `without` hides by these alone; filters by other fields are slow.
   */
  readonly filters: readonly string[];
  /** How these are compared, where it is not by their whole value; of lists and objects only whether they are `filled`. */
  readonly filterKeys?: Readonly<Record<string, FilterKey>>;
  /** One of `sorts`: the order in which the records of a filter are indexed; default: createdAt, if it is one of them. */
  readonly mainSort?: string;
  /** The column with a record's name for people, which `referrers` answers. */
  readonly label: string;
  /**
   * The config's samples. Nobody can correct a protected record, so a value of one that cannot be converted is replaced
   * (`sampleValue`). Absent: it is unconvertible like any other.
   */
  readonly samples?: readonly RecordData[];
}

/** filled: whether there is something. moment: as a time, however its zone is written. value: as it is. */
export type FilterKey = "filled" | "moment" | "value";
