import { useEffect, useState } from "react";
import type { Column } from "../../model/entity.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { asError, type Thrown } from "../services/as-error.ts";
import { LoadFailure, type PluginCode } from "../services/code-loader.ts";
import { useRetryWhenBack } from "../services/connection.ts";
import { loadTogether } from "../services/load-together.ts";

/** "failed": its code could not be loaded. `Thrown`: its code threw as it began. */
export type CellState = CellPlugin | Thrown | "failed";
/** By cell name; none for one that is still loading. */
export type Cells = ReadonlyMap<string, CellState>;

export const isDrawable = (cell: CellState | undefined): cell is CellPlugin =>
  typeof cell === "object" && "cell" in cell;

interface Drawn {
  readonly columns: readonly Column[];
  readonly cells: Cells;
}

/** The cells that the columns name, loaded together before the first row is drawn. */
export function useCells(columns: readonly Column[], plugins: PluginCode) {
  const [attempt, setAttempt] = useState(0);
  const [drawn, setDrawn] = useState(() => whole(columns, plugins));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    const ready = whole(columns, plugins);
    if (ready !== undefined) return setDrawn(ready);
    return loadTogether(
      columns.map(({ cell }) => cell.name),
      (name) => plugins.load("cell", name),
      (failures) => setDrawn({ columns, cells: cellsOf(columns, plugins, failures) }),
    );
  }, [columns, plugins, attempt]);
  const ready = drawn?.columns === columns ? drawn : (whole(columns, plugins) ?? drawn);
  const missing = ready?.columns.filter(({ cell }) => ready.cells.get(cell.name) === "failed") ?? [];
  const retry = () => setAttempt(attempt + 1);
  useRetryWhenBack(missing.length > 0, retry);
  return {
    /** Those asked for; while their cells are loading, those that were drawn before. */
    columns: ready?.columns ?? columns,
    /** undefined until all are loaded, or waiting for them has ended. */
    cells: ready?.cells,
    /** The columns whose cells could not be loaded. */
    missing,
    retry,
  };
}

/** undefined while a cell is still loading. */
function whole(columns: readonly Column[], plugins: PluginCode): Drawn | undefined {
  const cells = cellsOf(columns, plugins, new Map());
  return columns.every(({ cell }) => cells.has(cell.name)) ? { columns, cells } : undefined;
}

function cellsOf(
  columns: readonly Column[],
  plugins: PluginCode,
  failures: ReadonlyMap<string, Thrown>,
): Cells {
  return new Map(
    columns.flatMap(({ cell: { name } }): [string, CellState][] => {
      const plugin = plugins.get("cell", name);
      const failure = failures.get(name);
      if (plugin !== undefined) return [[name, "cell" in plugin ? plugin : noCell(name)]];
      if (failure === undefined) return [];
      return [[name, failure instanceof LoadFailure ? "failed" : failure]];
    }),
  );
}

const noCell = (name: string) => asError(new Error(`The plugin "${name}" has no cell.`));
