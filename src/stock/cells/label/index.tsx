import { type CellColumn, type CellProps, definePlugin } from "admin";
import { shownText } from "../../shown-text.ts";
import "../cells.css";

function LabelCell({ value, labels }: CellProps<string | number>) {
  if (value === null || value === undefined || value === "") return null;
  const key = shownText(value);
  const text = labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : key;
  return (
    <span className="cell-text" title={text}>
      {text}
    </span>
  );
}

const allLabels = ({ labels }: CellColumn) => labels && Object.values(labels);

export default definePlugin({ cell: LabelCell, width: allLabels });
