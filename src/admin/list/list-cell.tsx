import { Component, type ReactNode } from "react";
import type { Column } from "../../model/entity.ts";
import type { Json, StoredRecord } from "../../model/record.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { fillMessage } from "../../wire/message.ts";
import { findMessage, type MessageValues } from "../messages/say.ts";

export interface ListCellProps {
  readonly column: Column;
  readonly plugin: CellPlugin | undefined;
  readonly value: Json | undefined;
  readonly record: StoredRecord;
  readonly title: string;
  readonly locale: string;
  readonly message: CellMessage;
}

/** A value drawn by the column's cell. A cell that throws leaves its place empty, the rest of the list stands. */
export function ListCell({ column, plugin, value, record, title, locale, message }: ListCellProps) {
  if (plugin === undefined) return null;
  const Cell = plugin.cell;
  return (
    <CellBoundary key={JSON.stringify(value)}>
      <Cell
        value={value}
        options={column.cell.options}
        labels={column.labels}
        record={record}
        locale={locale}
        title={title}
        message={(key, values) => message(column.cell.name, key, values)}
      />
    </CellBoundary>
  );
}

class CellBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };
  static getDerivedStateFromError() {
    return { broken: true };
  }
  override render() {
    return this.state.broken ? null : this.props.children;
  }
}

/** A sentence that the cell of this name says. */
export type CellMessage = (cell: string, key: string, values?: MessageValues) => string;

/** In each table as the key itself, then as the cell's own. A key that nobody says is said as it is. */
export function cellMessage(tables: readonly (Readonly<Record<string, string>> | undefined)[]): CellMessage {
  return (cell, key, values = {}) => {
    const said = tables
      .map((table) => findMessage(key, [table]) ?? findMessage(`${cell}.${key}`, [table]))
      .find((sentence) => sentence !== undefined);
    return fillMessage(said ?? key, values);
  };
}
