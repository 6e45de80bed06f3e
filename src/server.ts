/** The server's composition root: settings, files, plugins, store → a listening server. */
import { access, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { browserFiles } from "./browser-files.ts";
import { listenRefusal, lockData } from "./data-lock.ts";
import type { Config } from "./model/config.ts";
import type { PluginManifest } from "./model/plugin-manifest.ts";
import type { Problem } from "./model/problem.ts";
import { readConfig } from "./model/read-config.ts";
import { makeRegistry } from "./plugin/make-registry.ts";
import type { FoundPlugin, Registry } from "./plugin/registry.ts";
import type { AnyServerPlugin } from "./plugin/server-half.ts";
import { ensureFirstAccount, type FirstAccount } from "./server/accounts/first-account.ts";
import { buildRuntime } from "./server/build-runtime.ts";
import { createServer } from "./server/create-server.ts";
import { type Effects, systemEffects } from "./server/effects.ts";
import { collectExpired } from "./server/images/collect-expired.ts";
import { installationSecret } from "./server/installation-secret.ts";
import type { Runtime, RuntimeHolder } from "./server/runtime.ts";
import { loadSamples } from "./server/samples/load-samples.ts";
import { type RemovedSamples, removeSamples } from "./server/samples/remove-samples.ts";
import { readSettings, type Settings, StartRefused } from "./server/settings.ts";
import { copySqliteStore } from "./server/store/sqlite/copy.ts";
import { openSqliteStore } from "./server/store/sqlite/open.ts";
import type { Store } from "./server/store/store.ts";

export { readSettings };

const STORE_FILE = "store.db";
const SAMPLE_IMAGES = join("samples", "images");
const COLLECT_EVERY_MS = 10 * 60_000;
const PATIENCE_MS = 10_000;

export interface StartOptions {
  /** Default: every plugin folder there is. */
  readonly plugins?: readonly FoundPlugin[];
  /** Folder of the built page; without it the API alone is served. */
  readonly browserFolder?: string;
}

export interface RunningServer {
  /** e.g. http://127.0.0.1:3000 */
  readonly address: string;
  readonly holder: RuntimeHolder;
  /** Made by this start, where the store was empty. */
  readonly first: FirstAccount | undefined;
  close(): Promise<void>;
}

/** Starts the server from the environment, says where it listens, and ends with the process. Ends the process with 1 where it cannot start. */
export async function start(
  env: Readonly<Record<string, string | undefined>>,
  options: StartOptions = {},
): Promise<RunningServer> {
  try {
    const running = await run(readSettings(env), options);
    announce(running);
    endWithProcess(running);
    return running;
  } catch (error) {
    return endRefused(error);
  }
}

function endRefused(error: unknown): never {
  const lines =
    error instanceof StartRefused ? error.lines : [error instanceof Error ? error.message : error];
  for (const line of lines) console.error(line);
  process.exit(1);
}

/** The same without a word and without a hand on the process. Throws StartRefused with every problem of the config. */
export async function run(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const files = options.browserFolder === undefined ? undefined : await browserFiles(options.browserFolder);
  const { store, effects, runtime, close: closeInstallation } = await openInstallation(settings, options);
  try {
    if (settings.sampleData) {
      const readImage = (file: string) => readFile(join(settings.configDir, SAMPLE_IMAGES, basename(file)));
      await loadSamples({ store, effects, runtime, readImage });
    }
    const first = await ensureFirstAccount(store, runtime, effects, settings.adminPassword);
    await collectExpired({ store, effects });
    const holder: RuntimeHolder = { current: runtime };
    const page = files === undefined ? {} : { browserFiles: files };
    const app = createServer({ store, holder, effects, trustProxy: settings.trustProxy, ...page });
    const { port, host } = settings;
    const address = await app.listen({ port, host }).catch((error: unknown) => {
      throw listenRefusal(error, port, host);
    });
    const collect = () => collectExpired({ store, effects }).catch((error: unknown) => console.error(error));
    const timer = setInterval(collect, COLLECT_EVERY_MS);
    const close = async () => {
      clearInterval(timer);
      await app.close();
      await closeInstallation();
    };
    return { address, holder, first, close };
  } catch (error) {
    await closeInstallation();
    throw error;
  }
}

/** Deletes the sample records of the installation that the environment names, and says which stay. Ends the process with 1 where it cannot. */
export async function removeSampleData(
  env: Readonly<Record<string, string | undefined>>,
  options: StartOptions = {},
): Promise<RemovedSamples> {
  try {
    return await removeSamplesOf(readSettings(env), options);
  } catch (error) {
    return endRefused(error);
  }
}

/** The same without a hand on the process. Throws StartRefused beside a running server and where there is no store. */
export async function removeSamplesOf(
  settings: Settings,
  options: StartOptions = {},
): Promise<RemovedSamples> {
  await access(join(settings.dataDir, STORE_FILE)).catch(() => {
    throw new StartRefused([`There is no store in DATA_DIR "${settings.dataDir}".`]);
  });
  const { store, runtime, close } = await openInstallation(settings, options);
  try {
    const result = await removeSamples(store, runtime);
    console.log(`${result.removed} sample records removed.`);
    if (result.kept.length > 0) {
      console.log(`Your own records refer to these, so they stay, as your own: ${result.kept.join(", ")}`);
    }
    return result;
  } finally {
    await close();
  }
}

/** Copies the store of the installation that the environment names, running or not, and says where to. */
export function backUp(env: Readonly<Record<string, string | undefined>>, copy: string): void {
  const { dataDir } = readSettings(env);
  copySqliteStore(join(dataDir, STORE_FILE), copy);
  console.log(
    `The whole store, pictures included, is in ${copy}. To go back to it, put it in place of ${STORE_FILE}.`,
  );
}

interface Installation {
  readonly store: Store;
  readonly effects: Effects;
  readonly runtime: Runtime;
  /** Closes the store and frees the data folder. */
  close(): Promise<void>;
}

/** Config, plugins and store of an installation, ready for requests. */
async function openInstallation(
  settings: Settings,
  { plugins = foundPlugins() }: StartOptions,
): Promise<Installation> {
  const { config, registry } = await readAll(settings.configDir, plugins);
  const effects = systemEffects();
  const unlock = await lockData(settings.dataDir);
  let store: Store | undefined;
  const close = async () => {
    await store?.close();
    unlock();
  };
  try {
    store = await openSqliteStore({ file: join(settings.dataDir, STORE_FILE) });
    const runtime = buildRuntime(config, registry, await installationSecret(store, effects));
    await store.prepare(runtime.tables);
    return { store, effects, runtime, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Reads plugins and config through their doors. Throws StartRefused with all that is wrong. */
export async function readAll(
  folder: string,
  plugins: readonly FoundPlugin[],
): Promise<{ config: Config; registry: Registry }> {
  const { registry, problems } = makeRegistry(plugins);
  const answer = await readConfig(folder, registry);
  const lines = [
    ...problems.map((one) => problemLine("", one)),
    ...answer.problems.map((one) => problemLine(folder, one)),
  ];
  if (answer.config === undefined || lines.length > 0) throw new StartRefused(lines);
  return { config: answer.config, registry };
}

function problemLine(folder: string, { file, line, column, message }: Problem): string {
  return `${join(folder, file)}:${line}:${column} ${message}`;
}

/** Every plugin folder, by its place alone. */
export function foundPlugins(): FoundPlugin[] {
  const manifests = import.meta.glob<PluginManifest>(
    ["/plugins/*/plugin.json", "/src/stock/widgets/*/plugin.json", "/src/stock/cells/*/plugin.json"],
    { eager: true, import: "default" },
  );
  const halves = import.meta.glob<AnyServerPlugin>("/plugins/*/server.ts", {
    eager: true,
    import: "default",
  });
  return Object.entries(manifests).map(([path, manifest]) => {
    const folder = path.slice(1, -"/plugin.json".length);
    const server = halves[`/${folder}/server.ts`];
    return { folder, manifest, ...(server === undefined ? {} : { server }) };
  });
}

export function announce({ address, holder, first }: RunningServer): void {
  console.log(`${holder.current.config.app.title}: ${address}`);
  if (first === undefined) return;
  const password = first.password ?? "the one given as ADMIN_PASSWORD";
  console.log(`First account (shown this once): ${first.username}, password: ${password}`);
}

/** A first signal lets requests end; a second, or ten seconds, does not wait. */
function endWithProcess({ close }: RunningServer): void {
  let ending = false;
  const end = () => {
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}
