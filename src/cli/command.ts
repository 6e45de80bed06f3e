import { stat } from "node:fs/promises";
import { parseArgs } from "node:util";

/** The arguments of a command over a config folder. */
interface Given {
  readonly folder: string;
  readonly flags: ReadonlySet<string>;
}

/** Where a command prints: `console` is one. */
export type Terminal = Pick<Console, "log" | "error">;

/** Arguments, environment and terminal → exit code. */
export type Command = (
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
) => Promise<number>;

/** Exit codes. */
export const DONE = 0;
export const PROBLEMS = 1;
const MISUSED = 2;

/** A command over a config folder: the one named, else CONFIG_DIR, else ./config. Wrong arguments are reported with `usage`. */
export function makeCommand(
  usage: string,
  flags: readonly string[],
  run: (given: Given, terminal: Terminal) => Promise<number>,
): Command {
  return (args, env, terminal) =>
    withArguments(
      terminal,
      `Usage: ${usage}`,
      () => read(args, env, flags),
      (given) => run(given, terminal),
    );
}

/** Runs a command with what `read` makes of its arguments. Where that throws, prints the reason and the usage. */
export async function withArguments<T>(
  terminal: Terminal,
  usage: string,
  read: () => T | Promise<T>,
  run: (given: T) => Promise<number>,
): Promise<number> {
  let given: T;
  try {
    given = await read();
  } catch (error) {
    terminal.error(`${reasonOf(error)}\n${usage}`);
    return MISUSED;
  }
  return run(given);
}

/** What an error says. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function read(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  flags: readonly string[],
): Promise<Given> {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }]));
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  if (positionals.length > 1) throw new Error("Name one folder.");
  const folder = positionals[0] ?? (env.CONFIG_DIR || "config");
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) throw new Error(`There is no folder "${folder}".`);
  return { folder, flags: new Set(Object.keys(values)) };
}

/** `1 file`, `2 files` */
export function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
