// @ts-check
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify, stripVTControlCharacters } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const dist = join(root, "dist");
const stamp = join(dist, "inputs.sha256");
/** Packages that are no JavaScript. All others are bundled: to find and read a thousand files takes half of a start. */
const native = ["libsql", "sharp", "@node-rs/argon2"];
/** The server, its threads for plugins and backups, and the commands over a config folder. */
const entries = {
  server: "src/node/server.ts",
  "hook-thread": "src/node/hook-thread.ts",
  "backup-thread": "src/node/backup-thread.ts",
  "folder-commands": "src/cli/folder-commands.ts",
};
const lock = join(root, "package-lock.json");
const inputs = ["src", "plugins", "index.html", "vite.config.ts", "package-lock.json"];

/** @param {string} path @returns {string[]} every file at or below a path, sorted */
function filesBelow(path) {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
}

/** Hash of everything that a build is made from. The config is not among it: it is read at run time. */
export function inputsHash() {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((path) => filesBelow(join(root, path)))) {
    if (/\.test\.tsx?$|\.md$/.test(file)) continue;
    const content = file === lock ? lockedPackages() : readFileSync(file);
    hash.update(relative(root, file)).update("\0").update(content).update("\0");
  }
  return hash.digest("hex");
}

/** Which packages there are. Some versions of npm rewrite the rest of the file, also when they only remove packages. */
function lockedPackages() {
  /** @type {{ packages: Record<string, { version?: string, integrity?: string }> }} */
  const { packages } = JSON.parse(readFileSync(lock, "utf8"));
  return Object.entries(packages)
    .map(([path, { version, integrity }]) => `${path} ${version} ${integrity}\n`)
    .sort()
    .join("");
}

/** Whether the build is current. Without its inputs, as in an installation, it always is. */
export function isBuilt() {
  if (!existsSync(stamp)) return false;
  return (
    !inputs.every((path) => existsSync(join(root, path))) || readFileSync(stamp, "utf8") === inputsHash()
  );
}

/** Leaves a .br and a .gz beside every text file, so that serving compresses nothing. @param {string} folder */
async function compress(folder) {
  for (const file of filesBelow(folder)) {
    if (![".js", ".css", ".svg", ".json"].includes(extname(file))) continue;
    const bytes = readFileSync(file);
    if (bytes.length < 1024) continue;
    writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    writeFileSync(
      `${file}.br`,
      await promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    );
  }
}

/** Builds browser and server into dist/ if their inputs changed. It replaces dist/ only when the build is complete. */
export async function buildWhatIsStale() {
  if (isBuilt()) return;
  const hash = inputsHash();
  console.log("Building …");
  const { build } = await import("vite").catch((cause) => {
    const advice = 'Run "npm ci && npm run build".';
    throw new Error(
      `The program changed since it was built, and what builds it is not installed. ${advice}`,
      { cause },
    );
  });
  const work = mkdtempSync(join(root, ".building-"));
  // React's production build is served, also to a test run or from a shell with its own NODE_ENV.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  try {
    const quiet = { root, logLevel: /** @type {const} */ ("warn") };
    await build({ ...quiet, build: { outDir: join(work, "browser") } });
    await build({
      ...quiet,
      ssr: { noExternal: true, external: native },
      build: { ssr: true, outDir: join(work, "server"), rolldownOptions: { input: entries } },
    });
    await compress(join(work, "browser"));
    writeFileSync(join(work, basename(stamp)), hash);
    // A temporary folder is its maker's alone; who serves may be somebody else.
    chmodSync(work, 0o755);
    rmSync(dist, { recursive: true, force: true });
    renameSync(work, dist);
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
    rmSync(work, { recursive: true, force: true });
  }
}

/** The same for a command: if the build fails, the process ends with its message, not with a trace. */
export async function buildOrEnd() {
  try {
    await buildWhatIsStale();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    console.error(process.stderr.isTTY ? message : stripVTControlCharacters(message));
    process.exit(1);
  }
}

/** The server's code, built if that is necessary. @returns {Promise<typeof import("../node/server.ts")>} */
export async function loadServer() {
  await buildOrEnd();
  return import(new URL("../../dist/server/server.js", import.meta.url).href);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildOrEnd();
