import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";

/** The real product: its own process, store and port. */
export interface Product {
  /** e.g. http://127.0.0.1:41234 */
  readonly url: string;
  readonly dataDir: string;
  /** What it printed so far. */
  output(): string;
  /** null while it runs, and where a signal ended it. */
  exitCode(): number | null;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** The password of the first account in every product that tests serve. */
export const ADMIN_PASSWORD = "a-password-for-tests";

/**
 * Starts what `npm start` starts. Resolves when it listens; rejects with its output if it ends before.
 * @param settings environment on top of a free port and a data folder of its own: an empty one, or, where there are no
 * settings, one that a product like it has begun
 * @param browserFolder of another page than the one that is built for it
 * @param root folder of the project
 */
export async function serveProduct(
  settings: Record<string, string> = {},
  browserFolder?: string,
  root = ".",
): Promise<Product> {
  const dataDir = settings.DATA_DIR ?? (await makeDataDir(Object.keys(settings).length === 0));
  const command =
    browserFolder === undefined ? ["src/cli/start.mjs"] : ["tests/browser/start-at.mjs", browserFolder];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", ADMIN_PASSWORD, ...settings, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  process.once("exit", () => child.kill());
  let printed = "";
  child.stderr.on("data", (chunk: Buffer) => {
    printed += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (chunk: Buffer) => {
      printed += chunk;
      const address = /http:\/\/[\w.:-]+:\d+/.exec(printed);
      if (address !== null) resolve(address[0]);
    });
    child.once("exit", (code) =>
      reject(new Error(`The product ended with ${code} before it listened:\n${printed}`)),
    );
  });
  return {
    url,
    dataDir,
    output: () => printed,
    exitCode: () => child.exitCode,
    async stop(signal) {
      const { exitCode, signalCode } = child;
      await stop(child, dataDir, signal, settings.DATA_DIR !== undefined);
      if (exitCode !== null || signalCode !== null)
        throw new Error(`The product ended by itself with ${exitCode ?? signalCode}:\n${printed}`);
    },
  };
}

async function makeDataDir(begun: boolean): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "product-"));
  const seed = begun ? inject("seededData") : undefined;
  if (seed !== undefined) await cp(seed, folder, { recursive: true });
  return folder;
}

async function stop(
  child: ChildProcess,
  dataDir: string,
  signal: NodeJS.Signals = "SIGTERM",
  keep = false,
): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }
  if (!keep) await rm(dataDir, { recursive: true, force: true });
}
