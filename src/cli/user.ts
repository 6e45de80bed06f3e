import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { nearest } from "../compiler/report/nearest.ts";
import { openFollowedStore } from "../node/followed-store.ts";
import { readSettings, StartRefused } from "../node/settings.ts";
import type { PluginFolder } from "../plugin/registry.ts";
import {
  type AccountParts,
  type AccountSummary,
  endSessions,
  listAccounts,
  PasswordRefused,
  resetPassword,
} from "../server/accounts/account-operations.ts";
import { NotStoredError } from "../server/store/store-errors.ts";
import { DONE, PROBLEMS, reasonOf, type Terminal, withArguments } from "./command.ts";

const USAGE = `Usage: npm run user -- list
       npm run user -- reset-password NAME            a random password, shown once
       npm run user -- reset-password NAME --stdin    the one in the first line of standard input
       npm run user -- end-sessions [NAME]            of one account, or of all
Settings are those of npm start. It works beside a running server.`;

interface UserOptions {
  readonly plugins?: readonly PluginFolder[];
  /** Reads a line of standard input. */
  readonly readLine?: () => Promise<string>;
}

type Task = (parts: AccountParts, terminal: Terminal) => Promise<number>;

/** Lists accounts, resets passwords and ends sessions: for the case that no administrator can log in. */
export function user(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
  { plugins, readLine = firstLine }: UserOptions = {},
): Promise<number> {
  async function run(task: Task): Promise<number> {
    try {
      const { close, ...parts } = await openFollowedStore(readSettings(env), plugins);
      try {
        return await task(parts, terminal);
      } finally {
        await close();
      }
    } catch (error) {
      for (const line of linesOf(error)) terminal.error(line);
      return PROBLEMS;
    }
  }
  return withArguments(terminal, USAGE, () => readTask(args, readLine), run);
}

function readTask(args: readonly string[], readLine: () => Promise<string>): Task {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { stdin: { type: "boolean" } },
    allowPositionals: true,
  });
  const [verb, name, ...more] = positionals;
  if (more.length > 0) throw new Error("Name one account; quote a name with blanks in it.");
  if (values.stdin === true && verb !== "reset-password")
    throw new Error("--stdin is for reset-password alone.");
  switch (verb) {
    case "list":
      if (name !== undefined) throw new Error("list takes no name.");
      return list;
    case "reset-password":
      if (name === undefined) throw new Error("Name the account whose password is to be reset.");
      return (parts, terminal) => reset(parts, terminal, name, values.stdin === true ? readLine : undefined);
    case "end-sessions":
      return (parts, terminal) => end(parts, terminal, name);
    default:
      throw new Error(
        verb === undefined
          ? "Name what to do: list, reset-password or end-sessions."
          : `There is no "${verb}".`,
      );
  }
}

const LACKS: Readonly<Record<AccountSummary["lacks"][number], string>> = {
  password: "has no password, so nobody can log in with it",
  approval: "waits for approval: until someone who manages accounts gives it, it may do nothing",
  role: "has a role that the config does not know, so it may do nothing",
};

const SHORT_LACKS: typeof LACKS = { password: "no password", approval: "not approved", role: "unknown role" };

async function list(parts: AccountParts, terminal: Terminal): Promise<number> {
  const rows = (await listAccounts(parts)).map(({ username, role, lacks, updatedAt }) => [
    printable(username),
    printable(role),
    lacks.map((one) => SHORT_LACKS[one]).join(", ") || "may log in",
    updatedAt,
  ]);
  const all = [["NAME", "ROLE", "STATE", "LAST CHANGE"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) terminal.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  return DONE;
}

async function reset(
  parts: AccountParts,
  terminal: Terminal,
  name: string,
  readLine: (() => Promise<string>) | undefined,
): Promise<number> {
  const given = readLine && (await readLine());
  const done = await resetPassword(parts, name, given);
  if (done === undefined) return missing(parts, terminal, name);
  const shown = printable(done.account.username);
  terminal.log(
    given === undefined
      ? `The password of ${shown} is now (shown this once): ${done.password}`
      : `The password of ${shown} is now the one given.`,
  );
  terminal.log("Its sessions are ended.");
  for (const lack of done.account.lacks) terminal.log(`The account ${LACKS[lack]}.`);
  return DONE;
}

async function end(parts: AccountParts, terminal: Terminal, name: string | undefined): Promise<number> {
  if (!(await endSessions(parts, name))) return missing(parts, terminal, name ?? "");
  terminal.log(
    name === undefined
      ? "All sessions are ended: everyone logs in again."
      : `The sessions of ${printable(name)} are ended.`,
  );
  return DONE;
}

async function missing(parts: AccountParts, terminal: Terminal, name: string): Promise<number> {
  const meant = nearest(
    name,
    (await listAccounts(parts)).map(({ username }) => username),
  );
  const hint = meant === undefined ? "" : ` Did you mean "${printable(meant)}"?`;
  terminal.error(`There is no account "${printable(name)}".${hint} npm run user -- list shows all.`);
  return PROBLEMS;
}

function linesOf(error: unknown): readonly string[] {
  if (error instanceof StartRefused) return error.lines;
  if (error instanceof PasswordRefused) return [error.message, "Nothing was changed."];
  if (error instanceof NotStoredError) return [`${error.message}. Nothing was changed.`];
  return [reasonOf(error)];
}

/** Anybody can register any name: control characters in it must not reach the terminal. */
const printable = (text: string) =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  try {
    for await (const line of lines) return line;
    return "";
  } finally {
    lines.close();
  }
}
