import { existsSync } from "node:fs";
import type { PluginFolder } from "../plugin/registry.ts";
import { type RemovedSamples, removeSamples } from "../server/samples/remove-samples.ts";
import { storeFileIn } from "./data-store.ts";
import { openInstallation, refusal } from "./installation.ts";
import { endRefused, readSettings, type Settings, StartRefused } from "./settings.ts";

const SAMPLES = "samples/";

interface RemovalOptions {
  /** Default: every plugin folder there is. */
  readonly plugins?: readonly PluginFolder[];
}

/** Deletes the sample records of the installation in the environment. The process ends with 1 if that fails. */
export async function removeSampleData(
  env: Readonly<Record<string, string | undefined>>,
  options: RemovalOptions = {},
): Promise<RemovedSamples> {
  try {
    return await removeSamplesOf(readSettings(env), options);
  } catch (error) {
    return endRefused(error);
  }
}

/** The same without touching the process. Throws StartRefused beside a running server, and without a store. */
export async function removeSamplesOf(
  settings: Settings,
  options: RemovalOptions = {},
): Promise<RemovedSamples> {
  if (settings.databaseUrl === undefined && !existsSync(storeFileIn(settings.dataDir)))
    throw new StartRefused([`There is no store in DATA_DIR "${settings.dataDir}".`]);
  const { store, effects, runtime, close } = await openInstallation(settings, options.plugins);
  try {
    // Without the files it is unknown which records are samples.
    const wrong = runtime.problems.filter(({ file }) => file.startsWith(SAMPLES));
    if (runtime.rejected.some((path) => path.startsWith(SAMPLES))) throw refusal(settings.configDir, wrong);
    const result = await removeSamples(store, runtime, effects);
    console.log(`${result.removed} sample records removed.`);
    if (result.kept.length > 0) {
      console.log(`Your own records refer to these, so they stay, as your own: ${result.kept.join(", ")}`);
    }
    if (result.needed.length > 0) {
      const names = result.needed.join(", ");
      console.log(`Nobody else could manage accounts or edit the config, so these accounts stay: ${names}`);
    }
    return result;
  } finally {
    await close();
  }
}
