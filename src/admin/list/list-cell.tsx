import type { Column } from "../../model/entity.ts";
import type { Json, StoredRecord } from "../../model/record.ts";
import { fillMessage, findMessage, type MessageTable, type MessageValues } from "../../record/messages.ts";
import { type BlameSource, useBlame } from "../api/use-blame.ts";
import type { Say } from "../messages/say.ts";
import { type BlameVerdict, blameFor } from "../problem/blame-words.ts";
import type { Thrown } from "../services/as-error.ts";
import { ErrorBoundaries } from "../services/error-boundary.tsx";
import { KindIcon } from "../shell/glyphs.tsx";
import { type CellState, isDrawable } from "./use-cells.ts";

export interface ListCellProps {
  readonly column: Column;
  /** undefined: it is still loading. */
  readonly plugin: CellState | undefined;
  readonly value: Json | undefined;
  readonly record: StoredRecord;
  readonly title: string;
  readonly locale: string;
  readonly message: CellMessage;
  readonly blames?: CellBlames;
}

/** A value drawn by the column's cell. One that throws, as it is drawn or as its code begins, leaves a mark in its place. */
export function ListCell({ column, plugin, value, record, title, locale, message, blames }: ListCellProps) {
  const { name, options } = column.cell;
  const say: Say = (key, values) => message(name, key, values);
  if (plugin === undefined) return null;
  if (plugin === "failed") return <CellMark text={say("list.cellMissing", { label: column.label })} />;
  const broken = (error: Thrown) => <BrokenCell column={column} error={error} say={say} blames={blames} />;
  if (!isDrawable(plugin)) return broken(plugin);
  const Cell = plugin.cell;
  const cell = (
    <Cell
      value={value}
      options={options}
      labels={column.labels}
      record={record}
      locale={locale}
      title={title}
      message={say}
    />
  );
  return (
    <ErrorBoundaries
      items={new Map([[`${name} ${JSON.stringify(value)}`, cell]])}
      broken={(_, error) => broken(error)}
    />
  );
}

interface BrokenCellProps {
  readonly column: Column;
  readonly error: Thrown;
  readonly say: Say;
  /** undefined: nobody can be asked. */
  readonly blames: CellBlames | undefined;
}

/** Knows who is to blame for a cell that broke. */
export interface CellBlames extends BlameSource {
  readonly entity: string;
}

/** In place of a value whose cell threw: a mark that says so, and whose fault it is. */
function BrokenCell({ column, error, say, blames }: BrokenCellProps) {
  const option = error.kind === "option" ? { option: error.option } : {};
  const blame = useBlame(
    blames,
    blames && { entity: blames.entity, kind: "cell", field: column.field, ...option },
  );
  const verdict = blameFor(error, column.cell.name, blame, say);
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

/** A sentence that the cell of this name says. */
export type CellMessage = (cell: string, key: string, values?: MessageValues) => string;

/** In each table as the key itself, then as the cell's own. A key that nobody says is said as it is. */
export function cellMessage(tables: readonly MessageTable[]): CellMessage {
  return (cell, key, values = {}) => fillMessage(findMessage(tables, key, `${cell}.${key}`) ?? key, values);
}
