/** `npm run publish-config`: makes the config folder of this computer the one that all servers on the database serve. */
import { checkConfig } from "../compiler/compile.ts";
import { publishedFolder } from "../server/config/published-folder.ts";
import { configFolder } from "./config-folder.ts";
import { openDatabase } from "./database.ts";
import { openFollowedStore } from "./followed-store.ts";
import { foundPlugins } from "./found-plugins.ts";
import { readPlugins, refusal } from "./installation.ts";
import { readSettings, refusalLines, type Settings, StartRefused } from "./settings.ts";

type Terminal = Pick<Console, "log" | "error">;

/** Answers the exit code: 1 where nothing is published. A config with problems is not. */
export async function publishConfig(
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  try {
    for (const line of await publish(env)) terminal.log(line);
    return 0;
  } catch (error) {
    for (const line of refusalLines(error)) terminal.error(line);
    return 1;
  }
}

async function publish(env: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const settings = readSettings(env);
  const { configDir, databaseUrl } = settings;
  if (databaseUrl === undefined)
    throw new StartRefused([
      "Without DATABASE_URL the folder itself is served: there is nothing to publish.",
    ]);
  const local = configFolder(configDir);
  const registry = await readPlugins(settings, await foundPlugins());
  const { config, problems } = checkConfig(await local.read(), registry, await local.pictures());
  if (config === undefined) throw refusal(configDir, problems);
  const { store, effects, close } = await openFollowedStore(settings);
  try {
    const folder = publishedFolder(store, local, effects.newId);
    const paths = await folder.differences();
    if (paths.length === 0) return [`${configDir} is what is published already.`];
    await folder.publish();
    return [`Published: ${paths.join(", ")}. Servers that run serve it within some seconds.`];
  } finally {
    await close();
  }
}

/** The files of CONFIG_DIR that are others than those published in a database; none where nothing is published. */
export async function unpublishedFiles({ configDir }: Settings, url: string): Promise<readonly string[]> {
  const store = await openDatabase(url, {});
  try {
    const folder = publishedFolder(store, configFolder(configDir), () => "");
    return (await folder.version()) === undefined ? [] : await folder.differences();
  } finally {
    await store.close();
  }
}
