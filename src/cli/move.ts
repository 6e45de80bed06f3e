import { parseArgs } from "node:util";
import { type BusinessPlace, businessPlace, nameOfPlace } from "../node/business-place.ts";
import { moveBusiness } from "../node/move-business.ts";
import { unpublishedFiles } from "../node/publish-config.ts";
import { readSettings, type Settings, StartRefused } from "../node/settings.ts";
import { StoreDiffersError } from "../server/store/moving/move-store.ts";
import { DONE, PROBLEMS, reasonOf, type Terminal, withArguments } from "./command.ts";

const USAGE = `Usage: npm run move -- --to postgres://user@host/database    (its password may be in PGPASSWORD)
       npm run move -- --to FOLDER                           (a data folder)
It moves the business of DATABASE_URL, else of DATA_DIR. End its servers first.`;

/** Moves a business between the store in a data folder and the one in a database. */
export function move(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  return withArguments(
    terminal,
    USAGE,
    () => targetIn(args),
    (to) => moveThere(to, env, terminal),
  );
}

function targetIn(args: readonly string[]): BusinessPlace {
  const { values } = parseArgs({ args: [...args], options: { to: { type: "string" } } });
  if (!values.to) throw new Error("Say where it is to be moved.");
  return businessPlace(values.to);
}

async function moveThere(
  to: BusinessPlace,
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  try {
    const settings = readSettings(env);
    const from =
      settings.databaseUrl === undefined ? { folder: settings.dataDir } : { url: settings.databaseUrl };
    terminal.log(`From ${nameOfPlace(from)} to ${nameOfPlace(to)}; compared, row by row:`);
    const contents = await moveBusiness(from, to, ({ title, rows, sha256 }) =>
      terminal.log(`  ${title}: ${rows}, SHA-256 ${sha256}`),
    );
    const rows = contents.reduce((sum, content) => sum + content.rows, 0);
    terminal.log(
      `The same here and there: ${rows} rows of ${contents.length} kinds. Everyone has to log in again.`,
    );
    for (const line of await nextSteps(settings, from, to)) terminal.log(line);
    return DONE;
  } catch (error) {
    for (const line of linesOf(error)) terminal.error(line);
    return PROBLEMS;
  }
}

async function nextSteps(
  settings: Settings,
  from: BusinessPlace,
  to: BusinessPlace,
): Promise<readonly string[]> {
  const start =
    "url" in to ? "DATABASE_URL set to it" : `DATA_DIR set to ${to.folder}, and without DATABASE_URL`;
  const next = `${nameOfPlace(from)} is as it was: start no server there any more. Start one with ${start}; it makes indexes first.`;
  if (!("url" in from) || "url" in to) return [next];
  const others = await unpublishedFiles(settings, from.url);
  return others.length === 0
    ? [next]
    : [
        next,
        `It will serve CONFIG_DIR ${settings.configDir}, which is not what was published in the database: ${others.join(", ")}.`,
      ];
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof StartRefused) return error.lines;
  if (error instanceof StoreDiffersError)
    return [
      error.message,
      "Nothing was put there, and the source is as it was. Repeat the move; where it says the same again, a disk or its memory may be damaged: look there, and make a backup.",
    ];
  return [reasonOf(error)];
}
