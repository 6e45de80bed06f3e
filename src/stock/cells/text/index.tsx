import { type CellProps, definePlugin } from "admin";
import "../cells.css";

function TextCell({ value, message }: CellProps) {
  if (value === null || value === undefined || value === "")
    return (
      <span className="cell-none">
        <span aria-hidden="true">–</span>
        <span className="unseen">{message("cell.none")}</span>
      </span>
    );
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return (
    <span className="cell-text" title={text}>
      {text}
    </span>
  );
}

export default definePlugin({ cell: TextCell });
