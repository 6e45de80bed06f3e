import type { Column } from "../../model/entity.ts";
import type { Json, StoredRecord } from "../../model/record.ts";
import { OptionFault } from "../../plugin/option-fault.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { fillMessage } from "../../wire/message.ts";
import { useBlame } from "../api/use-blame.ts";
import { useApp } from "../app-context.tsx";
import { findMessage, type MessageValues } from "../messages/say.ts";
import { blameFor } from "../problem/blame-words.ts";
import { useClient } from "../services.ts";
import { KindIcon } from "../shell/glyphs.tsx";
import { Shelters } from "../shelters.tsx";

export interface ListCellProps {
  readonly entity: string;
  readonly column: Column;
  /** "failed": it could not be loaded; undefined: it is still on its way. */
  readonly plugin: CellPlugin | "failed" | undefined;
  readonly value: Json | undefined;
  readonly record: StoredRecord;
  readonly title: string;
  readonly locale: string;
  readonly message: CellMessage;
}

/** A value drawn by the column's cell. One that throws leaves a mark in its place, the rest of the list stands. */
export function ListCell(props: ListCellProps) {
  const { column, plugin, value, record, title, locale, message } = props;
  if (plugin === undefined) return null;
  if (plugin === "failed") return <CellMark text={message("list.cellMissing", { label: column.label })} />;
  const Cell = plugin.cell;
  const key = `${column.cell.name} ${JSON.stringify(value)}`;
  const cell = (
    <Cell
      value={value}
      options={column.cell.options}
      labels={column.labels}
      record={record}
      locale={locale}
      title={title}
      message={(key, values) => message(column.cell.name, key, values)}
    />
  );
  return (
    <Shelters items={new Map([[key, cell]])} broken={(_, error) => <BrokenCell {...props} error={error} />} />
  );
}

function BrokenCell({ entity, column, message, error }: ListCellProps & { readonly error: Error }) {
  const client = useClient();
  const { view } = useApp();
  const option = error instanceof OptionFault ? { option: error.option } : {};
  const query = { entity, kind: "cell", field: column.field, ...option } as const;
  const blame = useBlame({ client, configHash: view.hash }, query);
  const { guilty, text } = blameFor(error, column.cell.name, blame, message);
  return <CellMark text={message("list.cellFailed", { label: column.label, blame: text })} guilty={guilty} />;
}

function CellMark({ text, guilty }: { readonly text: string; readonly guilty?: "config" | "plugin" }) {
  return (
    <span className="cell-broken" role="img" aria-label={text} title={text} data-blame={guilty}>
      <KindIcon kind="warning" />
    </span>
  );
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
