import { useEffect, useState } from "react";
import type { Column } from "../../model/entity.ts";
import type { PluginLoader } from "../../plugin/registry.ts";
import type { CellPlugin } from "../../plugin/widget.ts";
import { asError, didNotCome, type Thrown } from "../services/as-error.ts";

/** Milliseconds that the first row waits for cells, so that no row is drawn twice; and a column for its own. */
const WHOLE = 3000;
const READY = 20_000;

/** "failed": its code did not come; what it threw: it came, and broke as it began. */
export type ComeCell = CellPlugin | Thrown | "failed";
/** By cell name; none for one that is still on its way. */
export type Cells = ReadonlyMap<string, ComeCell>;

export const isDrawable = (cell: ComeCell | undefined): cell is CellPlugin =>
  typeof cell === "object" && "cell" in cell;

export interface CellsState {
  /** Those asked for; while cells of theirs are on their way, those that were drawn before. */
  readonly columns: readonly Column[];
  /** undefined until those that the columns name are here, or it is no use to wait for them. */
  readonly cells: Cells | undefined;
  /** The columns whose cells did not come. */
  readonly missing: readonly Column[];
  readonly retry: () => void;
}

interface Drawn {
  readonly columns: readonly Column[];
  readonly cells: Cells;
}

/** Cells loaded by earlier lists, for each loader. */
const loaded = new WeakMap<PluginLoader, Map<string, CellPlugin>>();

/** The cells that the columns name, loaded together before the first row is drawn. */
export function useCells(columns: readonly Column[], loadPlugin: PluginLoader): CellsState {
  const [attempt, setAttempt] = useState(0);
  const [drawn, setDrawn] = useState(() => whole(columns, loadPlugin));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    const ready = whole(columns, loadPlugin);
    if (ready !== undefined) return setDrawn(ready);
    return loadAll(columns, loadPlugin, (cells) => setDrawn({ columns, cells }));
  }, [columns, loadPlugin, attempt]);
  const ready = drawn?.columns === columns ? drawn : (whole(columns, loadPlugin) ?? drawn);
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

function whole(columns: readonly Column[], loadPlugin: PluginLoader): Drawn | undefined {
  const cache = cacheOf(loadPlugin);
  return columns.every(({ cell }) => cache.has(cell.name)) ? { columns, cells: new Map(cache) } : undefined;
}

/** Shows what is here once nothing more is waited for, and again whenever something comes later. Answers how to stop. */
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
    const cells = new Map<string, ComeCell>(failed);
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
    setTimeout(() => !isShown && showNow(), WHOLE),
    setTimeout(() => {
      for (const name of left) failed.set(name, "failed");
      if (left.size > 0) showNow();
    }, READY),
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
