import type { Column } from "../../model/entity.ts";
import type { Json, StoredRecord } from "../../model/record.ts";
import { fillMessage, findMessage, type MessageTable, type MessageValues } from "../../record/messages.ts";
import type { Say } from "../messages/say.ts";
import { type BlameSource, type BlameVerdict, useVerdict } from "../problem/use-verdict.ts";
import type { Thrown } from "../services/as-error.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { KindIcon } from "../shell/glyphs.tsx";
import { type CellState, isDrawable } from "./use-cells.ts";

interface ListCellProps {
  readonly column: Column;
  /** undefined: it is still loading. */
  readonly plugin: CellState | undefined;
  readonly value: Json | undefined;
  readonly record: StoredRecord;
  readonly title: string;
  readonly icon: string | undefined;
  readonly now: number;
  readonly locale: string;
  readonly language: string;
  readonly timeZone: string;
  readonly message: CellMessage;
  /** undefined: no server can be asked. */
  readonly blames?: CellBlames | undefined;
}

/** A value drawn by the column's cell; a mark in place of a cell that threw, while it was drawn or as its code began. */
export function ListCell({ column, plugin, value, record, message, blames, ...shown }: ListCellProps) {
  const { name, options } = column.cell;
  const say: Say = (key, values) => message(name, key, values);
  if (plugin === undefined) return null;
  if (plugin === "failed") return <CellMark text={say("list.cellMissing", { label: column.label })} />;
  const broken = (error: Thrown) => <BrokenCell column={column} error={error} say={say} blames={blames} />;
  if (!isDrawable(plugin)) return broken(plugin);
  const Cell = plugin.cell;
  const cell = (
    <Cell value={value} options={options} labels={column.labels} record={record} message={say} {...shown} />
  );
  return (
    <ErrorBoundaries
      items={new Map([[`${name} ${JSON.stringify(value)}`, cell]])}
      broken={(_, error) => broken(error)}
    />
  );
}

/** Whom to ask who is to blame for a cell that broke. */
interface CellBlames extends BlameSource {
  readonly entity: string;
}

interface BrokenCellProps extends Pick<ListCellProps, "column" | "blames"> {
  readonly error: Thrown;
  readonly say: Say;
}

function BrokenCell({ column, error, say, blames }: BrokenCellProps) {
  const query = { entity: blames?.entity ?? "", kind: "cell", field: column.field } as const;
  const verdict = useVerdict({ source: blames, query, error, name: column.cell.name }, say);
  const text = say("list.cellFailed", { label: column.label, blame: verdict?.text ?? "" });
  return <CellMark text={text.trim()} guilty={verdict?.guilty} />;
}

interface CellMarkProps {
  readonly text: string;
  readonly guilty?: BlameVerdict["guilty"] | undefined;
}

function CellMark({ text, guilty }: CellMarkProps) {
  return (
    <span className="cell-broken" role="img" aria-label={text} title={text} data-blame={guilty}>
      <KindIcon kind="warning" />
    </span>
  );
}

/** The message of a key for the cell of this name. */
export type CellMessage = (cell: string, key: string, values?: MessageValues) => string;

/** Asks each table for the key itself, then for the cell's own. A key that no table has is shown as it is. */
export function cellMessage(tables: readonly MessageTable[]): CellMessage {
  return (cell, key, values = {}) => fillMessage(findMessage(tables, key, `${cell}.${key}`) ?? key, values);
}
