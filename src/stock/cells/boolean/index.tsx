import { type CellColumn, type CellProps, definePlugin } from "admin";
import "../cells.css";

function BooleanCell({ value, message }: CellProps<boolean>) {
  if (typeof value !== "boolean") return null;
  return (
    <span className={value ? "cell-boolean cell-boolean-yes" : "cell-boolean"}>
      {message(value ? "cell.yes" : "cell.no")}
    </span>
  );
}

const words = ({ message }: CellColumn) => [message("cell.yes"), message("cell.no")];

export default definePlugin({ cell: BooleanCell, width: words });
