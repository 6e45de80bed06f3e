/** An installation: its config, plugins and store, ready for requests. */
import { join } from "node:path";
import { checkConfig } from "../compiler/compile.ts";
import { makeRegistry } from "../compiler/manifest/make-registry.ts";
import type { Config } from "../model/config.ts";
import { formatProblem, type Problem } from "../model/problem.ts";
import type { PluginFolder, Registry } from "../plugin/registry.ts";
import type { ConfigFolder } from "../server/config/config-source.ts";
import { settleSaves } from "../server/config/noted-saves.ts";
import {
  notServed,
  type PreparedRuntime,
  type PrepareRuntimeParts,
  prepareRuntime,
} from "../server/config/prepare-runtime.ts";
import { type PublishedFolder, publishedFolder } from "../server/config/published-folder.ts";
import type { Runtime } from "../server/config/runtime.ts";
import { type Files, keepServed, readServed, sameFiles } from "../server/config/served-files.ts";
import { type Effects, systemEffects } from "../server/effects.ts";
import { openHookThreads } from "../server/hooks/hook-threads.ts";
import { buildRuntime, routeServices } from "../server/runtime/build-runtime.ts";
import { installationSecret } from "../server/runtime/installation-secret.ts";
import type { Store } from "../server/store/store.ts";
import { unlessNotStored } from "../server/store/store-errors.ts";
import { configFolder } from "./config-folder.ts";
import { hasLock, lockData } from "./data-lock.ts";
import { checkDataStore, type DataStoreOptions, openDataStore, storeRefusal } from "./data-store.ts";
import { databaseRefusal, openDatabase } from "./database.ts";
import { foundPlugins } from "./found-plugins.ts";
import { laterPluginFolders } from "./later-plugins.ts";
import { type Settings, StartRefused } from "./settings.ts";

interface Installation {
  readonly store: Store;
  readonly effects: Effects;
  /** What is published, where the store is in a database; else that of this server. */
  readonly folder: ConfigFolder;
  /** Of a store in a database. */
  readonly published: PublishedFolder | undefined;
  readonly runtime: Runtime;
  /** The files that `runtime` is made from. */
  readonly served: Files;
  /** Closes the store and the threads, and unlocks the data folder. Writes under way get the timeout. */
  close(timeoutMs?: number): Promise<void>;
}

interface InstallationOptions extends DataStoreOptions {
  /** The project's folder: plugins that come into it later are reported. */
  readonly projectFolder?: string | undefined;
  /** The built `hook-thread.ts`; without it server hooks run on large values in the server's own thread. */
  readonly hookThread?: URL | undefined;
  /** Samples whose pictures are missing have a problem: a server is about to load them. */
  readonly needsPictures?: boolean;
}

/**
 * Opens the installation of the settings. A config on disk with problems, or one that cannot be read, is replaced by the
 * last served one. Throws StartRefused with all problems if there is none.
 */
export async function openInstallation(
  settings: Settings,
  plugins?: readonly PluginFolder[],
  options: InstallationOptions = {},
): Promise<Installation> {
  const registry = await installedRegistry(settings, plugins ?? (await foundPlugins()), options);
  const effects = systemEffects();
  const local = configFolder(settings.configDir);
  const { dataDir, databaseUrl } = settings;
  const unlock = databaseUrl === undefined ? await lockOwnStore(dataDir, options) : () => {};
  const { hookThread, needsPictures = false, log = () => {} } = options;
  const hookThreads = hookThread && openHookThreads({ module: hookThread, effects, log });
  const services = routeServices(effects, hookThreads, settings.publicUrl);
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
    store =
      databaseUrl === undefined
        ? await openDataStore(dataDir, options)
        : await openDatabase(databaseUrl, options);
    services.rateLimits.share(store.peers);
    const stored = publishedFolder(store, local, effects.newId);
    const published = databaseUrl === undefined ? undefined : stored;
    // The first server publishes its own, once that can be served.
    const folder = (await published?.version()) === undefined ? local : (published ?? local);
    const secret = await installationSecret(store, effects);
    const parts = {
      store,
      effects,
      registry,
      build: (config: Config) => buildRuntime(config, { registry, secret, services }),
      pictures: needsPictures ? await local.pictures().catch(() => undefined) : undefined,
    };
    const before = await readServed(store);
    const prepared = await prepareFolder(parts, folder, before);
    const { runtime, problems, files: served, onDisk, rejected } = prepared;
    if (runtime === undefined) throw refusal(settings.configDir, problems);
    // A start without changes writes nothing: it succeeds on a full disk.
    if (!(await store.resume(runtime.tables))) await store.applyShapes(runtime.tables);
    if (!sameFiles(before, served)) {
      if (onDisk !== undefined) await settleSaves(store, onDisk, true);
      await keepServed(parts, served, rejected);
    } else if (onDisk !== undefined) await settleSaves(store, onDisk, true).catch(unlessNotStored);
    if (published === undefined) await stored.forget().catch(unlessNotStored);
    else await published.publishFirst();
    return { store, effects, folder: published ?? local, published, runtime, served, close };
  } catch (error) {
    await close();
    throw databaseUrl === undefined ? storeRefusal(error, dataDir) : databaseRefusal(error);
  }
}

/** One server for a data folder. Answers what unlocks it. */
async function lockOwnStore(dataDir: string, options: InstallationOptions): Promise<() => void> {
  // A folder without a lock is checked before one is created in it.
  if (!hasLock(dataDir)) checkDataStore(dataDir, options);
  try {
    return await lockData(dataDir);
  } catch (error) {
    throw storeRefusal(error, dataDir);
  }
}

/** If the folder cannot be read or served, the last served files are. */
async function prepareFolder(
  parts: PrepareRuntimeParts,
  folder: ConfigFolder,
  lastGood: Files | undefined,
): Promise<PreparedRuntime & { readonly onDisk?: Files }> {
  try {
    const onDisk = await folder.read();
    return { ...(await prepareRuntime(parts, onDisk, lastGood)), onDisk };
  } catch (error) {
    if (lastGood === undefined) throw error;
    const prepared = await prepareRuntime(parts, lastGood, lastGood);
    const problems = [...prepared.problems, notServed(error)];
    const runtime = prepared.runtime?.withReport({ ...prepared, problems });
    return { ...prepared, problems, runtime };
  }
}

/** The plugins that are installed, which know of those that come later. */
async function installedRegistry(
  settings: Settings,
  plugins: readonly PluginFolder[],
  { projectFolder }: InstallationOptions,
): Promise<Registry> {
  const registry = await readPlugins(settings, plugins);
  if (projectFolder === undefined) return registry;
  return Object.freeze({ ...registry, laterFolders: laterPluginFolders(projectFolder, plugins) });
}

/** Throws StartRefused with all problems of the plugins and of the config, if the plugins have some. */
export async function readPlugins(
  { configDir }: Settings,
  plugins: readonly PluginFolder[],
): Promise<Registry> {
  const { registry, problems } = makeRegistry(plugins);
  if (problems.length === 0) return registry;
  const folder = configFolder(configDir);
  const ofConfig = await Promise.all([folder.read(), folder.pictures()]).then(
    ([files, pictures]) => checkConfig(files, registry, pictures).problems,
    (error: unknown) => [notServed(error)],
  );
  throw new StartRefused([...problems.map(formatProblem), ...refusal(configDir, ofConfig).lines]);
}

/** The problems of a config, each with the path of its file. */
export function refusal(folder: string, problems: readonly Problem[]): StartRefused {
  return new StartRefused(
    problems.map((problem) => formatProblem({ ...problem, file: join(folder, problem.file) })),
  );
}
