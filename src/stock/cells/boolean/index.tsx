import { type CellProps, definePlugin } from "admin";
import "../cells.css";

function BooleanCell({ value, message }: CellProps<boolean>) {
  if (typeof value !== "boolean") return null;
  return (
    <span className={value ? "cell-boolean cell-boolean-yes" : "cell-boolean"}>
      {message(value ? "cell.yes" : "cell.no")}
    </span>
  );
}

export default definePlugin({ cell: BooleanCell, width: "narrow" });
