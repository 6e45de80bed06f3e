import type { CellPlugin } from "../../plugin/widget.ts";
import type { Say } from "../messages/say.ts";
import { Icon } from "../shell/icon.tsx";

interface SortHeaderProps {
  readonly label: string;
  /** The column's cell: how wide, and aligned to which side. */
  readonly plugin: CellPlugin | undefined;
  readonly sorted: false | "asc" | "desc";
  /** What pressing it does next; undefined for a column that lists cannot be sorted by. */
  readonly next: false | "asc" | "desc" | undefined;
  readonly toggle: ((event: unknown) => void) | undefined;
  readonly say: Say;
}

const ICONS = { asc: "sort-amount-up-alt", desc: "sort-amount-down", none: "sort-alt" };

/** A column's heading; a button where the server can sort by it. */
export function SortHeader({ label, plugin, sorted, next, toggle, say }: SortHeaderProps) {
  const className = [plugin?.align === "end" && "table-end", plugin?.width && `table-${plugin.width}`]
    .filter(Boolean)
    .join(" ");
  if (next === undefined)
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    );
  const effect =
    next === false ? "list.sortNone" : next === "asc" ? "list.sortAscending" : "list.sortDescending";
  return (
    <th
      scope="col"
      className={className}
      aria-sort={sorted === false ? "none" : sorted === "asc" ? "ascending" : "descending"}
    >
      <button
        type="button"
        className={sorted === false ? "sort" : "sort sort-on"}
        title={say(effect, { label })}
        onClick={toggle}
      >
        {label}
        <Icon name={ICONS[sorted === false ? "none" : sorted]} />
      </button>
    </th>
  );
}
