/** What every command over an installation needs: its config, plugins and store, ready for requests. */
import { join } from "node:path";
import { checkConfig } from "../compiler/compile.ts";
import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import type { Config } from "../model/config.ts";
import { formatProblem, type Problem } from "../model/problem.ts";
import type { PluginFolder, Registry } from "../plugin/registry.ts";
import type { ConfigFolder } from "../server/config/config-source.ts";
import {
  notServed,
  type PreparedRuntime,
  type PrepareRuntimeParts,
  prepareRuntime,
} from "../server/config/prepare-runtime.ts";
import type { Runtime } from "../server/config/runtime.ts";
import { type Files, keepServed, readServed, sameFiles } from "../server/config/served-files.ts";
import { type Effects, systemEffects } from "../server/effects.ts";
import { openHookThreads } from "../server/hooks/hook-threads.ts";
import { tableShapes } from "../server/records/table-shape.ts";
import { buildRuntime, routeServices } from "../server/runtime/build-runtime.ts";
import { installationSecret } from "../server/runtime/installation-secret.ts";
import type { Store } from "../server/store/store.ts";
import { configFolder } from "./config-folder.ts";
import { hasLock, lockData } from "./data-lock.ts";
import { checkDataStore, type DataStoreOptions, openDataStore, storeRefusal } from "./data-store.ts";
import { foundPlugins } from "./found-plugins.ts";
import { type Settings, StartRefused } from "./settings.ts";

export interface Installation {
  readonly store: Store;
  readonly effects: Effects;
  readonly folder: ConfigFolder;
  readonly runtime: Runtime;
  /** The files that `runtime` is made from. */
  readonly served: Files;
  /** Closes the store and the threads, and frees the data folder. With a timeout, it waits no longer for what is under way. */
  close(timeoutMs?: number): Promise<void>;
}

export interface InstallationOptions extends DataStoreOptions {
  /** The built `hook-thread.ts`; without it server hooks run on large values as on any, beside nobody. */
  readonly hookThread?: URL | undefined;
}

/**
 * Opens what the settings name. Where the config on disk has problems, or cannot be read, it is as it was served last; throws StartRefused
 * with all of them where it never was.
 */
export async function openInstallation(
  settings: Settings,
  plugins?: readonly PluginFolder[],
  options: InstallationOptions = {},
): Promise<Installation> {
  const registry = await readPlugins(settings, plugins ?? (await foundPlugins()));
  const effects = systemEffects();
  const folder = configFolder(settings.configDir);
  const { dataDir } = settings;
  // Where nobody ever held the folder, it is refused before the lock is put there.
  if (!hasLock(dataDir)) checkDataStore(dataDir, options);
  const unlock = await lockData(dataDir);
  const { hookThread, log = () => {} } = options;
  const hookThreads = hookThread && openHookThreads({ module: hookThread, effects, log });
  const services = routeServices(effects, hookThreads);
  let store: Store | undefined;
  const close = async (timeoutMs?: number) => {
    try {
      await store?.close(timeoutMs);
    } finally {
      await hookThreads?.close();
      unlock();
    }
  };
  try {
    store = await openDataStore(dataDir, options);
    const secret = await installationSecret(store, effects);
    const parts = {
      store,
      effects,
      registry,
      shapes: (config: Config) => tableShapes(config, registry, hookThreads),
      build: (config: Config) => buildRuntime(config, { registry, secret, services }),
    };
    const before = await readServed(store);
    const prepared = await prepareFolder(parts, folder, before);
    const { runtime, problems, files: served } = prepared;
    if (runtime === undefined) throw refusal(settings.configDir, problems);
    // A start that finds all as it was writes nothing: it succeeds on a full disk.
    if (!(await store.resume(runtime.tables))) await store.applyShapes(runtime.tables);
    if (!sameFiles(before, served)) await keepServed(store, served, before);
    return { store, effects, folder, runtime, served, close };
  } catch (error) {
    await close();
    throw storeRefusal(error, dataDir);
  }
}

/** Whatever is the matter with the folder, what was served last is served. */
async function prepareFolder(
  parts: PrepareRuntimeParts,
  folder: ConfigFolder,
  lastGood: Files | undefined,
): Promise<PreparedRuntime> {
  try {
    return await prepareRuntime(parts, await folder.read(), lastGood);
  } catch (error) {
    if (lastGood === undefined) throw error;
    const prepared = await prepareRuntime(parts, lastGood, lastGood);
    const problems = [...prepared.problems, notServed(error)];
    const runtime = prepared.runtime?.withReport({ ...prepared, problems });
    return { ...prepared, problems, runtime };
  }
}

/** Throws StartRefused where something is wrong with the plugins: with all of it, and with all that is wrong with the config. */
export async function readPlugins(
  { configDir }: Settings,
  plugins: readonly PluginFolder[],
): Promise<Registry> {
  const { registry, problems } = makeRegistry(plugins);
  if (problems.length === 0) return registry;
  const ofConfig = await configFolder(configDir)
    .read()
    .then(
      (files) => checkConfig(files, registry).problems,
      (error: unknown) => [notServed(error)],
    );
  throw new StartRefused([...problems.map(formatProblem), ...refusal(configDir, ofConfig).lines]);
}

/** What is wrong with a config, each with the file where it is to be found. */
export function refusal(folder: string, problems: readonly Problem[]): StartRefused {
  return new StartRefused(
    problems.map((problem) => formatProblem({ ...problem, file: join(folder, problem.file) })),
  );
}
