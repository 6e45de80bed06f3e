import { type CellProps, definePlugin } from "admin";
import { shownText } from "../../shown-text.ts";
import "../cells.css";

function TextCell({ value, message }: CellProps) {
  if (value === null || value === undefined || value === "")
    return (
      <span className="cell-none">
        <span aria-hidden="true">–</span>
        <span className="unseen">{message("cell.none")}</span>
      </span>
    );
  const text = shownText(value);
  return (
    <span className="cell-text" title={text}>
      {text}
    </span>
  );
}

export default definePlugin({ cell: TextCell });
