import { useEffect, useState } from "react";
import type { Column } from "../../model/entity.ts";
import type { PluginLoader } from "../../plugin/registry.ts";
import type { CellPlugin } from "../../plugin/widget.ts";

export interface CellsState {
  /** Those asked for; while cells of theirs are on their way, those that were drawn before. */
  readonly columns: readonly Column[];
  /** By cell name; undefined until all that the columns name are loaded, so that no row is drawn twice. */
  readonly cells: ReadonlyMap<string, CellPlugin> | undefined;
  readonly failed: boolean;
  readonly retry: () => void;
}

/** Cells loaded by earlier lists, for each loader. */
const loaded = new WeakMap<PluginLoader, Map<string, CellPlugin>>();

/** The cells that the columns name, loaded together before the first row is drawn. */
export function useCells(columns: readonly Column[], loadPlugin: PluginLoader): CellsState {
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(false);
  const [drawn, setDrawn] = useState(() => findAll(columns, loadPlugin));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run
  useEffect(() => {
    if (drawn?.columns === columns) return;
    let current = true;
    setFailed(false);
    loadAll(columns, loadPlugin).then(
      () => current && setDrawn(findAll(columns, loadPlugin)),
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [columns, loadPlugin, drawn, attempt]);
  const ready = drawn?.columns === columns ? drawn : (findAll(columns, loadPlugin) ?? drawn);
  return {
    columns: ready?.columns ?? columns,
    cells: ready?.cells,
    failed: failed && ready === undefined,
    retry: () => setAttempt(attempt + 1),
  };
}

function cacheOf(loadPlugin: PluginLoader): Map<string, CellPlugin> {
  const cache = loaded.get(loadPlugin) ?? new Map<string, CellPlugin>();
  loaded.set(loadPlugin, cache);
  return cache;
}

function findAll(
  columns: readonly Column[],
  loadPlugin: PluginLoader,
): { readonly columns: readonly Column[]; readonly cells: ReadonlyMap<string, CellPlugin> } | undefined {
  const cache = cacheOf(loadPlugin);
  return columns.every(({ cell }) => cache.has(cell.name)) ? { columns, cells: new Map(cache) } : undefined;
}

async function loadAll(columns: readonly Column[], loadPlugin: PluginLoader): Promise<void> {
  const cache = cacheOf(loadPlugin);
  const missing = new Set(columns.map(({ cell }) => cell.name).filter((name) => !cache.has(name)));
  await Promise.all(
    [...missing].map(async (name) => {
      const plugin = await loadPlugin("cell", name);
      if (!("cell" in plugin)) throw new Error(`The plugin "${name}" has no cell.`);
      cache.set(name, plugin);
    }),
  );
}
