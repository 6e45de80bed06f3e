import { type CellProps, definePlugin } from "admin";
import { MAX_STARS, Star, scores, shownText } from "../score.tsx";
import type { MessageKey, Options, Value } from "./manifest.ts";
import "./cell.css";

function RatingCell({ value, options: { maximum }, locale, message }: CellProps<Value, Options, MessageKey>) {
  if (value === null || value === undefined) return null;
  if (typeof value !== "number") return <span>{shownText(value)}</span>;
  const { format } = new Intl.NumberFormat(locale);
  const words = message("value", { value: format(value), maximum: format(maximum) });
  if (maximum > MAX_STARS) return <span>{words}</span>;
  return (
    <span className="rating-cell" role="img" aria-label={words} title={words}>
      {scores(0, maximum).map((one) => (
        <span key={one} className={one <= value ? "rating-cell-full" : undefined}>
          <Star />
        </span>
      ))}
    </span>
  );
}

export default definePlugin({ cell: RatingCell, width: "medium" });
