import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inject } from "vitest";
import { databaseBeside } from "../postgres/cluster.ts";
import { alternatingProxy } from "./alternating-proxy.ts";

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
 * Starts what `npm start` starts. Resolves when it listens; rejects with its output if it ends before. In the projects of PostgreSQL
 * its store is a database of its own, and with `SERVERS=2` it is two servers on that behind a proxy which sends each request to
 * the next one.
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
  const isBegun = Object.keys(settings).length === 0;
  const place = { browserFolder, root };
  const seeded =
    settings.DATABASE_URL === undefined && STORE === "postgres" ? inject("seededDatabase") : undefined;
  if (seeded === undefined) return serveOne(settings, { ...place, isBegun });
  const url = await databaseBeside(seeded, { isCopy: isBegun });
  const onDatabase = { ...settings, DATABASE_URL: url };
  const first = await serveOne(onDatabase, place);
  return SERVERS === "2" ? besideAnother(first, await serveOne(await ofAnother(onDatabase), place)) : first;
}

const { STORE, SERVERS } = process.env;

interface Place {
  readonly browserFolder: string | undefined;
  readonly root: string;
  /** Whether its data folder is a copy of one that a product has begun. */
  readonly isBegun?: boolean;
}

async function serveOne(
  settings: Readonly<Record<string, string>>,
  { browserFolder, root, isBegun = false }: Place,
): Promise<Product> {
  const dataDir = settings.DATA_DIR ?? (await makeDataDir(isBegun));
  const command =
    browserFolder === undefined ? ["src/cli/start.mjs"] : ["tests/browser/start-at.mjs", browserFolder];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, HOST: "127.0.0.1", PORT: "0", ADMIN_PASSWORD, ...settings, DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = () => child.kill();
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
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

/** The settings of a server that shares nothing but the database: it has the config in a folder of its own. */
async function ofAnother(settings: Record<string, string>): Promise<Record<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "another-"));
  const { CONFIG_DIR = "config" } = settings;
  await cp(CONFIG_DIR, join(folder, "config"), { recursive: true });
  return { ...settings, DATA_DIR: join(folder, "data"), CONFIG_DIR: join(folder, "config") };
}

/** Two servers as one, at the address of their balancer. */
async function besideAnother(first: Product, second: Product): Promise<Product> {
  const proxy = await alternatingProxy([first.url, second.url]);
  return {
    url: proxy.url,
    dataDir: first.dataDir,
    output: () => first.output() + second.output(),
    exitCode: () => first.exitCode() ?? second.exitCode(),
    async stop(signal) {
      await proxy.stop();
      const ends = await Promise.allSettled([first, second].map((one) => one.stop(signal)));
      await rm(dirname(second.dataDir), { recursive: true, force: true });
      for (const end of ends) if (end.status === "rejected") throw end.reason;
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
