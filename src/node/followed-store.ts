/** The store of an installation with the config that it follows, for work beside a running server. */
import { existsSync } from "node:fs";
import { checkConfig } from "../compiler/compile.ts";
import { atOnce } from "../compiler/steps.ts";
import type { PluginFolder } from "../plugin/registry.ts";
import type { AccountParts } from "../server/accounts/account-operations.ts";
import { readServed } from "../server/config/served-files.ts";
import { systemEffects } from "../server/effects.ts";
import { buildRuntime, routeServices } from "../server/runtime/build-runtime.ts";
import { installationSecret } from "../server/runtime/installation-secret.ts";
import { openSqliteStore } from "../server/store/sqlite/open.ts";
import { storeFileIn, storeRefusal } from "./data-store.ts";
import { openDatabase } from "./database.ts";
import { foundPlugins } from "./found-plugins.ts";
import { readPlugins } from "./installation.ts";
import { type Settings, StartRefused } from "./settings.ts";

/**
 * Opens the store with the config that was served last, and changes nothing. Throws StartRefused if there is no store, or if
 * it follows a config that this version does not understand.
 */
export async function openFollowedStore(
  settings: Settings,
  plugins?: readonly PluginFolder[],
): Promise<AccountParts & { close(): Promise<void> }> {
  const { dataDir, databaseUrl } = settings;
  const file = storeFileIn(dataDir);
  if (databaseUrl === undefined && !existsSync(file))
    throw new StartRefused([`There is no store in DATA_DIR "${dataDir}".`]);
  const registry = await readPlugins(settings, plugins ?? (await foundPlugins()));
  const effects = systemEffects();
  const store =
    databaseUrl === undefined
      ? await openSqliteStore({ file, isGuest: true }).catch((error: unknown) => {
          throw storeRefusal(error, dataDir);
        })
      : await openDatabase(databaseUrl, {});
  const close = () => store.close();
  try {
    const files = await readServed(store);
    const config = files && checkConfig(files, registry).config;
    const secret = await installationSecret(store, effects);
    const runtime =
      config && atOnce(buildRuntime(config, { registry, secret, services: routeServices(effects) }));
    if (runtime === undefined || !(await store.resume(runtime.tables)))
      throw new StartRefused([
        `The store in ${databaseUrl === undefined ? `DATA_DIR "${dataDir}"` : "the database"} is as another version of this program left it, or as none did.`,
        "Start the server of this version once; this works beside it.",
      ]);
    return { store, effects, runtime, close };
  } catch (error) {
    await close();
    throw error;
  }
}
