import { useEffect, useState } from "react";
import type { Column } from "../../model/entity.ts";
import type { PluginLoader } from "../../plugin/registry.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { asError, didNotCome, type Thrown } from "../services/as-error.ts";

/** How long the first row waits for all cells, so that no row is drawn twice; and a column for its own. */
const FIRST_DRAW_TIMEOUT_MS = 3000;
const CELL_TIMEOUT_MS = 20_000;

/** "failed": its code could not be loaded; what it threw: it was loaded, and threw as it began. */
export type CellState = CellPlugin | Thrown | "failed";
/** By cell name; none for one that is still loading. */
export type Cells = ReadonlyMap<string, CellState>;

export const isDrawable = (cell: CellState | undefined): cell is CellPlugin =>
  typeof cell === "object" && "cell" in cell;

export interface CellsState {
  /** Those asked for; while their cells are loading, those that were drawn before. */
  readonly columns: readonly Column[];
  /** undefined until all that the columns name are loaded, or waiting for them has ended. */
  readonly cells: Cells | undefined;
  /** The columns whose cells could not be loaded. */
  readonly missing: readonly Column[];
  readonly retry: () => void;
}

interface Drawn {
  readonly columns: readonly Column[];
  readonly cells: Cells;
}

/**
 * Cells loaded by earlier lists, for each loader: a memo of its answers, which come as promises, so that the next list is
 * drawn with its first paint.
 */
const loaded = new WeakMap<PluginLoader, Map<string, CellPlugin>>();

/** The cells that the columns name, loaded together before the first row is drawn. */
export function useCells(columns: readonly Column[], loadPlugin: PluginLoader): CellsState {
  const [attempt, setAttempt] = useState(0);
  const [drawn, setDrawn] = useState(() => drawnIfLoaded(columns, loadPlugin));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    const ready = drawnIfLoaded(columns, loadPlugin);
    if (ready !== undefined) return setDrawn(ready);
    return loadAll(columns, loadPlugin, (cells) => setDrawn({ columns, cells }));
  }, [columns, loadPlugin, attempt]);
  const ready = drawn?.columns === columns ? drawn : (drawnIfLoaded(columns, loadPlugin) ?? drawn);
  return {
    columns: ready?.columns ?? columns,
    cells: ready?.cells,
    missing: ready?.columns.filter(({ cell }) => ready.cells.get(cell.name) === "failed") ?? [],
    retry: () => setAttempt(attempt + 1),
  };
}

function cacheOf(loadPlugin: PluginLoader): Map<string, CellPlugin> {
  const cache = loaded.get(loadPlugin) ?? new Map<string, CellPlugin>();
  loaded.set(loadPlugin, cache);
  return cache;
}

function drawnIfLoaded(columns: readonly Column[], loadPlugin: PluginLoader): Drawn | undefined {
  const cache = cacheOf(loadPlugin);
  return columns.every(({ cell }) => cache.has(cell.name)) ? { columns, cells: new Map(cache) } : undefined;
}

/** Shows what is loaded once nothing more is waited for, and again whenever something arrives later. Returns how to stop. */
function loadAll(
  columns: readonly Column[],
  loadPlugin: PluginLoader,
  show: (cells: Cells) => void,
): () => void {
  const cache = cacheOf(loadPlugin);
  const failed = new Map<string, Thrown | "failed">();
  const left = new Set(columns.map(({ cell }) => cell.name).filter((name) => !cache.has(name)));
  let isShown = false;
  let isStopped = false;

  function showNow() {
    isShown = true;
    const cells = new Map<string, CellState>(failed);
    for (const [name, cell] of cache) cells.set(name, cell);
    if (!isStopped) show(cells);
  }
  async function loadOne(name: string) {
    try {
      cache.set(name, await loadCell(name, loadPlugin));
    } catch (cause) {
      failed.set(name, didNotCome(cause) ? "failed" : asError(cause));
    }
    left.delete(name);
    if (isShown || left.size === 0) showNow();
  }
  for (const name of left) void loadOne(name);

  const timers = [
    setTimeout(() => !isShown && showNow(), FIRST_DRAW_TIMEOUT_MS),
    setTimeout(() => {
      for (const name of left) failed.set(name, "failed");
      if (left.size > 0) showNow();
    }, CELL_TIMEOUT_MS),
  ];
  return () => {
    isStopped = true;
    timers.forEach(clearTimeout);
  };
}

async function loadCell(name: string, loadPlugin: PluginLoader): Promise<CellPlugin> {
  const plugin = await loadPlugin("cell", name);
  if (!("cell" in plugin)) throw new Error(`The plugin "${name}" has no cell.`);
  return plugin;
}
