/**
 * `npm run publish-config`: makes the config folder of this computer the one that all servers on the database serve; with
 * `--fetch` the other way round.
 */
import { checkConfig } from "../compiler/compile.ts";
import { publishedFolder } from "../server/config/published-folder.ts";
import { changedFiles, type Files } from "../server/config/served-files.ts";
import { systemEffects } from "../server/effects.ts";
import { configFolder } from "./config-folder.ts";
import { openDatabase } from "./database.ts";
import { foundPlugins } from "./found-plugins.ts";
import { readPlugins, refusal } from "./installation.ts";
import { readSettings, refusalLines, type Settings, StartRefused } from "./settings.ts";

type Terminal = Pick<Console, "log" | "error">;

const USAGE = "Usage: npm run publish-config [-- --fetch]";
const NOT_PUBLISHED = "Nothing is published in the database yet.";

/** Answers the exit code: 1 where nothing is done, 2 where it was asked wrongly. A config with problems is not published. */
export async function publishConfig(
  env: Readonly<Record<string, string | undefined>>,
  asked: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const isFetch = asked[0] === "--fetch";
  if (asked.length > (isFetch ? 1 : 0)) {
    terminal.error(USAGE);
    return 2;
  }
  try {
    const settings = readSettings(env);
    terminal.log(isFetch ? await fetchPublished(settings) : await publish(settings));
    return 0;
  } catch (error) {
    for (const line of refusalLines(error)) terminal.error(line);
    return 1;
  }
}

/** What the servers serve until then may be of an older version, and its tables others: nothing of it is asked. */
async function publish(settings: Settings): Promise<string> {
  const { configDir } = settings;
  const url = databaseOf(settings);
  const local = configFolder(configDir);
  const registry = await readPlugins(settings, await foundPlugins());
  const { config, problems } = checkConfig(await local.read(), registry, await local.pictures());
  if (config === undefined) throw refusal(configDir, problems);
  const store = await openDatabase(url, {});
  try {
    const published = publishedFolder(store, local, systemEffects().newId);
    if ((await published.version()) === undefined)
      throw new StartRefused([`${NOT_PUBLISHED} The first server that starts publishes its folder.`]);
    const paths = await published.differences();
    if (paths.length === 0) return `${configDir} is what is published already.`;
    await published.publish();
    return `Published: ${paths.join(", ")}. Servers that run serve it within some seconds.`;
  } finally {
    await store.close();
  }
}

/** Writes what is published into the folder, whether this version understands it or not: to be migrated there, and published again. */
async function fetchPublished(settings: Settings): Promise<string> {
  const { configDir } = settings;
  const local = configFolder(configDir);
  const files = await readPublished(databaseOf(settings));
  if (files === undefined) throw new StartRefused([NOT_PUBLISHED]);
  const paths = changedFiles(await local.read(), files);
  if (paths.length === 0) return `${configDir} is what is published already.`;
  await local.write(new Map(paths.map((path) => [path, files.get(path) ?? null])));
  return `${configDir} is now what is published. Changed: ${paths.join(", ")}.`;
}

/** Throws StartRefused. */
function databaseOf({ databaseUrl }: Settings): string {
  if (databaseUrl !== undefined) return databaseUrl;
  throw new StartRefused(["Without DATABASE_URL the folder itself is served: there is nothing to publish."]);
}

/** The files of CONFIG_DIR that are others than those published in a database; none where nothing is published. */
export async function unpublishedFiles({ configDir }: Settings, url: string): Promise<readonly string[]> {
  const files = await readPublished(url);
  return files === undefined ? [] : changedFiles(files, await configFolder(configDir).read());
}

/** Undefined where nothing is published. */
async function readPublished(url: string): Promise<Files | undefined> {
  const store = await openDatabase(url, {});
  try {
    // The folder of this computer has no part in it.
    const published = publishedFolder(store, configFolder(""), () => "");
    return (await published.version()) === undefined ? undefined : await published.read();
  } finally {
    await store.close();
  }
}
