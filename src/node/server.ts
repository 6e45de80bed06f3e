/** The server's composition root: settings, files, plugins, store → a listening server. */
import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { PICTURE_FOLDER, pictureName } from "../compiler/source/config-path.ts";
import type { PluginFolder } from "../plugin/registry.ts";
import { ownValue } from "../record/json.ts";
import { ensureFirstAccount, type FirstAccount } from "../server/accounts/first-account.ts";
import { followConfig, followedFolder } from "../server/config/follow-config.ts";
import type { RuntimeHolder } from "../server/config/runtime.ts";
import { type Effects, systemEffects } from "../server/effects.ts";
import { surviveUnawaited } from "../server/hooks/run-hook.ts";
import type { BrowserFiles } from "../server/http/answer-page.ts";
import { describeError } from "../server/http/api-error.ts";
import { CLIENT_LIMITS, MEGABYTE } from "../server/http/client-limits.ts";
import { collectExpired } from "../server/images/collect-expired.ts";
import { makeOperatorLog } from "../server/operating/operator-log.ts";
import { tellChanges } from "../server/operating/tell-changes.ts";
import { forgetOld } from "../server/records/history/forget-old.ts";
import { createServer } from "../server/runtime/create-server.ts";
import { loadSamples } from "../server/samples/load-samples.ts";
import type { StoreTrouble } from "../server/store/store.ts";
import { unlessNotStored } from "../server/store/store-errors.ts";
import { makeWebhooks } from "../server/webhooks/make-webhooks.ts";
import { backUpInThread } from "./backup-in-thread.ts";
import { watchFolder } from "./config-folder.ts";
import { storeFileIn, storeRefusal } from "./data-store.ts";
import { foundPlugins } from "./found-plugins.ts";
import { type HeldPort, holdPort } from "./held-port.ts";
import { openInstallation, readPlugins } from "./installation.ts";
import { makeBackup } from "./make-backup.ts";
import { postWebhook } from "./post-webhook.ts";
import { type ScheduledBackups, scheduleBackups } from "./scheduled-backups.ts";
import { type BackupSettings, endRefused, readSettings, type Settings, StartRefused } from "./settings.ts";
import { tellDifferences, watchPublished } from "./watch-published.ts";

export { move } from "../cli/move.ts";
export { user } from "../cli/user.ts";
export { backUp, restore } from "./backup.ts";
export { publishConfig } from "./publish-config.ts";
export { removeSampleData, removeSamplesOf } from "./remove-sample-data.ts";
export { foundPlugins, readPlugins, readSettings };

const COLLECT_EVERY_MS = 10 * 60_000;
const CLOSE_MARGIN_MS = 250;
/** The process ends within this time, whatever hangs. */
const END_TIMEOUT_MS = 4_900;
const SECOND_MS = 1_000;
/** A terminal sends a signal to all processes of its group, and npm then passes it on once more. */
const SAME_SIGNAL_MS = 1_000;

interface StartOptions {
  /** Default: every plugin folder there is. */
  readonly plugins?: readonly PluginFolder[];
  /** Folder of the built page; without it only the API is served. */
  readonly browserFolder?: string;
  /** Creates an empty store if the old one is missing or empty. */
  readonly beginAnew?: boolean;
  /** The project's folder: a plugin that comes into it while the server runs is reported. */
  readonly projectFolder?: string;
  /** The built `hook-thread.ts`; without it server hooks run on large values in the server's own thread. */
  readonly hookThread?: URL;
  /** The built `backup-thread.ts`; without it a backup is made in the server's own thread, and holds up requests. */
  readonly backupThread?: URL;
  /** Free text for the operator; default standard error. */
  readonly log?: (text: string) => void;
  /** Lines of requests and events; default standard output. */
  readonly logLine?: (line: string) => void;
}

export interface RunningServer {
  /** e.g. http://127.0.0.1:3000 */
  readonly address: string;
  readonly holder: RuntimeHolder;
  /** Created by this start, if the store was empty. */
  readonly first: FirstAccount | undefined;
  /** Tells balancers that it is not ready, and gives them DRAIN_SECONDS to see it. It serves on. */
  leave(): Promise<void>;
  close(): Promise<void>;
}

/** Starts the server from the environment and closes it with the process. If it cannot start, the process ends with 1. */
export async function start(
  env: Readonly<Record<string, string | undefined>>,
  options: StartOptions = {},
): Promise<RunningServer> {
  try {
    const settings = readSettings(env);
    const started = run(settings, options);
    endWithProcess(settings.drainSeconds * SECOND_MS, async () => {
      const server = await started;
      await server.leave();
      await server.close();
    });
    const running = await started;
    console.log(`${running.holder.current.config.app.title}: ${running.address}`);
    if (running.first !== undefined) announceFirst(running.first);
    surviveUnawaited(process, options.log ?? ((text: string) => console.error(text)));
    return running;
  } catch (error) {
    return endRefused(error);
  }
}

/**
 * The same without output and without touching the process. Without the port nothing is created. Throws StartRefused with
 * every problem of the config.
 */
export async function run(settings: Settings, options: StartOptions = {}): Promise<RunningServer> {
  const files = options.browserFolder === undefined ? undefined : await browserFiles(options.browserFolder);
  const port = await holdPort(settings.port, settings.host);
  try {
    return await serve(settings, options, port, files);
  } catch (error) {
    await port.close();
    throw error;
  }
}

async function serve(
  settings: Settings,
  options: StartOptions,
  port: HeldPort,
  files: BrowserFiles | undefined,
): Promise<RunningServer> {
  const { plugins, beginAnew = false } = options;
  const operatorLog = makeOperatorLog({
    format: settings.log,
    effects: systemEffects(),
    writeLine: options.logLine ?? console.log,
    writeNote: options.log ?? console.error,
  });
  const log = operatorLog.note;
  const { close: closeInstallation, ...installation } = await openInstallation(settings, plugins, {
    beginAnew,
    hookThread: options.hookThread,
    needsPictures: settings.sampleData,
    projectFolder: options.projectFolder,
    log,
    onTrouble: (trouble) => log(storeNews(trouble)),
  });
  const { store, effects, runtime, folder, published, served } = installation;
  let isLeaving = false;
  try {
    if (settings.sampleData) {
      const readImage = (file: string) =>
        readFile(join(settings.configDir, PICTURE_FOLDER, pictureName(file)));
      await loadSamples({ store, effects, runtime, readImage });
    }
    await collectExpired(store, effects).catch(unlessNotStored);
    const holder: RuntimeHolder = { current: runtime };
    const follower = followConfig({ store, effects, holder, folder, served, log });
    const backups = settings.backups && openBackups(settings, settings.backups, options, { effects, log });
    const webhooks = makeWebhooks({
      store,
      holder,
      effects,
      sending: settings.webhooks && { ...settings.webhooks, post: postWebhook },
      onFailed: (facts) => operatorLog.line("webhookFailed", facts),
      log,
    });
    const app = createServer({
      store,
      holder,
      effects,
      webhooks,
      config: followedFolder(folder, follower),
      log: operatorLog,
      metricsToken: settings.metricsToken,
      isLeaving: () => isLeaving,
      lastBackup: () => backups?.last(),
      trustProxy: settings.trustProxy,
      corsOrigins: settings.corsOrigins,
      imageOrigin: settings.publicUrl,
      limits: {
        connectionsPerAddress: settings.maxConnections,
        bodyBytes: settings.maxBodyMegabytes * MEGABYTE,
      },
      ...(files && { browserFiles: files }),
    });
    const endTelling = await tellChanges({
      store,
      effects,
      log: operatorLog,
      config: () => holder.current.config,
    });
    // Last: after it is created, nothing may prevent its password from being shown.
    const first = await ensureFirstAccount(store, runtime, effects, settings.adminPassword);
    backups?.begin();
    await webhooks.begin();
    const address = await app.listen(port.listenOptions);
    port.handOver(app.server);
    const collect = () =>
      forgetOld(store, holder.current.config.app, effects)
        .then(() => collectExpired(store, effects))
        .then(() => store.maintain())
        .catch(unlessNotStored)
        .catch(console.error);
    const timer = setInterval(collect, COLLECT_EVERY_MS);
    const later = () => runtime.registry.laterFolders?.() ?? [];
    const also = () => later().join();
    const watches =
      published === undefined
        ? [watchFolder(settings.configDir, follower.look, effects, also)]
        : [
            watchPublished({ store, folder: published, effects, look: follower.look }),
            watchFolder(settings.configDir, tellDifferences(published, log), effects),
          ];
    const leave = async () => {
      if (settings.drainSeconds === 0) return;
      isLeaving = true;
      await effects.wait(settings.drainSeconds * SECOND_MS);
    };
    const close = async () => {
      clearInterval(timer);
      endTelling();
      backups?.stop();
      // The store is closed even if one of these fails, or a look at the config takes long.
      const ends = [app.close(), port.close(), ...watches.map((watch) => watch.close()), webhooks.stop()].map(
        (end) => Promise.resolve(end).catch((error: unknown) => log(describeError(error))),
      );
      await Promise.race([Promise.all(ends), effects.wait(CLIENT_LIMITS.closeTimeoutMs + CLOSE_MARGIN_MS)]);
      await closeInstallation(CLOSE_MARGIN_MS);
    };
    return { address, holder, first, leave, close };
  } catch (error) {
    await closeInstallation();
    throw settings.databaseUrl === undefined ? storeRefusal(error, settings.dataDir) : error;
  }
}

function openBackups(
  { dataDir, databaseUrl }: Settings,
  backups: BackupSettings,
  { backupThread }: StartOptions,
  parts: { readonly effects: Effects; readonly log: (text: string) => void },
): ScheduledBackups {
  const store = databaseUrl === undefined ? { file: storeFileIn(dataDir) } : { url: databaseUrl };
  const make: Parameters<typeof scheduleBackups>[0]["make"] = (asked) =>
    backupThread === undefined
      ? makeBackup({ ...store, ...asked })
      : backUpInThread(backupThread, { ...store, ...asked });
  try {
    return scheduleBackups({ ...backups, ...parts, make });
  } catch (error) {
    const code = ownValue(error, "code");
    throw new StartRefused([`BACKUP_DIR "${backups.dir}" cannot be made or read (${code}).`]);
  }
}

const TROUBLES: Readonly<Record<StoreTrouble, string>> = {
  full: "cannot be written: the disk is full. What is stored can still be read",
  readOnly: "may not be written. What is stored can still be read",
  failed: "cannot be written: the disk refuses. What is stored can still be read",
  gone: "was deleted or replaced. Nothing is stored until it is back",
  unreadable: "can be neither read nor written",
  away: "cannot be reached. Nothing can be read or stored until it can",
};

function storeNews(trouble: StoreTrouble | undefined): string {
  return `store: ${trouble === undefined ? "it can be written again" : `it ${TROUBLES[trouble]}`}.`;
}

export function announceFirst(first: FirstAccount): void {
  const password = first.password ?? "the one given as ADMIN_PASSWORD";
  console.log(`First account (shown this once): ${first.username}, password: ${password}`);
}

/** After a first signal requests may end; after a second the process ends at once. */
function endWithProcess(drainMs: number, close: () => Promise<void>): void {
  let since: number | undefined;
  const end = () => {
    if (since !== undefined) {
      if (performance.now() - since > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    since = performance.now();
    setTimeout(() => process.exit(1), drainMs + END_TIMEOUT_MS).unref();
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error instanceof Error ? error.message : error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/** The built page, read once: requested names are looked up in memory and never reach the file system. */
export async function browserFiles(folder: string): Promise<BrowserFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith("."))
    .map(async (file) => [file.replaceAll("\\", "/"), await readFile(join(folder, file))] as const);
  return new Map(await Promise.all(files));
}
